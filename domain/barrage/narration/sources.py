"""Sources of victory points: a category for each kind of fact that scores."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from domain.barrage.model import facts
from domain.barrage.model.state import State
from domain.message import Message, message

_CATEGORIES: dict[type, Message] = {
    facts.Drafted: message("At the start"),
    facts.IncomeGained: message("Income"),
    facts.Produced: message("Energy production"),
    facts.ContractFulfilled: message("Contracts"),
    facts.Constructed: message("Structures"),
    facts.BuiltFree: message("Structures"),
    facts.EnergyScored: message("Energy track"),
    facts.BonusScored: message("Bonus tiles"),
    facts.ObjectiveScored: message("Objective tile"),
    facts.ResourcesScored: message("Resources"),
    facts.WaterScored: message("Water drops"),
}


def scored(state: State, fact: Any) -> Iterable[tuple[Message, Sequence[int] | None]]:
    """Assign all points of a fact to one category; effects and spaces to none."""
    return [(_CATEGORIES.get(type(fact), message("Actions and effects")), None)]
