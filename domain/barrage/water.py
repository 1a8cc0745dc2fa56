"""Water: the flow of drops (BA-4.8, BA-19), energy gained from the flow (BA-24.5), and placement of drops (BA-13)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import msgspec

from domain.barrage.engine.course import Course
from domain.barrage.engine.parts import CommandHandling, Decision, EffectRule, Following, Grant
from domain.barrage.engine.position import Position, capacity, refusal
from domain.barrage.model import stages
from domain.barrage.model.changes import DropFlowed, DropsAdded, DropsPlaced, Gained
from domain.barrage.model.commands import FillDams, PlaceDrop
from domain.barrage.model.components import Components
from domain.barrage.model.facts import DamsFilled, DropPlaced, WaterFlowed
from domain.barrage.model.pending import Pending
from domain.barrage.model.state import NEUTRAL, State
from domain.barrage.narration import questions
from domain.game import Script
from domain.message import Message, Term, counted, message


def room(components: Components, state: State, site: str) -> int:
    """Return how many more drops the dam on a base space can hold; 0 without a dam."""
    dam = state.dams.get(site)
    return capacity(components, state, site) - dam.drops if dam else 0


def rest(components: Components, room: Callable[[str], int], basin: int) -> tuple[str, tuple[int, ...]]:
    """Return the dam where a drop that enters a basin comes to rest (None: off the map), and the basins on its path.

    ``room`` returns how many more drops the dam on a base space can hold.
    """
    entered: list[int] = []
    here: int | None = basin
    while here is not None:
        entered.append(here)
        for site in components.bases_in[here]:
            if room(site) > 0:
                return site, tuple(entered)
        here = components.basin[here].downstream
    return "", tuple(entered)


def flow_from_headstream(course: Course, headstream: str) -> None:
    """Let one drop of a headstream flow."""
    known = course.components
    stop, basins = rest(known, partial(room, known, course.state), known.source[headstream])
    course.change(DropFlowed(start=headstream, stop=stop, basins=basins))
    _energy_of_flow(course, basins)


def flow_through_conduit(course: Course, dam: str, basin: int) -> None:
    """Let one drop of a dam leave a powerhouse, into whose basin it has not flowed naturally (BA-24.6)."""
    stop, (_, *basins) = rest(course.components, partial(room, course.components, course.state), basin)
    course.change(DropFlowed(start=dam, stop=stop, basins=tuple(basins)))
    _energy_of_flow(course, tuple(basins))


def _energy_of_flow(course: Course, basins: tuple[int, ...]) -> None:
    """Advance a company with the river's power, for each basin with its powerhouse."""
    for seat in range(len(course.state.companies)):
        position = course.at(seat)
        if position.power and position.power.flow_energy:
            passed = len(set(position.own_powerhouses.values()).intersection(basins))
            if passed:
                course.change(Gained(seat=seat, energy=passed * position.power.flow_energy))


def flow_all(course: Course, pending: Pending) -> None:
    """Run the water flow phase: headstream A first, then B, C, D (BA-19.1)."""
    for headstream, drops in list(course.state.headstreams.items()):
        for _ in range(drops):
            flow_from_headstream(course, headstream)
    course.settle(WaterFlowed)


WATER_FLOW = Following(stages.FLOW, flow_all)


# --------------------------------------------------------------------------------------------------------------------
# Drops onto headstreams (BA-13, BA-23.3)
# --------------------------------------------------------------------------------------------------------------------


def place(course: Course, headstream: str, at_once: bool) -> None:
    """Put a drop from the supply onto a headstream; it flows at once or later (BA-23.3)."""
    course.change(DropsPlaced(headstream=headstream, drops=1))
    if at_once:
        flow_from_headstream(course, headstream)


def _grant_drops(course: Course, granted: Grant) -> None:
    """Grant drops onto headstreams; by water management at least one must be placed (BA-13.1, BA-23.8)."""
    course.open(
        Pending(
            kind=DROPS.name,
            seat=granted.seat,
            source=granted.source,
            amount=granted.amount,
            optional=not granted.action,
            at_once=granted.effect.water_immediate is not None,
        )
    )


