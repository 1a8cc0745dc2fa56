"""The fields that only this game asks for: the merchant tile of a sale, and the source of a barrel."""

from __future__ import annotations

from collections.abc import Sequence

from domain.brass.birmingham.consumption import Stock
from domain.brass.birmingham.engine.position import Position
from domain.brass.narration.questions import own_first, slot_elements, source_label
from domain.game import Choose
from domain.message import Message, message

_BEER = message("birmingham.choose-beer-source", "Choose where to take beer from")


def merchant(position: Position, values: Sequence[str], prompt: Message) -> Choose:
    """Ask for a merchant tile by its merchant space."""

    def label(value: str) -> Message:
        number = int(value.rpartition("/")[2]) + 1
        if position.state.merchants[value].barrel:
            return message(
                "birmingham.merchant-space-with-beer",
                "{place}, space {number}, with beer",
                place=position.name(value),
                number=number,
            )
        return message(
            "birmingham.merchant-space", "{place}, space {number}", place=position.name(value), number=number
        )

    def usual() -> list[str]:
        return sorted(values, key=lambda value: _missed(position, value))

    return Choose(prompt, values, label, lambda value: (f"merchant:{value}",), usual=usual)


def _missed(position: Position, space: str) -> tuple[bool, int]:
    """Return a sort key: merchants with beer first, then those that buy less; the others stay open for more goods."""
    merchant = position.state.merchants[space]
    return not merchant.barrel, len(position.components.merchant_tile[merchant.tile].accepts)


def beer(position: Position, stock: Stock, values: Sequence[str]) -> Choose:
    """Ask for the source of a barrel."""

    def label(value: str) -> Message:
        if value in stock.barrels:
            return message("birmingham.merchant-barrel", "Merchant beer in {place}", place=position.name(value))
        return source_label(position, value, stock.beer, 0)

    def elements(value: str) -> tuple[str, ...]:
        return (f"merchant:{value}",) if value in stock.barrels else slot_elements(value)

    return Choose(_BEER, values, label, elements, usual=lambda: own_first(position, values))
