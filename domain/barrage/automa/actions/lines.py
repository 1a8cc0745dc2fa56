"""The search of a card's action side: the result of trying a line (TA-5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from domain.barrage.automa.actions import construction, contracts, management, officers, production, water
from domain.barrage.automa.sight import Attempt, Failure, Sight
from domain.barrage.model.automa.components import Card, Line
from domain.barrage.model.state import State

_CONSIDER: Mapping[str, Callable[[Sight, Line], Attempt]] = {
    "production": production.consider,
    "water_management": water.consider,
    "contract_office": contracts.consider,
    "construction": construction.consider,
    "workshop": management.consider_workshop,
    "machinery_shop": management.consider_machinery_shop,
    "patent_office": management.consider_patent_office,
    "external_works": management.consider_external_works,
    "bank": management.consider_bank,
}


def attempts(sight: Sight, card: Card, line: Line) -> Iterator[tuple[str, Attempt]]:
    """Yield attempts at a line: the officer's preference to a construction, then the printed action."""
    if not _in_play(sight.position.state, line):
        yield "", Failure("TA-5.9")
        return
    instead = officers.instead(sight, card, line)
    if instead:
        yield instead
        sight.reasons.clear()
    yield "", _CONSIDER[line.action](sight, line)


def _in_play(state: State, line: Line) -> bool:
    """Return whether the table has the module of The Leeghwater Project that the line needs (TA-5.9, TA-28.1)."""
    modules = state.options.modules
    if line.action == "external_works":
        return modules.external_works
    return modules.private_buildings or not line.leeghwater
