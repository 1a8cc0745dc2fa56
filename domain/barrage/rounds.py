"""Rounds and their phases (BA-6): incomes and headstreams (BA-7), and the end of a round (BA-21)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.barrage import effects
from domain.barrage.construction.build import income_of
from domain.barrage.engine.course import Course
from domain.barrage.engine.parts import Ending, Following, Renewal
from domain.barrage.engine.position import Position
from domain.barrage.model import stages
from domain.barrage.model.changes import DropsPlaced, Removed, Shown
from domain.barrage.model.facts import ActionsBegan, IncomeGained, RoundBegan, RoundEnded
from domain.barrage.model.pending import Pending
from domain.barrage.model.pieces import Effect, Reward
from domain.barrage.model.stages import END_ROUND, FINISH, ROUND
from domain.barrage.model.state import PATENTS


def follow_round(course: Course, pending: Pending) -> None:
    """Begin the next round with the incomes of the companies that have some."""
    state = course.state
    having = [seat for seat in state.turn_order if revealed(course.at(seat))]
    course.open(*stages.of_round(state.turn_order, having))
    course.settle(RoundBegan, round=state.round + 1)


def revealed_incomes(position: Position) -> Iterator[tuple[str, int, Reward]]:
    """Yield each revealed income of the company board (BA-7.2), after the structure and the number of its piece."""
    for structure, built in position.company.built.items():
        for ordinal, reward in income_of(position, structure).items():
            if built >= ordinal:
                yield structure, ordinal, reward


def revealed(position: Position) -> list[Effect]:
    """Return the effects of all revealed incomes."""
    return [effect for *_, reward in revealed_incomes(position) for effect in reward]


def follow_income(course: Course, pending: Pending) -> None:
    """Gain all revealed incomes of a company (BA-7.1)."""
    effects.grant(course, pending.seat, revealed(course.at(pending.seat)), stages.INCOME)
    course.settle(IncomeGained, seat=pending.seat)


def follow_actions(course: Course, pending: Pending) -> None:
    """Put drops on the headstreams by their tiles (BA-7.6); then begin the action phase."""
    state, components = course.state, course.components
    for headstream, tile in state.headstream_tiles.items():
        water = components.headstream_tile[tile].water
        drops = water[state.round - 1] if state.round <= len(water) else 0
        if drops:
            course.change(DropsPlaced(headstream=headstream, drops=drops))
    last = state.round == components.constants.rounds
    endings = (ending.name for ending in course.edition.all(Ending).values() if ending.part_of(state))
    kinds = (*endings, FINISH) if last else (END_ROUND,)
    course.open(*stages.of_actions(state.turn_order[0], [Pending(kind=kind) for kind in kinds]))
    course.settle(ActionsBegan)


def follow_end_of_round(course: Course, pending: Pending) -> None:
    """Set the turn order by energy, ties in reverse order (BA-21.1, BA-21.2); return everything to its owner."""
    state = course.state
    last_first = state.turn_order[::-1]
    order = sorted(last_first, key=lambda seat: state.companies[seat].energy)
    engineers = [0] * len(state.companies)
    for crews in state.spaces.values():
        for crew in crews:
            engineers[crew.seat] += crew.engineers
    for renewal in course.edition.all(Renewal).values():
        renewal.renew(course)
    course.open(Pending(kind=ROUND))
    course.settle(RoundEnded, turn_order=tuple(order), engineers=tuple(engineers))


def renew_display(course: Course, display: str) -> None:
    """Discard the rest of a display, and turn up new items while the pile lasts."""
    slots = course.state.displays[display]
    for item in [item for item in slots if item]:
        course.change(Removed(display=display, item=item))
    for slot, item in enumerate(course.state.piles[display][: len(slots)]):
        course.change(Shown(display=display, slot=slot, item=item))


def renew_patents(course: Course) -> None:
    """Offer three new advanced tiles, from level I while it lasts, then II, then III (BA-21.5)."""
    if PATENTS in course.state.displays:
        renew_display(course, PATENTS)


BEGINNING = Following(stages.ROUND, follow_round)
INCOME = Following(stages.INCOME, follow_income)
ACTION_PHASE = Following(stages.ACTIONS, follow_actions)
END = Following(stages.END_ROUND, follow_end_of_round)
RENEWED_PATENTS = Renewal(PATENTS, renew_patents)
