"""The eras and rounds of both Brass games, for timelines."""

from __future__ import annotations

from domain.brass.model import facts
from domain.game import Fact
from domain.message import message
from domain.presentation import Chapter


def chapter(fact: Fact) -> Chapter | None:
    """Return the era or round that begins with a fact; an era includes its first round."""
    match fact:
        case facts.Started():
            return Chapter("era", message("brass.canal-era", "Canal era"))
        case facts.EraBegan():
            return Chapter("era", message("brass.rail-era", "Rail era"))
        case facts.RoundBegan():
            return Chapter("round", message("brass.round", "Round {round}", round=fact.round))
    return None