def _answer_place(course: Course, pending: Pending, command: PlaceDrop) -> None:
    """Place one drop; whether another follows is a separate decision (BA-13.1, BA-23.3)."""
    if command.headstream not in course.state.headstreams:
        raise refusal(
            "BA-13.1",
            message("barrage.unknown-headstream", "Choose one of the headstreams on the map."),
        )
    place(course, command.headstream, pending.at_once)
    if pending.amount > 1:
        course.open(msgspec.structs.replace(pending, amount=pending.amount - 1, optional=True))


def _script_place(position: Position, pending: Pending) -> Script:
    headstream = yield from questions.ask(
        pending,
        _which_headstream(pending),
        list(position.state.headstreams),
        lambda value: message("barrage.headstream", "Headstream {headstream}", headstream=Term(value)),
        lambda value: (f"headstream:{value}",),
        usual=lambda: _useful_first(position),
    )
    return questions.answer(headstream, lambda: PlaceDrop(headstream=headstream))


def _useful_first(position: Position) -> list[str]:
    """Return the headstreams whose water would come to rest in a dam of the seat, then those of neutral dams."""
    known, dams = position.components, position.state.dams
    room_now = partial(room, known, position.state)

    def owner(headstream: str) -> int | None:
        stop, _ = rest(known, room_now, known.source[headstream])
        return dams[stop].owner if stop else None

    owners = {each: owner(each) for each in position.state.headstreams}
    return [each for wanted in (position.seat, NEUTRAL) for each, found in owners.items() if found == wanted]


def _which_headstream(pending: Pending) -> Message:
    """Return the question, with the number of drops and whether they flow at once."""
    if pending.at_once:
        return message(
            "barrage.choose-headstream-flowing-at-once",
            "Choose a headstream for a drop that flows immediately ({left} left)",
            left=pending.amount,
        )
    return message("barrage.choose-headstream", "Choose a headstream for a drop ({left} left)", left=pending.amount)


DROPS = Decision(
    "drops",
    rule="BA-23.3",
    reason=message("barrage.due-drops", "Place drops on headstreams"),
    answers={PlaceDrop: CommandHandling(DropPlaced, _answer_place)},
    script=_script_place,
)
WATER_DELAYED = EffectRule("water_delayed", _grant_drops)
WATER_IMMEDIATE = EffectRule("water_immediate", _grant_drops)


# --------------------------------------------------------------------------------------------------------------------
# Drops into dams (BA-26.5, BA-26.11)
# --------------------------------------------------------------------------------------------------------------------


def _empty_dams(position: Position) -> list[str]:
    return [site for site, dam in position.own_dams.items() if not dam.drops]


def _answer_fill(course: Course, pending: Pending, command: FillDams) -> None:
    """Put a drop on every dam of the company that has none (BA-26.5)."""
    for site in _empty_dams(course.at(pending.seat)):
        course.change(DropsAdded(site=site, drops=1))


def _script_fill(position: Position, pending: Pending) -> Script:
    picked = yield from questions.ask(
        pending,
        message("barrage.confirm-fill-empty-dams", "Place a drop on each of your empty dams?"),
        ["fill"],
        lambda value: counted(
            "barrage.fill-empty-dams",
            "Place a drop on {count} dam",
            "Place a drop on each of {count} dams",
            count=len(_empty_dams(position)),
        ),
    )
    return questions.answer(picked, FillDams)


def _grant_fill(course: Course, granted: Grant) -> None:
    course.open(Pending(kind=FILL_DAMS.name, seat=granted.seat, source=granted.source, optional=True))


def _fill_raised_dam(course: Course, grant: Grant) -> None:
    """Fill the dam just raised to its capacity (BA-26.11)."""
    room = capacity(course.components, course.state, grant.site) - course.state.dams[grant.site].drops
    if room:
        course.change(DropsAdded(site=grant.site, drops=room))


FILL_DAMS = Decision(
    "fill_dams",
    rule="BA-26.5",
    reason=message("barrage.due-fill-empty-dams", "Place a drop on each empty dam or decline"),
    answers={FillDams: CommandHandling(DamsFilled, _answer_fill)},
    script=_script_fill,
    possible=lambda position, pending: _empty_dams(position),
)
DROP_ON_EMPTY_DAMS = EffectRule("drop_on_empty_dams", _grant_fill)
FILL_RAISED_DAM = EffectRule("fill_raised_dam", _fill_raised_dam)
