"""The sell action (BL-12): mills sell cotton through ports or to the distant cotton market, one mill at a time.

Each sale is a separate move, because the player sees its result before choosing the next one.
"""

from __future__ import annotations

from typing import Any

from domain.brass.connections import Distances
from domain.brass.consumption import Stock
from domain.brass.engine.position import place_of
from domain.brass.lancashire.engine.position import Position
from domain.brass.lancashire.model.commands import DISTANT_MARKET, Sell, SellOn, StopSelling
from domain.brass.lancashire.model.facts import MarketTurned, SellingStopped, Sold, SoldOn
from domain.brass.lancashire.narration import questions as own_questions
from domain.brass.model.facts import Advance
from domain.brass.model.state import Tile
from domain.brass.narration import questions
from domain.brass.narration.questions import DONE
from domain.game import HIDDEN, Fact, FinalField, IllegalMove, Script
from domain.game_kit.memory import remembered
from domain.message import message


def decide_sell(position: Position, command: Sell) -> list[Fact]:
    """Make the first sale of the action (BL-12.1)."""
    sale = _sale(position, command.slot, command.to)
    return [Sold(card=command.card, **sale), *_turned(position, command.slot, command.to)]


def decide_sell_on(position: Position, command: SellOn) -> list[Fact]:
    """Make a further sale of the action (BL-12.10)."""
    sale = _sale(position, command.slot, command.to)
    return [SoldOn(**sale), *_turned(position, command.slot, command.to)]


def decide_stop(position: Position, command: StopSelling) -> list[Fact]:
    """End the sales of the action (BL-12.10)."""
    return [SellingStopped(seat=position.seat)]


def _sale(position: Position, slot: str, to: str) -> dict[str, Any]:
    """Return the fields of the fact of a sale. Raise IllegalMove if it is refused."""
    mill = _mill(position, slot)
    sale: dict[str, Any] = {"seat": position.seat, "slot": slot, "to": to}
    if to == DISTANT_MARKET:
        _check_market(position, slot)
        return sale
    port = _port(position, slot, to)
    stock = Stock.of(position)
    return sale | {
        "port": stock.flip(port.owner, port.industry, port.level),
        "mill": stock.flip(mill.owner, mill.industry, mill.level),
        "more": _more(position, slot, to, position.state.market_space),
    }


def _mill(position: Position, slot: str) -> Tile:
    """Return the unflipped cotton mill of the seat on this slot (BL-12.2)."""
    tile = position.state.board.get(slot)
    if tile is None or tile.owner != position.seat or tile.industry != "cotton_mill":
        raise IllegalMove(
            "BL-12.2",
            message(
                "lancashire.not-your-cotton-mill",
                "You have no cotton mill on that slot in {place}. Sell one of your own.",
                place=position.name_if_known(slot),
            ),
        )
    if tile.flipped:
        raise IllegalMove(
            "BL-12.2",
            message(
                "lancashire.cotton-mill-already-flipped",
                "The cotton mill in {place} is already flipped.",
                place=position.name(slot),
            ),
        )
    return tile


# --------------------------------------------------------------------------------------------------------------------
# Ports
# --------------------------------------------------------------------------------------------------------------------


def _port(position: Position, slot: str, to: str) -> Tile:
    """Return the unflipped port on this slot, which must be connected to the mill (BL-12.3)."""
    tile = position.state.board.get(to)
    if tile is None or tile.industry != "port":
        raise IllegalMove(
            "BL-12.3",
            message(
                "lancashire.no-port-on-slot",
                "{place} has no port on that slot. Choose a port to sell through.",
                place=position.name_if_known(to),
            ),
        )
    if tile.flipped:
        raise IllegalMove(
            "BL-12.3",
            message(
                "lancashire.port-already-flipped", "The port in {place} is already flipped.", place=position.name(to)
            ),
        )
    if place_of(to) not in _distances(position, slot):
        raise IllegalMove(
            "BL-12.3",
            message(
                "lancashire.port-not-connected",
                "{port} isn't connected to {mill}.",
                port=position.name(to),
                mill=position.name(slot),
            ),
        )
    return tile


def _distances(position: Position, slot: str) -> Distances:
    return position.network.distances(place_of(slot))


# --------------------------------------------------------------------------------------------------------------------
# The distant cotton market
# --------------------------------------------------------------------------------------------------------------------


