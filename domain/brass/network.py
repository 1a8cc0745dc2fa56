"""Placing links in both Brass games."""

from __future__ import annotations

from typing import Any

from domain.brass.connections import Distances
from domain.brass.consumption import Stock, consume_coal, require_sources
from domain.brass.engine.position import AnyPosition, Position
from domain.brass.model.commands import Network
from domain.brass.model.components import Components, LinkPrice, PriceT
from domain.brass.model.facts import Laid
from domain.game import IllegalMove
from domain.game_kit.memory import remembered
from domain.message import counted, message


def link_price(position: Position[Any, Components[Any, PriceT]], links: int) -> PriceT:
    """Return the price of this many links in this era."""
    prices = position.components.link_prices
    if position.state.era == "canal":
        if links != prices.canal.links:
            raise IllegalMove(
                position.rules.canal_links,
                message("brass.exactly-one-link", "In the canal era, you place exactly one link per action."),
            )
        return prices.canal
    for price in (prices.rail_single, prices.rail_double):
        if links == price.links:
            return price
    raise IllegalMove(
        position.rules.rail_links,
        message("brass.one-or-two-links", "In the rail era, you place one or two links per action."),
    )


def laid(position: AnyPosition, stock: Stock, command: Network, price: LinkPrice) -> tuple[Laid, ...]:
    """Place the links of a command and supply them with coal, one after the other. Raise IllegalMove if refused."""
    _check_link_tiles(position, len(command.links))
    require_sources(command.coal, price.coal_per_link * len(command.links), position.rules.link_coal)
    check_money(position, price.money)
    links: list[Laid] = []
    for number, line in enumerate(command.links):
        placed = command.links[:number]
        _check_line(position, line, placed)
        coal = None
        if command.coal:
            coal = consume_coal(position, stock, distances(position, line, placed), command.coal[number])
        links.append(Laid(line=line, coal=coal))
    check_money(position, price.money + stock.paid)
    return tuple(links)


def _check_link_tiles(position: AnyPosition, links: int) -> None:
    left = position.player.links_left
    if links > left:
        raise IllegalMove(
            position.rules.link_tiles,
            counted(
                "brass.not-enough-link-tiles",
                "This needs {count} link tile; you have {left}.",
                "This needs {count} link tiles; you have {left}.",
                count=links,
                left=left,
            ),
        )


def check_money(position: AnyPosition, pounds: int) -> None:
    """Check that the seat has this much money."""
    if pounds > position.player.money:
        raise IllegalMove(
            position.rules.enough_money,
            message(
                "brass.cannot-afford-action",
                "This costs £{price}; you have £{money}.",
                price=pounds,
                money=position.player.money,
            ),
        )


def _check_line(position: AnyPosition, line: str, placed: tuple[str, ...]) -> None:
    """Check that the line is free, is for this era and touches the network, including links placed just before."""
    rules, ends = position.rules, position.map.ends.get(line)
    if ends is None:
        raise IllegalMove(
            rules.line_named, message("brass.unknown-line", "{line} isn't a line on the board.", line=line)
        )
    if line in position.state.links or line in placed:
        raise IllegalMove(
            rules.line_free,
            message("brass.line-already-linked", "This line already has a link. Choose a line without one."),
        )
    era = position.state.era
    if era not in position.components.line[line].eras:
        if era == "canal":
            raise IllegalMove(
                rules.canal_lines,
                message("brass.line-not-canal", "This isn't a canal line. In the canal era, choose a canal line."),
            )
        raise IllegalMove(
            rules.rail_lines,
            message("brass.line-not-railway", "This isn't a rail line. In the rail era, choose a rail line."),
        )
    if not position.may_begin_anywhere(placed) and not _touches(position, ends, placed):
        raise position.out_of_network(placed)


def _touches(position: AnyPosition, ends: tuple[str, ...], placed: tuple[str, ...]) -> bool:
    if not position.own_places.isdisjoint(ends):
        return True
    return any(end in position.map.ends[line] for line in placed for end in ends)


def distances(position: AnyPosition, line: str, placed: tuple[str, ...]) -> Distances:
    """Return distances from a link, counted from the nearest of its ends."""
    network = position.network_with(*placed) if placed else position.network
    return network.distances(*position.map.ends[line])


# --------------------------------------------------------------------------------------------------------------------
# Legal links
# --------------------------------------------------------------------------------------------------------------------


@remembered
def _free_lines(position: AnyPosition) -> tuple[str, ...]:
    return tuple(
        line.id for line in position.components.lines_of[position.state.era] if line.id not in position.state.links
    )


def lines_near(position: AnyPosition, placed: tuple[str, ...]) -> tuple[str, ...]:
    """Return the free lines that touch the network, including links placed just before."""
    anywhere = position.may_begin_anywhere(placed)
    return tuple(
        line
        for line in _free_lines(position)
        if line not in placed and (anywhere or _touches(position, position.map.ends[line], placed))
    )


@remembered
def coal_for_first(position: AnyPosition, line: str) -> tuple[str, ...]:
    """Return the sources of coal for a first rail link."""
    return tuple(Stock.of(position).coal_sources(distances(position, line, ())))


@remembered
def first_lines(position: AnyPosition) -> tuple[str, ...]:
    """Return the lines on which one link can be placed."""
    if not position.player.links_left:
        return ()
    near = lines_near(position, ())
    if position.state.era == "canal":
        return near if position.player.money >= position.components.link_prices.canal.money else ()
    return tuple(line for line in near if _affords_first(position, line))


def _affords_first(position: AnyPosition, line: str) -> bool:
    sources = coal_for_first(position, line)
    if not sources:
        return False
    paid = after_first(position, line, sources[0]).paid
    affordable: bool = position.player.money >= position.components.link_prices.rail_single.money + paid
    return affordable


@remembered
def after_first(position: AnyPosition, line: str, source: str) -> Stock:
    """Return the stock after the first link has consumed its coal; it must not be changed."""
    stock = Stock.of(position)
    stock.take_coal(source)
    return stock


@remembered
def coal_for_second(position: AnyPosition, first: str, source: str, second: str) -> tuple[str, ...]:
    """Return the sources of coal for the second link, if it can be paid."""
    stock = after_first(position, first, source)
    sources = tuple(stock.coal_sources(distances(position, second, (first,))))
    if not sources:
        return ()
    trial = stock.copy()
    trial.take_coal(sources[0])
    affordable = position.player.money >= position.components.link_prices.rail_double.money + trial.paid
    return sources if affordable else ()


@remembered
def second_lines(position: AnyPosition, first: str, source: str) -> tuple[str, ...]:
    """Return the lines on which a second link can be placed after this first one, considering only coal and money."""
    price = position.components.link_prices.rail_double
    if position.player.links_left < price.links or position.player.money < price.money:
        return ()
    near = lines_near(position, (first,))
    return tuple(line for line in near if coal_for_second(position, first, source, line))


FIRST = message("brass.choose-line", "Choose a line for your link")
"""The question for the first link."""
