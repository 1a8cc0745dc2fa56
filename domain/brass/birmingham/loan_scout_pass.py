"""The loan (BB-21), the scout action (BB-22) and passing (BB-23)."""

from __future__ import annotations

from collections.abc import Sequence

from domain.brass import income_track
from domain.brass.birmingham.engine.position import Position
from domain.brass.birmingham.model.commands import Loan, Pass, Scout
from domain.brass.birmingham.model.components import WILD_INDUSTRY, WILD_LOCATION
from domain.brass.birmingham.model.facts import LoanTaken, Passed, Scouted
from domain.brass.narration import questions
from domain.game import Fact, IllegalMove, Script
from domain.message import message

WILD = (WILD_LOCATION, WILD_INDUSTRY)


def decide_loan(position: Position, command: Loan) -> list[Fact]:
    """Take money for income levels (BB-21.1, 21.2)."""
    loan, before = position.components.constants.loan, position.player.income_space
    level = income_track.level(position.components.income_track, before)
    if not can_borrow(position):
        raise IllegalMove(
            "BB-21.3",
            message(
                "birmingham.income-too-low-for-loan",
                "A loan would lower your income level from {level} to {lowered}; the minimum is {lowest}.",
                level=level,
                lowered=level - loan.income_levels,
                lowest=loan.lowest_level,
            ),
        )
    after = income_track.lowered(position.components.income_track, before, loan.income_levels)
    return [
        LoanTaken(seat=position.seat, card=command.card, money=loan.money, income_from=before, income_to=after),
    ]


def can_borrow(position: Position) -> bool:
    """Return whether the income level allows a loan (BB-21.3)."""
    loan = position.components.constants.loan
    level = income_track.level(position.components.income_track, position.player.income_space)
    return level - loan.income_levels >= loan.lowest_level


def script_loan(position: Position) -> Script:
    """Ask for the card."""
    yield from ()
    return questions.discarding(position, lambda card: Loan(card=card))


def check_scouting(position: Position, cards: Sequence[str]) -> None:
    """Check that the three cards are from a hand without wild cards (BB-22.1, 22.3, 22.4)."""
    needed, hand = position.components.constants.scout.cards, position.player.hand
    if any(wild in hand for wild in WILD):
        raise IllegalMove(
            "BB-22.3",
            message("birmingham.wild-card-in-hand", "You can't scout while you have a wild card in hand."),
        )
    if len(hand) < needed:
        raise IllegalMove(
            "BB-22.4",
            message(
                "birmingham.too-few-cards-to-scout",
                "Scouting takes {needed} cards; you have {held}.",
                needed=needed,
                held=len(hand),
            ),
        )
    if len(cards) != needed:
        raise IllegalMove(
            "BB-22.1",
            message(
                "birmingham.wrong-scout-card-count",
                "Scouting takes {needed} cards; you chose {given}.",
                needed=needed,
                given=len(cards),
            ),
        )


def decide_scout(position: Position, command: Scout) -> list[Fact]:
    """Exchange three cards for one wild card of each kind (BB-22.2)."""
    check_scouting(position, command.cards)
    figures = position.components.constants.scout
    gained = (WILD_LOCATION,) * figures.wild_location + (WILD_INDUSTRY,) * figures.wild_industry
    return [Scouted(seat=position.seat, cards=command.cards, gained=gained)]


def can_scout(position: Position) -> bool:
    """Return whether scouting is allowed."""
    hand = position.player.hand
    return len(hand) >= position.components.constants.scout.cards and not any(wild in hand for wild in WILD)


_SCOUT = (
    message("birmingham.choose-discard-for-action", "Choose a card to discard for the action"),
    message("birmingham.choose-exchange-discard", "Choose a card to exchange"),
    message("birmingham.choose-other-exchange-discard", "Choose another card to exchange"),
)


def script_scout(position: Position) -> Script:
    """Ask for the card for the action and two more."""
    first = yield from questions.card(position, questions.hand(position), _SCOUT[0])
    left = list(position.player.hand)
    left.remove(first)
    second = yield from questions.card(position, tuple(dict.fromkeys(left)), _SCOUT[1])
    left.remove(second)
    last = tuple(dict.fromkeys(left))
    return questions.final_card(position, last, _SCOUT[2], lambda third: Scout(cards=(first, second, third)))


def decide_pass(position: Position, command: Pass) -> list[Fact]:
    """Do nothing (BB-23.1)."""
    return [Passed(seat=position.seat, card=command.card)]
