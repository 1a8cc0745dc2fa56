"""Paths of drops that an automa lets flow: the recorded reasons name the conduit."""

from __future__ import annotations

from typing import Any

from domain.barrage.automa.facts import AutomaDecided
from domain.barrage.automa.narration.narrate import chosen
from domain.barrage.rendering import motions as of_people
from domain.presentation import Motion


def motions(fact: Any) -> tuple[Motion, ...]:
    """Return a motion for every drop that flows with a fact, an automa's or not."""
    if not isinstance(fact, AutomaDecided):
        return of_people.motions(fact)
    conduits = [system.split("/")[1] for system in chosen(fact.reasons, "system")]
    return of_people.of_changes(fact.changes, conduits[-1] if conduits else "")
