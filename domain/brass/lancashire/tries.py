"""Commands that only this game has, tried to find the reason for a refusal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from domain.brass import tries as brass
from domain.brass.lancashire.build import check_card
from domain.brass.lancashire.engine.position import Position
from domain.brass.lancashire.model.commands import DISTANT_MARKET, DoubleBuild, Loan, Network, Sell
from domain.brass.lancashire.model.state import State
from domain.brass.narration.questions import hand
from domain.brass.tries import any_card
from domain.game import Command


def _sales(position: Position) -> Iterator[Command]:
    """Yield sales of every mill of the seat through every port and to the distant market; without mills, of the first
    slot.
    """
    board = position.state.board
    mills = [slot for slot, tile in board.items() if tile.owner == position.seat and tile.industry == "cotton_mill"]
    ports = [slot for slot, tile in board.items() if tile.industry == "port"]
    for mill in mills or list(position.icons)[:1]:
        for port in (*ports, DISTANT_MARKET):
            yield Sell(card=any_card(position), slot=mill, to=port)


def _double_builds(position: Position) -> Iterator[Command]:
    for slot, industries in position.icons.items():
        for industry in industries:
            yield DoubleBuild(cards=tuple(position.player.hand[:2]), industry=industry, slot=slot)


def _loans(position: Position) -> Iterator[Loan]:
    return (Loan(card=any_card(position), money=loan.money) for loan in position.components.constants.loans)


_OWN = {"sell": _sales, "double_build": _double_builds, "loan": _loans}


def tries(state: State, seat: int, about: str) -> Iterable[Command]:
    """Return commands that a click on a part of the drawing, or an action, may mean."""
    position, (kind, _, money) = Position(state, seat), about.partition(":")
    if kind == "loan" and hand(position):
        return [loan for loan in _loans(position) if str(loan.money) == money]
    return brass.tries(check_card, Network, _OWN, position, about)
