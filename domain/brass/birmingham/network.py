"""The network action (BB-17)."""

from __future__ import annotations

from domain.brass.birmingham import offers
from domain.brass.birmingham.commands import Network
from domain.brass.birmingham.components import LinkPrice
from domain.brass.birmingham.consumption import Stock, consume_coal, consume_link_beer, require_sources
from domain.brass.birmingham.facts import Laid, Linked, Taken
from domain.brass.birmingham.offers import DONE
from domain.brass.birmingham.position import Position, remembered
from domain.brass.network import Distances
from domain.game import Fact, IllegalMove, Lastly, Script
from domain.message import message


def decide_network(position: Position, command: Network) -> list[Fact]:
    """Place one link or two, strictly one after the other (BB-17.10)."""
    price = _price(position, len(command.links))
    _check_link_tiles(position, len(command.links))
    require_sources(command.coal, price.coal_per_link * len(command.links), "BB-17.9")
    _check_money(position, price.money)
    stock = Stock(position)
    links: list[Laid] = []
    for number, line in enumerate(command.links):
        placed = command.links[:number]
        _check_line(position, line, placed)
        coal = consume_coal(stock, _distances(position, line, placed), command.coal[number]) if command.coal else None
        links.append(Laid(line=line, coal=coal))
    _check_money(position, price.money + stock.paid)
    beer = _consume_beer(position, stock, command, price)
    return [
        Linked(seat=position.seat, card=command.card, links=tuple(links), price=price.money, beer=beer),
    ]


def _price(position: Position, links: int) -> LinkPrice:
    """What this many links cost in this era (BB-17.4, 17.6)."""
    prices = position.components.link_prices
    if position.state.era == "canal":
        if links != prices.canal.links:
            raise IllegalMove("BB-17.4", message("In the canal era an action places exactly one link."))
        return prices.canal
    for price in (prices.rail_single, prices.rail_double):
        if links == price.links:
            return price
    raise IllegalMove("BB-17.6", message("In the rail era an action places one link or two."))


def _check_link_tiles(position: Position, links: int) -> None:
    left = position.player.links_left
    if links > left:
        raise IllegalMove(
            "BB-17.15", message("You have {left} link tiles left, this needs {links}.", left=left, links=links)
        )


def _check_money(position: Position, pounds: int) -> None:
    if pounds > position.player.money:
        raise IllegalMove(
            "BB-1.14",
            message("This costs £{price}, you have £{money}.", price=pounds, money=position.player.money),
        )


def _check_line(position: Position, line: str, placed: tuple[str, ...]) -> None:
    """The line is free, for this era and touches the network, links placed just before included (BB-17.2 to 17.8)."""
    ends = position.map.ends.get(line)
    if ends is None:
        raise IllegalMove("BB-17.1", message("There is no line called {line} on the board.", line=line))
    if line in position.state.links or line in placed:
        raise IllegalMove("BB-17.2", message("There is a link on that line already; choose a line without one."))
    era = position.state.era
    if era not in position.components.line[line].eras:
        if era == "canal":
            raise IllegalMove("BB-17.3", message("That line is no canal; in the canal era choose a canal line."))
        raise IllegalMove("BB-17.5", message("That line is no railway; in the rail era choose a railway line."))
    if not _touches(position, ends, placed):
        _refuse_remote(position, placed)


def _touches(position: Position, ends: tuple[str, ...], placed: tuple[str, ...]) -> bool:
    if position.nothing_on_board and not placed:
        return True
    if not position.own_places.isdisjoint(ends):
        return True
    return any(end in position.map.ends[line] for line in placed for end in ends)


def _refuse_remote(position: Position, placed: tuple[str, ...]) -> None:
    if position.nothing_on_board and placed:
        raise IllegalMove("BB-17.8", message("The second link must touch the first one; choose a line next to it."))
    raise IllegalMove("BB-17.7", message("The link must touch a location of your network; that line does not."))


def _distances(position: Position, line: str, placed: tuple[str, ...]) -> Distances:
    """Distances from a link, which count from the nearest of its ends (BB-8.4)."""
    network = position.network_with(*placed) if placed else position.network
    return network.distances(*position.map.ends[line])


