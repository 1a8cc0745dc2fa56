"""The eras and rounds of Arkwright, for timelines."""

from __future__ import annotations

from domain.arkwright.model import facts
from domain.arkwright.narration import words
from domain.game import Fact
from domain.message import message
from domain.presentation import Chapter


def chapter(fact: Fact) -> Chapter | None:
    """Return the era or round that begins with a fact."""
    match fact:
        case facts.Started():
            return Chapter("era", message("arkwright.era", "Era {era}", era=words.era(1)))
        case facts.EraBegan():
            return Chapter("era", message("arkwright.era", "Era {era}", era=words.era(fact.era)))
        case facts.RoundBegan():
            return Chapter("round", message("arkwright.round", "Round {round}", round=fact.round))
    return None