def _check_market(position: Position, slot: str) -> None:
    """Check that the marker is not on the X, and that the mill is connected to the trade icon (BL-12.5, 12.11)."""
    if position.state.market_space == position.components.last_market_space:
        raise IllegalMove(
            "BL-12.11",
            message(
                "lancashire.distant-market-buys-nothing",
                "The distant cotton market is closed: its marker is on the X space.",
            ),
        )
    if not position.trades(_distances(position, slot)):
        raise IllegalMove(
            "BL-12.5",
            message(
                "lancashire.no-port-or-market-connected",
                "{place} isn't connected to the trade icon of a port or market.",
                place=position.name(slot),
            ),
        )


def _turned(position: Position, slot: str, to: str) -> list[Fact]:
    """Return the effect of a sale to the distant market (BL-12.7 to 12.9); unknown while the tile is hidden."""
    state, components = position.state, position.components
    if to != DISTANT_MARKET or state.market_tiles[0] == HIDDEN:
        return []
    tile, before, last = state.market_tiles[0], state.market_space, components.last_market_space
    after = min(before + int(tile), last)
    turned: dict[str, Any] = {
        "seat": position.seat,
        "slot": slot,
        "tile": tile,
        "space_from": before,
        "space_to": after,
    }
    if after == last:
        return [MarketTurned(**turned)]
    stock, mill = Stock.of(position), state.board[slot]
    income_from, income_to = stock.advance(position.seat, components.distant_market_income[after])
    income = Advance(income_from=income_from, income_to=income_to)
    return [
        MarketTurned(
            **turned,
            income=income if components.distant_market_income[after] else None,
            mill=stock.flip(mill.owner, mill.industry, mill.level),
            more=_more(position, slot, to, after),
        )
    ]


# --------------------------------------------------------------------------------------------------------------------
# Legal sales
# --------------------------------------------------------------------------------------------------------------------


def _unflipped(position: Position, industry: str) -> list[str]:
    board = position.state.board
    return [slot for slot, tile in board.items() if tile.industry == industry and not tile.flipped]


@remembered
def _mills(position: Position) -> tuple[str, ...]:
    """Return the unflipped cotton mills of the seat."""
    board = position.state.board
    return tuple(slot for slot in _unflipped(position, "cotton_mill") if board[slot].owner == position.seat)


@remembered
def _ports(position: Position, slot: str) -> tuple[str, ...]:
    """Return the unflipped ports connected to a mill."""
    distances = _distances(position, slot)
    return tuple(port for port in _unflipped(position, "port") if place_of(port) in distances)


@remembered
def outlets(position: Position, slot: str) -> tuple[str, ...]:
    """Return the ports or markets to which a mill can sell."""
    is_open = position.state.market_space < position.components.last_market_space
    if is_open and position.trades(_distances(position, slot)):
        return (*_ports(position, slot), DISTANT_MARKET)
    return _ports(position, slot)


@remembered
def saleable(position: Position) -> tuple[str, ...]:
    """Return the mills that can sell."""
    return tuple(slot for slot in _mills(position) if outlets(position, slot))


def _more(position: Position, sold: str, used: str, market_space: int) -> bool:
    """Return whether another mill can sell after this sale, with the marker on this space."""
    is_open = market_space < position.components.last_market_space
    return any(
        any(port != used for port in _ports(position, slot))
        or (is_open and position.trades(_distances(position, slot)))
        for slot in _mills(position)
        if slot != sold
    )


_MILL = message("lancashire.choose-mill-to-sell", "Choose a cotton mill to sell")
_MORE = message("lancashire.choose-another-mill-to-sell", "Sell another cotton mill?")


def script_sell(position: Position) -> Script:
    """Ask for the mill, the port or market, and the card."""
    slot = yield questions.own_tile(position, saleable(position), _MILL)
    to = yield own_questions.outlet(position, outlets(position, slot))
    return questions.discarding(position, lambda card: Sell(card=card, slot=slot, to=to))


def script_sell_on(position: Position) -> Script:
    """Ask for another mill and its port or market, or none."""
    slot = yield questions.own_tile(position, (DONE, *saleable(position)), _MORE)
    if slot == DONE:
        return StopSelling()
    return FinalField(own_questions.outlet(position, outlets(position, slot)), lambda to: SellOn(slot=slot, to=to))
