"""The fields that only this game asks for: the market or port of a sale, and the size of a loan."""

from __future__ import annotations

from collections.abc import Sequence

from domain.brass.lancashire.engine.position import Position
from domain.brass.lancashire.model.commands import DISTANT_MARKET
from domain.brass.model.components import Loan
from domain.brass.narration.questions import own_first, slot_elements
from domain.game import Choose
from domain.message import Message, Seat, counted, message

_OUTLET = message("lancashire.choose-where-to-sell", "Choose where to sell")
_LOAN = message("lancashire.choose-loan", "Choose an amount to borrow")


def outlet(position: Position, values: Sequence[str]) -> Choose:
    """Ask where a mill sells: a port by its slot, or the distant market."""

    def label(value: str) -> Message:
        if value == DISTANT_MARKET:
            return message("lancashire.sell-to-distant-market", "Distant cotton market")
        tile = position.state.board[value]
        return message(
            "lancashire.sell-through-port",
            "{owner}'s port in {place}, level {level}",
            owner=Seat(tile.owner),
            place=position.name(value),
            level=tile.level,
        )

    def elements(value: str) -> tuple[str, ...]:
        return ("market:distant",) if value == DISTANT_MARKET else slot_elements(value)

    return Choose(_OUTLET, values, label, elements, usual=lambda: own_first(position, values))


def loan(loans: Sequence[Loan]) -> Choose:
    """Ask for the size of a loan, in pounds."""
    levels = {str(offer.money): offer.income_levels for offer in loans}

    def label(value: str) -> Message:
        return counted(
            "lancashire.borrow-amount",
            "£{money} for {count} income level",
            "£{money} for {count} income levels",
            money=value,
            count=levels[value],
        )

    return Choose(_LOAN, tuple(levels), label, lambda value: (f"loan:{value}",), usual=lambda: (max(levels, key=int),))
