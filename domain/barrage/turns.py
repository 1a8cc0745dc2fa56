"""Turns (BA-8): the actions of a turn, passing, and the next seat."""

from __future__ import annotations

from domain.barrage import actions, contracts, management, officers
from domain.barrage.construction.action import answer_construct
from domain.barrage.engine.course import Course
from domain.barrage.engine.parts import Action, CommandHandling, Decision
from domain.barrage.engine.position import Position, refusal
from domain.barrage.model import facts, stages
from domain.barrage.model.changes import EngineersPlaced, Paid
from domain.barrage.model.commands import Construct, CopyOfficer, EndTurn, Pass, UseSpace
from domain.barrage.model.pending import Pending
from domain.barrage.model.state import BANK
from domain.game import Script
from domain.game_kit import menu
from domain.message import counted, message

# --------------------------------------------------------------------------------------------------------------------
# A turn
# --------------------------------------------------------------------------------------------------------------------


def _answer_use(course: Course, pending: Pending, command: UseSpace) -> None:
    """Place the engineers, pay fee and cost, perform the action."""
    if command.space == BANK:
        management.use_bank(course, pending.seat, command.engineers)
        return
    position = course.at(pending.seat)
    space = actions.space_of(position, command.space)
    if space is None:
        raise refusal(
            "BA-8.2",
            message("barrage.unknown-action-space", "Choose one of this game's action spaces."),
        )
    if command.engineers:
        raise refusal(
            "BA-14.1",
            message(
                "barrage.engineers-fixed-outside-bank", "Only the bank lets you choose how many engineers to place."
            ),
        )
    if found := actions.obstacle(position, space):
        raise found
    course.change(EngineersPlaced(seat=pending.seat, space=space.shares or space.id, engineers=space.engineers))
    if price := actions.fee(position, space):
        course.change(Paid(seat=pending.seat, credits=price))
    actions.perform(course, pending.seat, space)
    course.open(Pending(kind=stages.END_TURN, seat=pending.seat, amount=0 if space.shares else space.engineers))


def _may_pass(position: Position) -> bool:
    """Return whether the seat may pass: without engineers, and not after a preliminary action (BA-8.8, BA-8.9,
    BA-25.11).
    """
    return not position.company.engineers and position.pending.source != officers.COPIED


def _answer_pass(course: Course, pending: Pending, command: Pass) -> None:
    if left := course.state.companies[pending.seat].engineers:
        raise refusal(
            "BA-8.8",
            counted(
                "barrage.cannot-pass-with-engineers",
                "You can't pass: you still have {count} engineer to place.",
                "You can't pass: you still have {count} engineers to place.",
                count=left,
            ),
        )
    if pending.source == officers.COPIED:
        raise refusal(
            "BA-25.11", message("barrage.copying-requires-action", "After copying an officer, you must take an action.")
        )
    course.open(Pending(kind=stages.END_TURN, seat=pending.seat))


def _script_pass(position: Position) -> Script:
    yield from ()
    return Pass()


PASSING = Action("pass", menu.MenuEntry(message("barrage.pass", "Pass"), _may_pass, _script_pass))


def _script_turn(position: Position, pending: Pending) -> Script:
    entries = {name: action.entry for name, action in position.edition.all(Action).items()}
    return menu.ask(message("barrage.choose-action", "Choose an action"), entries, position)


TURN = Decision(
    stages.TURN,
    rule="BA-8.2",
    reason=message("barrage.due-turn", "Take a turn"),
    answers={
        Construct: CommandHandling(facts.Constructed, answer_construct),
        UseSpace: CommandHandling(facts.SpaceUsed, _answer_use),
        CopyOfficer: CommandHandling(facts.OfficerCopied, officers.answer_copy),
        Pass: CommandHandling(facts.Passed, _answer_pass),
    },
    script=_script_turn,
)


# --------------------------------------------------------------------------------------------------------------------
# The end of a turn
# --------------------------------------------------------------------------------------------------------------------


def answer_end(course: Course, pending: Pending, command: EndTurn) -> None:
    """End the turn."""
    hand_on(course, pending.seat)


def hand_on(course: Course, seat: int) -> None:
    """Refill the contracts on offer (BA-17.3) and pass the turn to the next seat that has not passed (BA-8.1)."""
    contracts.refill(course)
    order = course.state.turn_order
    place = order.index(seat) + 1
    following = next((seat for seat in order[place:] + order[:place] if not course.state.companies[seat].passed), None)
    if following is not None:
        course.open(Pending(kind=stages.TURN, seat=following))


def _script_end(position: Position, pending: Pending) -> Script:
    yield from ()
    return EndTurn()


END_TURN = Decision(
    stages.END_TURN,
    rule="BA-8.2",
    reason=message("barrage.due-end-turn", "End the turn"),
    answers={EndTurn: CommandHandling(facts.TurnEnded, answer_end)},
    script=_script_end,
)