def _consume_beer(position: Position, stock: Stock, command: Network, price: LinkPrice) -> Taken | None:
    """Two links need a barrel, taken once the second one lies (BB-17.10, 17.14)."""
    if not price.beer:
        if command.beer is not None:
            raise IllegalMove("BB-17.6", message("A single link needs no beer; name a barrel for two links only."))
        return None
    if command.beer is None:
        raise IllegalMove("BB-17.6", message("Two links need a barrel of beer; say which brewery gives it."))
    first, second = command.links
    return consume_link_beer(stock, _distances(position, second, (first,)), command.beer)


# --------------------------------------------------------------------------------------------------------------------
# What may be placed
# --------------------------------------------------------------------------------------------------------------------


@remembered
def _free_lines(position: Position) -> tuple[str, ...]:
    return tuple(
        line.id for line in position.components.lines_of[position.state.era] if line.id not in position.state.links
    )


@remembered
def _coal_for_first(position: Position, line: str) -> tuple[str, ...]:
    """The sources of coal for a first rail link."""
    return tuple(Stock(position).coal_sources(_distances(position, line, ())))


@remembered
def first_lines(position: Position) -> tuple[str, ...]:
    """The lines on which one link can be placed."""
    prices, money = position.components.link_prices, position.player.money
    if not position.player.links_left:
        return ()
    near = tuple(line for line in _free_lines(position) if _touches(position, position.map.ends[line], ()))
    if position.state.era == "canal":
        return near if money >= prices.canal.money else ()
    return tuple(line for line in near if _affords_first(position, line))


def _affords_first(position: Position, line: str) -> bool:
    sources = _coal_for_first(position, line)
    if not sources:
        return False
    stock = Stock(position)
    stock.take_coal(sources[0])
    return position.player.money >= position.components.link_prices.rail_single.money + stock.paid


@remembered
def _after_first(position: Position, line: str, source: str) -> Stock:
    """The stock once the first link has consumed its coal; not to be changed."""
    stock = Stock(position)
    stock.take_coal(source)
    return stock


@remembered
def _coal_for_second(position: Position, first: str, source: str, second: str) -> tuple[str, ...]:
    """The sources of coal for the second link, if it can be paid."""
    stock = _after_first(position, first, source)
    sources = tuple(stock.coal_sources(_distances(position, second, (first,))))
    if not sources:
        return ()
    trial = stock.copy()
    trial.take_coal(sources[0])
    affordable = position.player.money >= position.components.link_prices.rail_double.money + trial.paid
    return sources if affordable else ()


@remembered
def _beer_for_second(position: Position, first: str, second: str) -> tuple[str, ...]:
    """The breweries that can give the barrel."""
    return tuple(Stock(position).beer_sources(_distances(position, second, (first,))))


@remembered
def _second_lines(position: Position, first: str, source: str) -> tuple[str, ...]:
    """The lines on which a second link can be placed after this first one."""
    price = position.components.link_prices.rail_double
    if position.player.links_left < price.links or position.player.money < price.money:
        return ()
    return tuple(
        line
        for line in _free_lines(position)
        if line != first
        and _touches(position, position.map.ends[line], (first,))
        and _beer_for_second(position, first, line)
        and _coal_for_second(position, first, source, line)
    )


_FIRST = message("Place a link on which line?")
_SECOND = message("Place a second link, for £15 in all and a barrel?")


def script_network(position: Position) -> Script:
    """The first link and its coal, perhaps a second one with its coal and a barrel, and the card."""
    first = yield offers.line(position, first_lines(position), _FIRST)
    if position.state.era == "canal":
        return _discarding(position, (first,), (), None)
    source = yield offers.coal(position, Stock(position), _coal_for_first(position, first))
    second = yield offers.line(position, (DONE, *_second_lines(position, first, source)), _SECOND)
    if second == DONE:
        return _discarding(position, (first,), (source,), None)
    stock = _after_first(position, first, source)
    other = yield offers.coal(position, stock, _coal_for_second(position, first, source, second))
    beer = yield offers.beer(position, stock, _beer_for_second(position, first, second))
    return _discarding(position, (first, second), (source, other), beer)


def _discarding(position: Position, links: tuple[str, ...], coal: tuple[str, ...], beer: str | None) -> Lastly:
    return Lastly(
        offers.card(position, offers.hand(position)),
        lambda card: Network(card=card, links=links, coal=coal, beer=beer),
    )
