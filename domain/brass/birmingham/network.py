"""The network action (BB-17): two links at once need a barrel of beer."""

from __future__ import annotations

from domain.brass import network
from domain.brass.birmingham.consumption import Stock, consume_link_beer
from domain.brass.birmingham.engine.position import Position
from domain.brass.birmingham.model.commands import Network
from domain.brass.birmingham.model.components import LinkPrice
from domain.brass.birmingham.model.facts import Linked
from domain.brass.birmingham.narration import questions as own_questions
from domain.brass.model.facts import Taken
from domain.brass.narration import costs, questions
from domain.brass.narration.questions import DONE
from domain.brass.network import coal_for_first, coal_for_second, distances, first_lines
from domain.game import Fact, FinalField, IllegalMove, Script
from domain.game_kit.memory import remembered
from domain.message import Message, message


def decide_network(position: Position, command: Network) -> list[Fact]:
    """Place one link or two, strictly one after the other (BB-17.10)."""
    price = network.link_price(position, len(command.links))
    stock = Stock.of(position)
    laid = network.laid(position, stock, command, price)
    beer = _consume_beer(position, stock, command, price)
    return [Linked(seat=position.seat, card=command.card, links=laid, price=price.money, beer=beer)]


def _consume_beer(position: Position, stock: Stock, command: Network, price: LinkPrice) -> Taken | None:
    """Take the barrel for two links, once the second one is placed (BB-17.10, 17.14)."""
    if not price.beer:
        if command.beer is not None:
            raise IllegalMove(
                "BB-17.6",
                message(
                    "birmingham.single-link-needs-no-beer",
                    "A single link needs no beer. Use beer only for a second link.",
                ),
            )
        return None
    if command.beer is None:
        raise IllegalMove(
            "BB-17.6",
            message("birmingham.second-link-needs-beer", "A second link needs 1 beer barrel. Choose a brewery."),
        )
    first, second = command.links
    return consume_link_beer(stock, distances(position, second, (first,)), command.beer)


# --------------------------------------------------------------------------------------------------------------------
# Legal links
# --------------------------------------------------------------------------------------------------------------------


@remembered
def _beer_for_second(position: Position, first: str, second: str) -> tuple[str, ...]:
    """Return the breweries that can give the barrel."""
    return tuple(Stock.of(position).beer_sources(distances(position, second, (first,))))


@remembered
def _second_lines(position: Position, first: str, source: str) -> tuple[str, ...]:
    """Return the lines on which a second link can be placed after this first one."""
    lines = network.second_lines(position, first, source)
    return tuple(line for line in lines if _beer_for_second(position, first, line))


def _second(position: Position) -> Message:
    return message(
        "birmingham.choose-second-link",
        "Place a second link (£{price} and 1 beer barrel in total)?",
        price=position.components.link_prices.rail_double.money,
    )


def script_network(position: Position) -> Script:
    """Ask for the first link and its coal, perhaps a second one with its coal and a barrel, and the card."""
    first = yield questions.line(position, first_lines(position), network.FIRST, costs.of_link(position))
    if position.state.era == "canal":
        return _discarding(position, (first,), (), None)
    source = yield questions.coal(position, Stock.of(position), coal_for_first(position, first))
    dearer = costs.of_second_link(position, position.components.link_prices.rail_double.beer)
    second = yield questions.line(position, (DONE, *_second_lines(position, first, source)), _second(position), dearer)
    if second == DONE:
        return _discarding(position, (first,), (source,), None)
    stock = network.after_first(position, first, source)
    other = yield questions.coal(position, stock, coal_for_second(position, first, source, second))
    beer = yield own_questions.beer(position, Stock.of(position), _beer_for_second(position, first, second))
    return _discarding(position, (first, second), (source, other), beer)


def _discarding(position: Position, lines: tuple[str, ...], coal: tuple[str, ...], beer: str | None) -> FinalField:
    return questions.discarding(position, lambda card: Network(card=card, links=lines, coal=coal, beer=beer))
