"""Executive officers of automas at the level Overpowered (TA-27): replacements for a construction, and extra turns."""

from __future__ import annotations

from typing import NamedTuple

from domain.barrage.automa.actions import construction, engineers
from domain.barrage.automa.actions.management import payable_work
from domain.barrage.automa.sight import Attempt, Deed, Failure, Sight
from domain.barrage.construction import wheel
from domain.barrage.engine.course import Course
from domain.barrage.engine.position import Position
from domain.barrage.leeghwater import works
from domain.barrage.model.automa import components as figures
from domain.barrage.model.automa.components import Card, Line
from domain.barrage.model.automa.reasons import Reason
from domain.barrage.model.figures import of
from domain.barrage.model.leeghwater.components import Officer
from domain.barrage.model.levels import abilities
from domain.barrage.model.pieces import Officer as AnyOfficer
from domain.barrage.model.state import State

WORK = "external_works"
_ENGINEERS = 1
"""Engineers that two officers use in place of a construction (TA-27.11, TA-27.12)."""


class Instead(NamedTuple):
    """An attempt in place of a construction."""

    what: str
    attempt: Attempt


def instead(sight: Sight, card: Card, line: Line) -> Instead | None:
    """Return the officer's preference to a construction; None if there is none."""
    if line.action != "construction":
        return None
    for officer in sight.position.officers:
        rather = _rather(sight, officer, line)
        if rather:
            sight.reasons.append(Reason(of="officer", candidates=(officer.id,), chosen=(officer.id,)))
            return Instead(rather, _attempt(sight, card, rather))
    return None


def _rather(sight: Sight, officer: AnyOfficer, line: Line) -> str | None:
    """Return what this officer does in place of the construction of a line (TA-27.3, TA-27.11, TA-27.12)."""
    if officer.capacity_of_level_3 and line.structure != "elevation":
        return "elevation"
    if _has_own_building_space(officer) and line.structure != construction.BUILDING:
        return construction.BUILDING
    if officer.special_tile and works.wheel_tile(sight.position):
        return WORK
    return None


def _attempt(sight: Sight, card: Card, rather: str) -> Attempt:
    if rather == WORK:
        return _work_on_wheel(sight, card)
    return _building(sight, card) if rather == construction.BUILDING else construction.attempt(sight, rather)


def _has_own_building_space(officer: AnyOfficer) -> bool:
    """Return whether the automa has a space for private buildings: Margot Fouché does; Mahiri's spaces
    copy officers.
    """
    return bool(officer.spaces) and not officer.copyable_officers


def _building(sight: Sight, card: Card) -> Attempt:
    """Return a building for one engineer, by the card's own building action, else from the top (TA-27.12)."""
    printed = next((line.search for line in card.lines if line.search), None)
    found = construction.attempt(sight, construction.BUILDING, search=printed or "down")
    return found if isinstance(found, Failure) else found._replace(engineers=_fewer(found.engineers))


def _fewer(engineers: int | None) -> int:
    """Return one engineer, or none if the tile needs none (TA-25.7)."""
    return _ENGINEERS if engineers is None else engineers


def _work_on_wheel(sight: Sight, card: Card) -> Attempt:
    """Return an external work whose machinery goes on the wheel with the officer's special tile (TA-27.11)."""
    places = range(1, len(figures.automa(sight.position.components).section_rows["external_works"]) + 1)
    order = next((line.order for line in card.lines if line.order), tuple(places))
    found = payable_work(sight, order)
    if found is None:
        return Failure("TA-13.1")
    work, _ = found
    tile = works.wheel_tile(sight.position) or ""

    def do(course: Course) -> None:
        wheel.put(course, sight.seat, tile, work.cost.excavators, work.cost.mixers)
        wheel.turn(course, sight.seat, 1)
        works.fulfil(course, sight.seat, work)

    return Deed(engineers.board(sight.seat), do, _ENGINEERS)


# --------------------------------------------------------------------------------------------------------------------
# Further turns
# --------------------------------------------------------------------------------------------------------------------


def architect_goes_on(position: Position, line: Line, printed: int) -> bool:
    """Return whether the action is the architect's, which another turn follows (TA-27.10)."""
    architects = sum(officer.architects for officer in position.officers if isinstance(officer, Officer))
    return line.ends_turn and printed == 1 and position.company.extra_turns < architects


def must_play_by_rules(state: State, seat: int) -> bool:
    """Return whether a player takes the first turn of a round as if it were an automa (TA-27.8).

    That is while none of its engineers has been placed.
    """
    known, company = of(state.figures).officer, state.companies[seat]
    officers = [other.officer for other in state.companies if other.automa and abilities(other.automa).officer]
    if not any(known[officer].copyable_officers for officer in officers if officer):
        return False
    placed = (crew for crews in state.spaces.values() for crew in crews)
    return company.engineers > 0 and not company.passed and all(crew.seat != seat for crew in placed)
