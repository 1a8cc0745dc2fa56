"""Sources of victory points in the expansion: external works and private buildings."""

from __future__ import annotations

from domain.barrage.leeghwater.facts import BuildingsScored
from domain.barrage.model.components import Components
from domain.barrage.model.leeghwater.components import leeghwater
from domain.message import Message, message

CATEGORIES: dict[type, Message] = {BuildingsScored: message("leeghwater.private-buildings", "Private buildings")}


def of_taken(known: Components, item: str) -> Message | None:
    """Return the category of the points of an external work."""
    if item not in leeghwater(known).external_work:
        return None
    return message("leeghwater.section-external-works", "External works")
