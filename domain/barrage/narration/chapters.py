"""The rounds of Barrage, for timelines."""

from __future__ import annotations

from domain.barrage.model import facts
from domain.game import Fact
from domain.message import message
from domain.presentation import Chapter


def chapter(fact: Fact) -> Chapter | None:
    """Return the round that begins with a fact; a beginner game starts in its first."""
    match fact:
        case facts.Started(round=0):
            return Chapter("round", message("barrage.draft-of-companies", "Company draft"))
        case facts.Started() | facts.RoundBegan():
            return Chapter("round", message("barrage.round", "Round {round}", round=fact.round))
    return None
