"""Small decisions: drops, machineries of choice, free structures (BA-23)."""

from __future__ import annotations

import msgspec

from domain.barrage import construction, water
from domain.barrage.machinery.course import Course
from domain.barrage.machinery.edition import Decision, EffectRule, Grant
from domain.barrage.machinery.position import Position, refusal
from domain.barrage.telling import questions, words
from domain.barrage.vocabulary.changes import DropsAdded, Gained
from domain.barrage.vocabulary.commands import BuildFree, ChooseMachinery, Decline, FillDams, PlaceDrop
from domain.barrage.vocabulary.pending import Pending
from domain.game import Choose, Lastly, Script
from domain.message import Message, Term, message

# --------------------------------------------------------------------------------------------------------------------
# Drops
# --------------------------------------------------------------------------------------------------------------------


def _answer_place(course: Course, pending: Pending, command: PlaceDrop) -> None:
    """One drop; whether another one follows is a matter of its own (BA-13.1, BA-23.3)."""
    if command.headstream not in course.state.headstreams:
        raise refusal("BA-13.1", message("There is no headstream {headstream}.", headstream=command.headstream))
    water.place(course, command.headstream, pending.at_once)
    if pending.amount > 1:
        course.open(msgspec.structs.replace(pending, amount=pending.amount - 1, optional=True))


def _script_place(position: Position, pending: Pending) -> Script:
    headstream = yield from questions.ask(
        pending,
        _which_headstream(pending),
        list(position.state.headstreams),
        lambda value: message("Headstream {headstream}", headstream=Term(value)),
        lambda value: (f"headstream:{value}",),
    )
    return questions.answer(headstream, lambda: PlaceDrop(headstream=headstream))


def _which_headstream(pending: Pending) -> Message:
    """The question, with how many drops there are to put and whether they flow at once."""
    if pending.at_once:
        return message(
            "Put a drop, which flows at once, onto which headstream? Drops left: {left}", left=pending.amount
        )
    return message("Put a drop onto which headstream? Drops left: {left}", left=pending.amount)


def _empty_dams(position: Position) -> list[str]:
    return [site for site, dam in position.own_dams.items() if not dam.drops]


def _answer_fill(course: Course, pending: Pending, command: FillDams) -> None:
    """A drop on every own dam that holds none (BA-26.5)."""
    for site in _empty_dams(course.at(pending.seat)):
        course.change(DropsAdded(site=site, drops=1))


def _script_fill(position: Position, pending: Pending) -> Script:
    picked = yield from questions.ask(
        pending,
        message("Put a drop on every own dam without water?"),
        ["fill"],
        lambda value: message("Put a drop on each; dams: {dams}", dams=len(_empty_dams(position))),
    )
    return questions.answer(picked, FillDams)


# --------------------------------------------------------------------------------------------------------------------
# Machineries of choice
# --------------------------------------------------------------------------------------------------------------------


def _answer_machinery(course: Course, pending: Pending, command: ChooseMachinery) -> None:
    if not 0 <= command.excavators <= pending.amount:
        raise refusal("BA-23.1", message("Choose from 0 to {amount} excavators.", amount=pending.amount))
    mixers = pending.amount - command.excavators
    course.change(Gained(seat=pending.seat, excavators=command.excavators, mixers=mixers))


def _script_machinery(position: Position, pending: Pending) -> Script:
    yield from ()
    return Lastly(
        Choose(
            message("Take which machineries?"),
            [str(number) for number in range(pending.amount + 1)],
            lambda value: questions.amounts(excavators=int(value), mixers=pending.amount - int(value)),
        ),
        lambda value: ChooseMachinery(excavators=int(value)),
    )


# --------------------------------------------------------------------------------------------------------------------
# Free structures
# --------------------------------------------------------------------------------------------------------------------


def _grant_free(course: Course, granted: Grant) -> None:
    effect = granted.effect
    structure = effect.name.removeprefix("free_")
    pending = Pending(
        kind="build",
        seat=granted.seat,
        source=granted.source,
        structure=structure,
        amount=granted.amount,
        areas=effect.free_base.areas if effect.free_base else (),
        most=effect.free_conduit.max_value if effect.free_conduit else None,
        optional=True,
    )
    if course.opened or _free_possible(course.at(granted.seat), pending):
        course.open(pending)


def _script_free(position: Position, pending: Pending) -> Script:
    structures = construction.free_structures(pending, position)
    structure = structures[0]
    if not pending.structure:
        structure = yield Choose(
            message("Build which structure?"),
            [each for each in structures if construction.free_sites(position, pending, each)],
            lambda value: words.STRUCTURE[value],
        )
    site = yield from questions.ask(
        pending,
        message("Build it where?"),
        construction.free_sites(position, pending, structure),
        lambda value: questions.site(position, value),
        questions.site_elements,
    )
    return Decline() if site == questions.DECLINE else BuildFree(structure=structure, site=site)


def _free_possible(position: Position, pending: Pending) -> bool:
    structures = construction.free_structures(pending, position)
    return any(construction.free_sites(position, pending, structure) for structure in structures)


DECISIONS = {
    "drops": Decision(
        rule="BA-23.3",
        reason=message("Put drops onto headstreams"),
        answers={PlaceDrop: _answer_place},
        script=_script_place,
        possible=lambda position, pending: True,
    ),
    "fill_dams": Decision(
        rule="BA-26.5",
        reason=message("Put a drop on every own dam without water, or do not"),
        answers={FillDams: _answer_fill},
        script=_script_fill,
        possible=lambda position, pending: _empty_dams(position),
    ),
    "machinery": Decision(
        rule="BA-23.1",
        reason=message("Choose machineries"),
        answers={ChooseMachinery: _answer_machinery},
        script=_script_machinery,
        possible=lambda position, pending: True,
    ),
    "build": Decision(
        rule="BA-23.4",
        reason=message("Build a free structure, or do not"),
        answers={BuildFree: construction.answer_build_free},
        script=_script_free,
        possible=_free_possible,
    ),
}

EFFECTS = {name: EffectRule(_grant_free) for name in ("free_base", "free_elevation", "free_conduit", "free_powerhouse")}
