"""The drawings of a game by name: the game declares them, and a page decides where to show them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

import msgspec

from domain.message import Message, Say

Place = Literal["map", "actions", "market", "track", "help"]
"""The purpose of a drawing in a decision: the places of pieces, the possible actions, the offers, the progress of all,
or a guide to the other drawings."""


class Drawing(msgspec.Struct, frozen=True):
    """One drawing of something that all players share."""

    name: str
    """A stable name for URLs: ``map``."""
    title: Message
    place: Place
    draw: Callable[[Any, Sequence[str], Say], str]
    """SVG from a view and the seats' names, in the reader's language; None if there is nothing to show now."""
