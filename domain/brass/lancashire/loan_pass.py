"""The loan (BL-13) and passing (BL-14)."""

from __future__ import annotations

from domain.brass import income_track
from domain.brass.lancashire.engine.position import Position
from domain.brass.lancashire.model.commands import Loan
from domain.brass.lancashire.model.facts import LoanTaken, Passed
from domain.brass.lancashire.narration import questions as own_questions
from domain.brass.model.commands import Pass
from domain.brass.model.components import Loan as Terms
from domain.brass.narration import questions
from domain.game import Fact, IllegalMove, Script
from domain.message import message


def decide_loan(position: Position, command: Loan) -> list[Fact]:
    """Take money for income levels (BL-13.2 to 13.5)."""
    if _too_late(position):
        raise IllegalMove(
            "BL-13.5",
            message(
                "lancashire.no-loans-in-last-rounds",
                "You can't take a loan in the last {rounds} rounds of the rail era.",
                rounds=position.components.constants.last_rail_rounds_without_loans,
            ),
        )
    loan = _terms(position, command.money)
    before = position.player.income_space
    level = income_track.level(position.components.income_track, before)
    if not _bearable(position, loan):
        raise IllegalMove(
            "BL-13.4",
            message(
                "lancashire.income-too-low-for-loan",
                "This loan would lower your income level from {level} to {lowered}; the minimum is {lowest}.",
                level=level,
                lowered=level - loan.income_levels,
                lowest=position.components.constants.lowest_level_after_loan,
            ),
        )
    after = income_track.lowered(position.components.income_track, before, loan.income_levels)
    return [LoanTaken(seat=position.seat, card=command.card, money=loan.money, income_from=before, income_to=after)]


def _too_late(position: Position) -> bool:
    """Return whether this is a round of the rail era that begins with an empty draw deck (BL-13.5)."""
    state, constants = position.state, position.components.constants
    last_with_loans = constants.rounds_per_era[len(state.players)] - constants.last_rail_rounds_without_loans
    return state.era == "rail" and state.round > last_with_loans


def _terms(position: Position, money: int) -> Terms:
    for loan in position.components.constants.loans:
        if loan.money == money:
            return loan
    raise IllegalMove(
        "BL-13.2", message("lancashire.no-such-loan", "You can borrow £10, £20 or £30, not £{money}.", money=money)
    )


def _bearable(position: Position, loan: Terms) -> bool:
    level = income_track.level(position.components.income_track, position.player.income_space)
    return level - loan.income_levels >= position.components.constants.lowest_level_after_loan


def loans(position: Position) -> list[Terms]:
    """Return the possible loans."""
    if _too_late(position):
        return []
    return [loan for loan in position.components.constants.loans if _bearable(position, loan)]


def script_loan(position: Position) -> Script:
    """Ask for the amount and the card."""
    money = yield own_questions.loan(loans(position))
    return questions.discarding(position, lambda card: Loan(card=card, money=int(money)))


def decide_pass(position: Position, command: Pass) -> list[Fact]:
    """Do nothing (BL-14.1)."""
    return [Passed(seat=position.seat, card=command.card)]
