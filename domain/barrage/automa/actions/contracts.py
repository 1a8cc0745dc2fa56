"""Contracts, which automas fulfil directly from the offices (TA-1.9, TA-6.10 to TA-6.15, TA-8, TA-15.10)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from msgspec.structs import replace

from domain.barrage import contracts
from domain.barrage.automa.actions import engineers
from domain.barrage.automa.deciding import substitute
from domain.barrage.automa.race import Race
from domain.barrage.automa.sight import Attempt, Deed, Sight
from domain.barrage.contracts import on_offer, requirement
from domain.barrage.engine.course import Course
from domain.barrage.engine.position import Position
from domain.barrage.model.automa.components import Line, automa
from domain.barrage.model.automa.reasons import Narrowed, Reason
from domain.barrage.model.changes import Gained, Removed
from domain.barrage.model.pending import Pending
from domain.barrage.model.state import NATIONAL


def _national(position: Position) -> list[str]:
    return [contract for contract in position.state.displays[NATIONAL] if contract]


def within(position: Position, contracts: Iterable[str], energy: int) -> list[str]:
    """Return the contracts that require no more than this energy (TA-6.10, TA-26.5)."""
    return [contract for contract in contracts if requirement(position, contract) <= energy]


def choose(sight: Sight, candidates: Sequence[str], rule: str) -> str:
    """Return the contract with the highest printed requirement; of equal ones the rightmost (TA-6.10, TA-6.12)."""
    printed = {each: sight.position.components.contract[each].requirement for each in candidates}

    def highest(race: Race) -> None:
        race.highest(rule, printed.__getitem__)

    def right(race: Race) -> None:
        race.keep("TA-6.12", race.left[-1:])

    return sight.run("contract", candidates, highest, right)


# --------------------------------------------------------------------------------------------------------------------
# Fulfilling
# --------------------------------------------------------------------------------------------------------------------


def choose_all(sight: Sight, pending: Pending) -> tuple[str, ...]:
    """Return the contracts to fulfil: with energy (TA-6.10, TA-15.6), several (TA-27.9), or without energy
    (TA-15.10).
    """
    position = sight.position
    if pending.energy is None:
        limit = pending.most
        known = position.components.contract
        free = [each for each in on_offer(position) if limit is None or known[each].requirement <= limit]
        return (choose(sight, free, "TA-15.10"),) if free else ()
    if pending.several:
        return several(sight, pending.energy)
    reached = within(position, (*on_offer(position), *_national(position)), pending.energy)
    return (choose(sight, reached, "TA-6.10"),) if reached else ()


def several(sight: Sight, energy: int) -> tuple[str, ...]:
    """Return as many as possible: first a national one within the energy, then private ones with the rest (TA-27.9)."""
    position, first = sight.position, []
    national = within(position, _national(position), energy)
    if national:
        first = [choose(sight, national, "TA-27.9")]
        energy -= requirement(position, first[0])
    private = on_offer(position)
    printed = [position.components.contract[each].requirement for each in private]
    required = [requirement(position, each) for each in private]
    sets = [
        picked
        for size in range(1, len(private) + 1)
        for picked in combinations(range(len(private)), size)
        if sum(required[each] for each in picked) <= energy
    ]
    if not sets:
        return tuple(first)

    def rank(picked: tuple[int, ...]) -> tuple[int, list[int], list[int]]:
        return len(picked), sorted((printed[each] for each in picked), reverse=True), sorted(picked, reverse=True)

    best: tuple[int, ...] = max(sets, key=rank)
    highest_first = sorted(best, key=lambda each: (printed[each], each), reverse=True)
    picked = tuple(private[each] for each in highest_first)
    sight.reasons.append(
        Reason(
            of="contract",
            candidates=tuple(private),
            steps=(Narrowed(rule="TA-27.9", fitting=picked),),
            chosen=picked,
        )
    )
    return (*first, *picked)


def _fulfil(course: Course, pending: Pending, sight: Sight) -> None:
    """Fulfil the chosen contracts up to a reward with choices; the others follow after these choices (TA-D.52)."""
    left = list(pending.contracts or choose_all(sight, pending))
    while left and not course.opened:
        fulfil(course, pending.seat, left.pop(0))
    if left:
        course.open(replace(pending, contracts=tuple(left)))


def fulfil(course: Course, seat: int, contract: str) -> None:
    """Gain the reward of a contract, and replace it in its row at once (TA-6.13 to TA-6.15)."""
    contracts.fulfil(course, seat, contract)
    contracts.refill(course)


FULFILLING = substitute(contracts.FULFILMENT.name, _fulfil)


# --------------------------------------------------------------------------------------------------------------------
# The contract office (TA-8)
# --------------------------------------------------------------------------------------------------------------------


def consider(sight: Sight, line: Line) -> Attempt:
    """Try the contract office, which is always possible (TA-8.3)."""
    colour = line.discard
    assert colour is not None

    def do(course: Course) -> None:
        """Discard the contracts of the colour, move the marker, and draw new ones (TA-8.1, TA-8.2)."""
        for contract in [contract for contract in course.state.displays[colour] if contract]:
            course.change(Removed(display=colour, item=contract))
        course.change(Gained(seat=sight.seat, energy=automa(course.components).contract_office.energy))
        contracts.refill(course)

    return Deed(engineers.first_free(sight.position, "contract_office"), do)
