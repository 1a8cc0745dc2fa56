"""The draft of companies, officers and starting contracts before an expert game (BA-3.3)."""

from __future__ import annotations

from domain.barrage.engine.course import Course
from domain.barrage.engine.parts import CommandHandling, Decision
from domain.barrage.engine.pool import Expansion, pool
from domain.barrage.engine.position import Position, refusal
from domain.barrage.model import stages
from domain.barrage.model.changes import Founded
from domain.barrage.model.commands import DraftPick
from domain.barrage.model.facts import Drafted
from domain.barrage.model.pending import Pending
from domain.barrage.narration import words
from domain.barrage.setup import founded
from domain.game import Choose, FinalField, Script
from domain.message import message


def _answer(course: Course, pending: Pending, command: DraftPick) -> None:
    """Take one company with its officer and one starting contract from those left (BA-3.3)."""
    state = course.state
    offer = next((offer for offer in state.offers if offer.company == command.company), None)
    if offer is None:
        raise refusal(
            "BA-3.3", message("barrage.company-not-left", "This company isn't available. Choose another one.")
        )
    if command.contract not in state.starting_contracts:
        raise refusal(
            "BA-3.3",
            message(
                "barrage.starting-contract-not-left", "This starting contract isn't available. Choose another one."
            ),
        )
    in_play = pool(course.components, state.options, course.edition.all(Expansion).values())
    change: Founded = founded(course.components, in_play, pending.seat, offer, command.contract)
    course.change(change)


def _script(position: Position, pending: Pending) -> Script:
    state, components = position.state, position.components
    offers = {offer.company: offer for offer in state.offers}
    company = yield Choose(
        message("barrage.choose-company", "Choose a company"),
        list(offers),
        lambda value: message(
            "barrage.company-with-officer",
            "{company} with {officer}",
            company=words.company(components, value),
            officer=words.officer(components, offers[value].officer),
        ),
        lambda value: (f"company:{value}",),
    )
    return FinalField(
        Choose(
            message("barrage.choose-starting-contract", "Choose a starting contract"),
            list(state.starting_contracts),
            lambda value: words.contract(components, value),
            lambda value: (f"contract:{value}",),
        ),
        lambda value: DraftPick(company=company, contract=value),
    )


DRAFT = Decision(
    stages.DRAFT,
    rule="BA-3.3",
    reason=message("barrage.due-draft", "Choose a company and a starting contract"),
    answers={DraftPick: CommandHandling(Drafted, _answer)},
    script=_script,
)
