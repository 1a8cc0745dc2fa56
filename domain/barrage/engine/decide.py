"""Decisions: turn commands into facts, or refuse them with the id of the rule that forbids them."""

from __future__ import annotations

from msgspec import UNSET

from domain.barrage.engine.course import Course
from domain.barrage.engine.edition import Edition
from domain.barrage.engine.parts import Awaited, Decision, Following, Substitute
from domain.barrage.engine.position import at_rest, not_your_turn, refusal
from domain.barrage.model.commands import Decline
from domain.barrage.model.facts import Declined, Lapsed
from domain.barrage.model.pending import Pending
from domain.barrage.model.stages import END_TURN
from domain.barrage.model.state import State
from domain.game import Command, Fact
from domain.message import message


def decide(edition: Edition, state: State, seat: int, command: Command) -> list[Fact]:
    """Return the facts that follow from the seat's command, or raise IllegalMove."""
    pending = require_to_act(edition, state, seat)
    decision = edition.all(Decision)[pending.kind]
    course = Course(edition, state)
    if isinstance(command, Decline) and pending.optional:
        course.settle(Declined, seat=seat, command=command, kind=pending.kind)
    else:
        answer = decision.answers.get(type(command))
        if answer is None:
            raise refusal(
                decision.rule,
                message(
                    "barrage.other-decision-due", "Another decision comes first: {decision}.", decision=decision.reason
                ),
            )
        answer.follow(course, pending, command)
        course.settle(answer.fact, seat=seat, command=command)
    _run(course)
    return course.facts


def _run(course: Course) -> None:
    """Take automatic steps up to the next decision."""
    state = course.state
    while not state.finished:
        pending = state.pending[-1]
        awaited = substitute(course.edition, state, pending) or course.edition.all(Awaited)[pending.kind]
        if isinstance(awaited, Following | Substitute):
            awaited.follow(course, pending)
        elif isinstance(awaited, Decision) and (
            awaited.possible is None or awaited.possible(course.at(pending.seat), pending)
        ):
            return
        else:
            course.settle(Lapsed, seat=pending.seat, kind=pending.kind)


def substitute(edition: Edition, state: State, pending: Pending) -> Substitute | None:
    """Return the function that makes the pending decision, if the rules play the company."""
    if pending.seat < 0 or state.companies[pending.seat].automa is UNSET:
        return None
    return edition.all(Substitute).get(pending.kind)


def require_to_act(edition: Edition, state: State, seat: int) -> Pending:
    """Return the seat's pending decision. Raise IllegalMove if it has none."""
    if state.finished:
        raise refusal("BA-22.7", message("barrage.game-already-over", "The game is over."))
    pending = awaited(edition, state)
    if pending is None:
        raise refusal("BA-6.2", message("barrage.no-decision-due", "Wait: an automatic step must finish first."))
    if pending.seat != seat:
        raise not_your_turn(pending.seat)
    return pending


def awaited(edition: Edition, state: State) -> Pending | None:
    """Return a seat's pending decision; None between the facts of one command and after the end."""
    if state.finished:
        return None
    pending = state.pending[-1]
    decision = edition.all(Decision).get(pending.kind)
    if decision is None or substitute(edition, state, pending):
        return None
    if decision.possible is None or decision.possible(at_rest(edition)(state, pending.seat), pending):
        return pending
    return None


def confirmation(edition: Edition, state: State) -> Command | None:
    """Return the end of the turn, if the seat can do nothing else."""
    pending = awaited(edition, state)
    if pending is None or pending.kind != END_TURN:
        return None
    try:
        next(edition.all(Decision)[END_TURN].script(at_rest(edition)(state, pending.seat), pending))
    except StopIteration as stop:
        return stop.value if isinstance(stop.value, Command) else None
    return None
