"""Turns (BA-8): what may be done in one, passing, and whose turn is next; and the draft before them (BA-3.3)."""

from __future__ import annotations

from domain.barrage import actions, contracts, officers
from domain.barrage.construct_script import script_construct
from domain.barrage.construction import answer_construct
from domain.barrage.construction import possible as can_construct
from domain.barrage.machinery.course import Course
from domain.barrage.machinery.edition import Decision, Entry
from domain.barrage.machinery.position import Position, refusal
from domain.barrage.officers import COPIED
from domain.barrage.setup import founded, pool
from domain.barrage.telling import words
from domain.barrage.vocabulary.changes import Founded
from domain.barrage.vocabulary.commands import Construct, CopyOfficer, DraftPick, EndTurn, Pass, UseSpace
from domain.barrage.vocabulary.pending import Pending
from domain.barrage.vocabulary.stages import DRAFT, END_TURN, TURN
from domain.game import Choose, Lastly, Script
from domain.message import message

# --------------------------------------------------------------------------------------------------------------------
# A turn
# --------------------------------------------------------------------------------------------------------------------


def _may_pass(position: Position) -> bool:
    """Who has no engineers left may pass, but not after a preliminary action (BA-8.8, BA-8.9, BA-25.11)."""
    return not position.company.engineers and position.pending.source != COPIED


def _answer_pass(course: Course, pending: Pending, command: Pass) -> None:
    if course.state.companies[pending.seat].engineers:
        raise refusal("BA-8.8", message("You still have engineers; place some."))
    if pending.source == COPIED:
        raise refusal("BA-25.11", message("After copying an officer an action must be taken."))
    course.open(Pending(kind=END_TURN, seat=pending.seat))


def _script_pass(position: Position) -> Script:
    yield from ()
    return Pass()


MENU = {
    "construct": Entry(message("Construction"), can_construct, script_construct),
    **actions.MENU,
    **officers.MENU,
    "pass": Entry(message("Pass"), _may_pass, _script_pass),
}


def _script_turn(position: Position, pending: Pending) -> Script:
    key = "menu"
    menu = position.edition.menu
    if key not in position.memory:
        position.memory[key] = [name for name, entry in menu.items() if entry.possible(position)]
    name = yield Choose(message("Choose an action"), position.memory[key], lambda value: menu[value].label)
    return (yield from menu[name].script(position))


# --------------------------------------------------------------------------------------------------------------------
# The end of a turn
# --------------------------------------------------------------------------------------------------------------------


def answer_end(course: Course, pending: Pending, command: EndTurn) -> None:
    """The contracts on offer are refilled (BA-17.3), and the next seat that has not passed acts (BA-8.1)."""
    contracts.refill(course)
    order = course.state.turn_order
    place = order.index(pending.seat) + 1
    following = next((seat for seat in order[place:] + order[:place] if not course.state.companies[seat].passed), None)
    if following is not None:
        course.open(Pending(kind=TURN, seat=following))


def _script_end(position: Position, pending: Pending) -> Script:
    yield from ()
    return EndTurn()


# --------------------------------------------------------------------------------------------------------------------
# The draft
# --------------------------------------------------------------------------------------------------------------------


def _answer_draft(course: Course, pending: Pending, command: DraftPick) -> None:
    """One company with its officer and one starting contract from what is left (BA-3.3)."""
    state = course.state
    offer = next((offer for offer in state.offers if offer.company == command.company), None)
    if offer is None:
        raise refusal("BA-3.3", message("Take one of the companies that are left."))
    if command.contract not in state.starting_contracts:
        raise refusal("BA-3.3", message("Take one of the starting contracts that are left."))
    in_play = pool(course.components, state.options, course.edition.expansions)
    change: Founded = founded(course.components, in_play, pending.seat, offer, command.contract)
    course.change(change)


def _script_draft(position: Position, pending: Pending) -> Script:
    state, components = position.state, position.components
    offers = {offer.company: offer for offer in state.offers}
    company = yield Choose(
        message("Take which company?"),
        list(offers),
        lambda value: message(
            "{company} with {officer}",
            company=words.company(components, value),
            officer=words.officer(components, offers[value].officer),
        ),
        lambda value: (f"company:{value}",),
    )
    return Lastly(
        Choose(
            message("Take which starting contract?"),
            list(state.starting_contracts),
            lambda value: words.contract(components, value),
            lambda value: (f"contract:{value}",),
        ),
        lambda value: DraftPick(company=company, contract=value),
    )


DECISIONS = {
    TURN: Decision(
        rule="BA-8.2",
        reason=message("Take a turn"),
        answers={
            Construct: answer_construct,
            UseSpace: actions.answer_use,
            CopyOfficer: officers.answer_copy,
            Pass: _answer_pass,
        },
        script=_script_turn,
        possible=lambda position, pending: True,
    ),
    END_TURN: Decision(
        rule="BA-8.2",
        reason=message("End the turn"),
        answers={EndTurn: answer_end},
        script=_script_end,
        possible=lambda position, pending: True,
    ),
    DRAFT: Decision(
        rule="BA-3.3",
        reason=message("Pick a company and a starting contract"),
        answers={DraftPick: _answer_draft},
        script=_script_draft,
        possible=lambda position, pending: True,
    ),
}
