"""Sources of victory points: a category for each kind of fact that scores, and for what is fulfilled at once.

An expansion adds its own facts and pieces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from domain.barrage.model import facts
from domain.barrage.model.changes import Taken
from domain.barrage.model.components import Components
from domain.barrage.model.figures import of
from domain.barrage.model.state import State
from domain.message import Message, message

CATEGORIES: dict[type, Message] = {
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
OfTaken = Callable[[Components, str], Message | None]
"""The category of points that come with something taken; None for anything else."""


def scored(
    categories: Mapping[type, Message], of_taken: OfTaken, state: State, fact: Any
) -> Iterable[tuple[Message, Sequence[int] | None]]:
    """Assign all points of a fact to one category; effects and spaces to none, unless something is taken there."""
    category = _taken(of_taken, of(state.figures), fact) or categories.get(type(fact))
    return [(category or message("barrage.points-from-actions-and-effects", "Actions and effects"), None)]


def _taken(of_taken: OfTaken, known: Components, fact: Any) -> Message | None:
    items = (each.item for each in getattr(fact, "changes", ()) if isinstance(each, Taken))
    return next(filter(None, (of_taken(known, item) for item in items)), None)
