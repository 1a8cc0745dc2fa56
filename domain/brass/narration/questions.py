"""The fields of a command as questions: the prompt, and the text and place on the board of each value."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence

from domain.brass.consumption import Stock
from domain.brass.engine.position import AnyPosition, place_of
from domain.brass.model.commands import MARKET
from domain.game import Choose, Command, FinalField, Usual
from domain.game_kit.memory import remembered
from domain.message import Message, Seat, message

DONE = "done"
"""The value that ends a series: no second link, no second tile, no further sale."""

Cost = Callable[[str], Message | None]
"""The cost of a value."""

_CARD = message("brass.choose-discard", "Choose a card to discard")
_COAL = message("brass.choose-coal-source", "Choose where to take coal from")
_IRON = message("brass.choose-iron-source", "Choose where to take iron from")


def free(value: str) -> None:
    """Return no cost: for values without one, or with one that is not known yet."""


def card(
    position: AnyPosition, cards: Sequence[str], prompt: Message = _CARD, *, once_touched: bool = False
) -> Generator[Choose, str, str]:
    """Ask for a card of the hand."""
    by_value = _by_value(cards)
    return by_value[(yield _which(position, by_value, prompt, once_touched))]


def discarding(position: AnyPosition, command: Callable[[str], Command]) -> FinalField:
    """Ask the last question: which card of the hand to discard for a command."""
    return final_card(position, hand(position), _CARD, command)


def final_card(
    position: AnyPosition, cards: Sequence[str], prompt: Message, command: Callable[[str], Command]
) -> FinalField:
    """Ask for one of these cards as the last question; each makes a command."""
    by_value = _by_value(cards)
    return FinalField(_which(position, by_value, prompt), lambda value: command(by_value[value]))


def _by_value(cards: Sequence[str]) -> dict[str, str]:
    """Return cards by the values that pick them. (A ``+`` in the id of a two-industry card would be lost in a query
    string.)
    """
    return {card.replace("+", ":"): card for card in cards}


def _which(position: AnyPosition, by_value: Mapping[str, str], prompt: Message, once_touched: bool = False) -> Choose:
    def label(value: str) -> Message:
        return message("brass.card", "{card}", card=position.name(by_value[value]))

    return Choose(
        prompt,
        tuple(by_value),
        label,
        lambda value: (f"card:{by_value[value]}",),
        usual=lambda: _least_missed(position),
        once_touched=once_touched,
    )


@remembered
def _least_missed(position: AnyPosition) -> tuple[str, ...]:
    """Sort the cards of the hand: those with the fewest builds first, and of these the most frequent."""
    towns, industries = position.components.card_towns, position.components.card_industries

    def missed(card: str) -> tuple[int, int, int]:
        shown = len(industries[card])
        return len(towns[card]) + shown, shown, -position.player.hand.count(card)

    return tuple(_by_value(sorted(hand(position), key=missed)))


def hand(position: AnyPosition) -> tuple[str, ...]:
    """Return the cards of the hand, each once."""
    return tuple(dict.fromkeys(position.player.hand))


def industry(
    position: AnyPosition,
    mat: Mapping[str, Sequence[int]],
    values: Sequence[str],
    prompt: Message,
    cost: Cost = free,
    touched: Usual | None = None,
) -> Choose:
    """Ask for an industry, which means the next tile of its stack on the mat; one value may be DONE.

    ``touched`` is the industry meant by a click elsewhere. Without it, the question is skipped if DONE is on offer.
    """

    def label(value: str) -> Message:
        if value == DONE:
            return message("brass.decline-another-tile", "No more tiles")
        return message(
            "brass.industry-and-level", "{industry} level {level}", industry=position.name(value), level=mat[value][0]
        )

    def elements(value: str) -> tuple[str, ...]:
        return () if value == DONE else (f"mat:{value}",)

    usual = touched or (lambda: (DONE,))
    return Choose(prompt, values, label, elements, usual=usual, once_touched=bool(touched), cost=cost)


def slot(position: AnyPosition, values: Sequence[str], prompt: Message) -> Choose:
    """Ask for a slot to build on."""

    def label(value: str) -> Message:
        tile = position.state.board.get(value)
        number = int(value.rpartition("/")[2]) + 1
        if tile is None:
            return message("brass.slot", "{place}, slot {number}", place=position.name(value), number=number)
        return message(
            "brass.slot-to-overbuild",
            "{place}, slot {number}: replace {owner}'s level {level} {industry}",
            place=position.name(value),
            number=number,
            industry=position.name(tile.industry),
            level=tile.level,
            owner=Seat(tile.owner),
        )

    return Choose(prompt, values, label, slot_elements)


def own_tile(
    position: AnyPosition,
    values: Sequence[str],
    prompt: Message,
    cost: Cost = free,
    usual: Usual = lambda: (DONE,),
) -> Choose:
    """Ask for a tile of the seat on the board; one value may be DONE."""

    def label(value: str) -> Message:
        if value == DONE:
            return message("brass.decline-another-tile", "No more tiles")
        tile = position.state.board[value]
        return message(
            "brass.tile-in-place",
            "{industry} level {level} in {place}",
            industry=position.name(tile.industry),
            level=tile.level,
            place=position.name(value),
        )

    return Choose(prompt, values, label, slot_elements, usual=usual, cost=cost)


def most_first(position: AnyPosition, slots: Sequence[str]) -> list[str]:
    """Sort tiles by the VP that they bring; unflipped ones last, and DONE after all of them."""

    def worth(slot: str) -> tuple[bool, int]:
        if slot == DONE:
            return False, -1
        tile = position.state.board[slot]
        return tile.flipped, position.components.tile(tile.industry, tile.level).vp

    return sorted(slots, key=worth, reverse=True)


def line(position: AnyPosition, values: Sequence[str], prompt: Message, cost: Message | None) -> Choose:
    """Ask for a line to place a link on; one value may be DONE."""

    def label(value: str) -> Message:
        if value == DONE:
            return message("brass.decline-second-link", "No second link")
        one, other = position.map.ends[value][:2]
        return message("brass.line-ends", "{one} – {other}", one=position.name(one), other=position.name(other))

    def elements(value: str) -> tuple[str, ...]:
        return () if value == DONE else (f"link:{value}",)

    def priced(value: str) -> Message | None:
        return None if value == DONE else cost

    return Choose(prompt, values, label, elements, usual=lambda: (DONE,), cost=priced)


def coal(position: AnyPosition, stock: Stock, values: Sequence[str]) -> Choose:
    """Ask for the source of a cube of coal."""

    def label(value: str) -> Message:
        return source_label(position, value, stock.coal, stock.coal_price())

    def elements(value: str) -> tuple[str, ...]:
        return ("market:coal",) if value == MARKET else slot_elements(value)

    return Choose(_COAL, values, label, elements, usual=lambda: own_first(position, values))


def iron(position: AnyPosition, stock: Stock, values: Sequence[str]) -> Choose:
    """Ask for the source of a cube of iron."""

    def label(value: str) -> Message:
        return source_label(position, value, stock.iron, stock.iron_price())

    def elements(value: str) -> tuple[str, ...]:
        return ("market:iron",) if value == MARKET else slot_elements(value)

    return Choose(_IRON, values, label, elements, usual=lambda: own_first(position, values))


def own_first(position: AnyPosition, sources: Sequence[str]) -> list[str]:
    """Sort sources that the rules treat alike: your own first, because they are then nearer to a flip."""
    board = position.state.board
    return sorted(sources, key=lambda each: each not in board or board[each].owner != position.seat)


def source_label(position: AnyPosition, source: str, pieces: dict[str, int], price: int) -> Message:
    """Describe the source of a cube or barrel."""
    if source == MARKET:
        return message("brass.take-from-market", "Market, £{price}", price=price)
    tile = position.state.board[source]
    return message(
        "brass.take-from-tile",
        "{owner}'s {industry} in {place}, {pieces} left",
        industry=position.name(tile.industry),
        owner=Seat(tile.owner),
        place=position.name(source),
        pieces=pieces[source],
    )


def slot_elements(value: str) -> tuple[str, ...]:
    """Return the parts of the drawn board that belong to a slot."""
    return () if value == DONE else (f"slot:{value}", f"place:{place_of(value)}")
