"""Commands that only this game has, tried to find the reason for a refusal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from domain.brass import tries as brass
from domain.brass.birmingham.build import check_card
from domain.brass.birmingham.engine.position import Position
from domain.brass.birmingham.model.commands import Loan, Network, Sale, Scout, Sell
from domain.brass.birmingham.model.state import State
from domain.brass.tries import any_card
from domain.game import Command


def _sales(position: Position) -> Iterator[Command]:
    """Yield sales of every tile of the seat to every merchant, with the merchant's own beer."""
    for slot, tile in position.state.board.items():
        if tile.owner != position.seat or position.components.facts[tile.industry].flips_by != "sale":
            continue
        beer = position.components.tile(tile.industry, tile.level).beer_to_sell
        for merchant in position.state.merchants:
            sale = Sale(slot=slot, merchant=merchant, beer=(merchant,) * beer)
            yield Sell(card=any_card(position), sales=(sale,))


def _no_sale(position: Position) -> Iterable[Command]:
    """Yield an empty sale, so that it is refused if there is nothing to sell."""
    return list(_sales(position)) or [Sell(card=any_card(position), sales=())]


def _scout(position: Position) -> Iterator[Command]:
    yield Scout(cards=tuple(position.player.hand[: position.components.constants.scout.cards]))


def _loan(position: Position) -> Iterator[Command]:
    yield Loan(card=any_card(position))


_OWN = {"sell": _no_sale, "scout": _scout, "loan": _loan}


def tries(state: State, seat: int, about: str) -> Iterable[Command]:
    """Return commands that a click on a part of the drawing, or an action, may mean."""
    return brass.tries(check_card, Network, _OWN, Position(state, seat), about)
