"""The network action (BL-10)."""

from __future__ import annotations

from domain.brass import network
from domain.brass.consumption import Stock
from domain.brass.lancashire.engine.position import Position
from domain.brass.lancashire.model.facts import Linked
from domain.brass.model.commands import Network
from domain.brass.narration import costs, questions
from domain.brass.narration.questions import DONE
from domain.brass.network import coal_for_first, coal_for_second, first_lines, second_lines
from domain.game import Fact, FinalField, Script
from domain.message import Message, message


def decide_network(position: Position, command: Network) -> list[Fact]:
    """Place one link or two, strictly one after the other (BL-10.8)."""
    price = network.link_price(position, len(command.links))
    laid = network.laid(position, Stock.of(position), command, price)
    return [Linked(seat=position.seat, card=command.card, links=laid, price=price.money)]


def _second(position: Position) -> Message:
    return message(
        "lancashire.choose-second-link",
        "Place a second link (£{price} in total)?",
        price=position.components.link_prices.rail_double.money,
    )


def script_network(position: Position) -> Script:
    """Ask for the first link and its coal, perhaps a second one with its coal, and the card."""
    first = yield questions.line(position, first_lines(position), network.FIRST, costs.of_link(position))
    if position.state.era == "canal":
        return _discarding(position, (first,), ())
    source = yield questions.coal(position, Stock.of(position), coal_for_first(position, first))
    dearer = costs.of_second_link(position)
    second = yield questions.line(position, (DONE, *second_lines(position, first, source)), _second(position), dearer)
    if second == DONE:
        return _discarding(position, (first,), (source,))
    stock = network.after_first(position, first, source)
    other = yield questions.coal(position, stock, coal_for_second(position, first, source, second))
    return _discarding(position, (first, second), (source, other))


def _discarding(position: Position, lines: tuple[str, ...], coal: tuple[str, ...]) -> FinalField:
    return questions.discarding(position, lambda card: Network(card=card, links=lines, coal=coal))
