"""Sources of victory points: a category for each kind of fact that scores."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from domain.barrage.model import facts
from domain.barrage.model.state import State
from domain.message import Message, message

_CATEGORIES: dict[type, Message] = {
    facts.Drafted: message("barrage.points-at-start", "At the start"),
    facts.IncomeGained: message("barrage.points-from-income", "Income"),
    facts.Produced: message("barrage.points-from-production", "Energy production"),
    facts.ContractFulfilled: message("barrage.points-from-contracts", "Contracts"),
    facts.Constructed: message("barrage.points-from-structures", "Structures"),
    facts.BuiltFree: message("barrage.points-from-structures", "Structures"),
    facts.EnergyScored: message("barrage.points-from-energy-track", "Energy track"),
    facts.BonusScored: message("barrage.points-from-bonus-tiles", "Bonus tiles"),
    facts.ObjectiveScored: message("barrage.points-from-objective-tile", "Objective tile"),
    facts.ResourcesScored: message("barrage.points-from-resources", "Resources"),
    facts.WaterScored: message("barrage.points-from-water-drops", "Water drops"),
}


def scored(state: State, fact: Any) -> Iterable[tuple[Message, Sequence[int] | None]]:
    """Assign all points of a fact to one category; effects and spaces to none."""
    return [
        (_CATEGORIES.get(type(fact), message("barrage.points-from-actions-and-effects", "Actions and effects")), None)
    ]
