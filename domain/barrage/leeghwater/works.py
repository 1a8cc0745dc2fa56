"""External works (LP-3), and paying for them (LP-5.8, LP-7.2)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from domain.barrage import contracts, effects, rounds
from domain.barrage.construction import wheel
from domain.barrage.engine.course import Course
from domain.barrage.engine.parts import (
    ActionSpace,
    CommandHandling,
    Count,
    Decision,
    EffectRule,
    Grant,
    Obstacle,
    Renewal,
    Section,
)
from domain.barrage.engine.position import Position, refusal
from domain.barrage.leeghwater.commands import PayWork, TakeTile, TakeWork
from domain.barrage.leeghwater.facts import TileTaken, WorkPaid, WorkTaken
from domain.barrage.leeghwater.setup import WORKS
from domain.barrage.model.changes import Paid, Taken
from domain.barrage.model.figures import of
from domain.barrage.model.leeghwater.components import ExternalWork, leeghwater
from domain.barrage.model.pending import Pending
from domain.barrage.model.pieces import Effect
from domain.barrage.model.state import PATENTS, State
from domain.barrage.narration import questions, words
from domain.game import Choose, FinalField, Script
from domain.message import Message, message

_ONTO_WHEEL = "wheel"


@lru_cache(maxsize=16)
def _spaces_of(figures: str) -> Mapping[str, ActionSpace]:
    return {
        space.id: ActionSpace(id=space.id, section=EXTERNAL_WORKS, engineers=space.engineers, slot=slot)
        for slot, space in enumerate(leeghwater(of(figures)).work_spaces)
    }


def _spaces(state: State) -> Mapping[str, ActionSpace]:
    """Return a space for each slot, if external works are played."""
    return _spaces_of(state.figures) if WORKS in state.displays else {}


def on_offer(position: Position) -> list[ExternalWork]:
    """Return the external works face up."""
    known = leeghwater(position.components).external_work
    return [known[work] for work in position.state.displays.get(WORKS, ()) if work]


def _beside(state: State, space: ActionSpace) -> str:
    return state.displays[WORKS][space.slot]


def _obstacle(position: Position, space: ActionSpace) -> Obstacle:
    name = _beside(position.state, space)
    if not name:
        return refusal(
            "LP-3.4",
            message(
                "leeghwater.no-work-beside-space",
                "This space has no external work for the rest of the round.",
            ),
        )
    cost = leeghwater(position.components).external_work[name].cost
    company = position.company
    if cost.excavators > company.excavators or cost.mixers > company.mixers:
        return refusal(
            "LP-3.4",
            message(
                "leeghwater.not-enough-machinery-for-work",
                "This external work costs {cost}; you have {supply}.",
                cost=questions.amounts(excavators=cost.excavators, mixers=cost.mixers),
                supply=questions.amounts(excavators=company.excavators, mixers=company.mixers),
            ),
        )
    return None


def _perform(course: Course, seat: int, space: ActionSpace) -> None:
    """Discard the machinery, unless the officer may put it on the wheel."""
    work = leeghwater(course.components).external_work[_beside(course.state, space)]
    if wheel_tile(course.at(seat)) is None:
        discard(course, seat, work)
    else:
        course.open(Pending(kind=PAYING.name, seat=seat, source=work.id))


def _label(position: Position, space: ActionSpace) -> Message:
    return words.item(position.components, _beside(position.state, space))


# --------------------------------------------------------------------------------------------------------------------
# Fulfilling
# --------------------------------------------------------------------------------------------------------------------


def discard(course: Course, seat: int, work: ExternalWork) -> None:
    """Move machinery from the personal supply to the general one (LP-3.2)."""
    course.change(Paid(seat=seat, excavators=work.cost.excavators, mixers=work.cost.mixers))
    fulfil(course, seat, work)


def fulfil(course: Course, seat: int, work: ExternalWork) -> None:
    """Gain the whole reward, and keep the tile face down (LP-3.3)."""
    course.change(Taken(seat=seat, display=WORKS, item=work.id, to="fulfilled"))
    effects.grant(course, seat, work.reward, work.id)


def wheel_tile(position: Position) -> str | None:
    """Return the special tile that puts machinery of works onto the wheel; empty for a copied power (LP-7.9).

    None if the seat cannot do that now: the tile may be on the wheel (LP-7.3).
    """
    known = position.components.special_tile
    for officer in position.officers:
        special = officer.special_tile
        if special and not known[special].copies:
            if officer.id == position.company.copied:
                return ""
            if special in position.company.tiles:
                return special
    return None


def _answer_pay(course: Course, pending: Pending, command: PayWork) -> None:
    seat, work = pending.seat, leeghwater(course.components).external_work[pending.source]
    course.add_fields(work=work.id)
    if not command.onto_wheel:
        discard(course, seat, work)
        return
    wheel.put(course, seat, wheel_tile(course.at(seat)) or "", work.cost.excavators, work.cost.mixers)
    wheel.turn(course, seat, 1)
    fulfil(course, seat, work)


def _script_pay(position: Position, pending: Pending) -> Script:
    yield from ()
    labels = {
        _ONTO_WHEEL: message("leeghwater.pay-onto-wheel", "Put it on the wheel"),
        "discard": message("leeghwater.pay-by-discarding", "Discard it"),
    }
    return FinalField(
        Choose(
            message("leeghwater.choose-machinery-for-work", "Discard the machinery or put it on the wheel?"),
            list(labels),
            labels.__getitem__,
        ),
        lambda value: PayWork(onto_wheel=value == _ONTO_WHEEL),
    )


# --------------------------------------------------------------------------------------------------------------------
# For credits (LP-5.8)
# --------------------------------------------------------------------------------------------------------------------


def _price(work: ExternalWork, each: int) -> int:
    return work.cost.total * each


def _affordable(position: Position, each: int) -> list[str]:
    return [work.id for work in on_offer(position) if _price(work, each) <= position.company.credits]


def _none_affordable(position: Position, effect: Effect) -> Obstacle:
    if _affordable(position, effect.amount):
        return None
    return refusal(
        "BA-8.5", message("leeghwater.cannot-afford-external-work", "You can't pay for any external work on offer.")
    )


def _grant_work(course: Course, granted: Grant) -> None:
    course.open(Pending(kind=TAKING_WORK.name, seat=granted.seat, source=granted.source, amount=granted.amount))


def _answer_take(course: Course, pending: Pending, command: TakeWork) -> None:
    position = course.at(pending.seat)
    work = next((work for work in on_offer(position) if work.id == command.work), None)
    if work is None:
        raise refusal(
            "LP-5.8", message("leeghwater.external-work-not-on-offer", "Choose one of the external works on offer.")
        )
    price = _price(work, pending.amount)
    if price > position.company.credits:
        raise position.poor("LP-5.4", price)
    course.change(Paid(seat=pending.seat, credits=price))
    fulfil(course, pending.seat, work)


def _script_take(position: Position, pending: Pending) -> Script:
    work = yield from questions.ask(
        pending,
        message("leeghwater.choose-external-work", "Choose an external work"),
        _affordable(position, pending.amount),
        lambda value: words.item(position.components, value),
        lambda value: (f"work:{value}",),
    )
    return questions.answer(work, lambda: TakeWork(work=work))


def _renew(course: Course) -> None:
    """Offer new works from pile A while it lasts, then B, then C (LP-9.3)."""
    if WORKS in course.state.displays:
        rounds.renew_display(course, WORKS)


# --------------------------------------------------------------------------------------------------------------------
# An advanced tile as a reward (LP-3.9)
# --------------------------------------------------------------------------------------------------------------------


def _tiles_on_offer(position: Position) -> list[str]:
    return [tile for tile in position.state.displays.get(PATENTS, ()) if tile]


def _grant_tile(course: Course, granted: Grant) -> None:
    if _tiles_on_offer(course.at(granted.seat)):
        course.open(Pending(kind=TAKING_TILE.name, seat=granted.seat, source=granted.source))


def _answer_take_tile(course: Course, pending: Pending, command: TakeTile) -> None:
    if command.tile not in _tiles_on_offer(course.at(pending.seat)):
        raise refusal(
            "LP-3.9", message("leeghwater.tile-not-on-offer", "Choose one of the tiles in the patent office.")
        )
    course.change(Taken(seat=pending.seat, display=PATENTS, item=command.tile, to="tiles"))


def _script_take_tile(position: Position, pending: Pending) -> Script:
    tile = yield from questions.ask(
        pending,
        message("leeghwater.choose-advanced-tile", "Choose an advanced tile"),
        _tiles_on_offer(position),
        lambda value: questions.tile(position, value),
        lambda value: (f"tile:{value}",),
    )
    return questions.answer(tile, lambda: TakeTile(tile=tile))


EXTERNAL_WORKS = Section(
    "external_works",
    message("leeghwater.section-external-works", "External works"),
    _spaces,
    _obstacle,
    _perform,
    _label,
)
PAYING = Decision(
    "pay_work",
    rule="LP-7.2",
    reason=message("leeghwater.due-machinery-for-work", "Discard the machinery or put it on the wheel"),
    answers={PayWork: CommandHandling(WorkPaid, _answer_pay)},
    script=_script_pay,
)
TAKING_WORK = Decision(
    "take_work",
    rule="LP-5.8",
    reason=message("leeghwater.due-external-work", "Fulfil an external work by paying credits"),
    answers={TakeWork: CommandHandling(WorkTaken, _answer_take)},
    script=_script_take,
    possible=lambda position, pending: _affordable(position, pending.amount),
)
TAKING_TILE = Decision(
    "take_tile",
    rule="LP-3.9",
    reason=message("leeghwater.due-advanced-tile", "Take an advanced technology tile"),
    answers={TakeTile: CommandHandling(TileTaken, _answer_take_tile)},
    script=_script_take_tile,
    possible=lambda position, pending: _tiles_on_offer(position),
)
FULFIL_EXTERNAL_WORK = EffectRule("fulfil_external_work", _grant_work, _none_affordable)
TAKE_ADVANCED_TILE = EffectRule("take_advanced_tile", _grant_tile)
WORKS_FULFILLED = Count(
    "external_works",
    lambda position: len(contracts.fulfilled(position, leeghwater(position.components).external_work)),
)
RENEWED_WORKS = Renewal(WORKS, _renew)
