"""The parts of the set-up and of its record of play that are the same in both games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, TypeVar

import msgspec

from domain.brass.engine.edition import actions_per_turn
from domain.brass.model.components import Components
from domain.data_faults import explained
from domain.game import Table
from domain.message import message
from domain.verifiable_random import Chance, Misstated

TURN_ORDER = "turn order"
CANAL_DECK = "canal deck"
RAIL_DECK = "rail deck"

Hands = tuple[tuple[str, ...], ...]
OutcomesT = TypeVar("OutcomesT")


def at_the_start(table: Table, components: Components[Any, Any], chance: Chance) -> dict[str, Any]:
    """Shuffle the seats, and return the fields of the first fact that depend on nothing but the component figures."""
    constants, markets = components.constants, components.markets
    order = chance.shuffle(TURN_ORDER, [str(seat) for seat in range(table.seats)])
    return {
        "figures": table.figures,
        "turn_order": tuple(map(int, order)),
        "actions": actions_per_turn(constants, "canal", 1),
        "money": constants.starting_money,
        "income_space": constants.starting_income_space,
        "links": constants.links_per_player,
        "mat": components.stacks,
        "coal_market": markets.coal.initial_cubes,
        "iron_market": markets.iron.initial_cubes,
    }


def dealt(cards: Iterator[str], size: int, seats: int) -> Hands:
    """Deal hands of this size from the top of the cards, seat by seat."""
    return tuple(tuple(islice(cards, size)) for _ in range(seats))


# --------------------------------------------------------------------------------------------------------------------
# A record of play
# --------------------------------------------------------------------------------------------------------------------


def stated_as(shape: type[OutcomesT], chance: Mapping[str, Any]) -> OutcomesT:
    """Read the ``chance`` part of a record of play; raise Misstated if it has another shape."""
    try:
        return msgspec.convert(chance, shape)
    except msgspec.ValidationError as error:
        raise Misstated(explained(error)) from error


def check_hands(constants: Any, given: Any) -> None:
    """Refuse hands of other sizes, which would push cards from one hand into the next."""
    seats = len(given.turn_order)
    _check_deal("hands", given.hands, constants.hand_size, seats)
    if given.rail_hands:
        _check_deal("rail_hands", given.rail_hands, constants.hand_size, seats)


def _check_deal(field: str, hands: Sequence[Sequence[str]], size: int, seats: int) -> None:
    check_size(field, hands, seats)
    for seat, hand in enumerate(hands):
        check_size(f"{field}[{seat}]", hand, size)


def check_size(field: str, given: Sequence[Any], needed: int) -> None:
    """Raise Misstated if a list has the wrong length."""
    if len(given) != needed:
        raise Misstated(
            message(
                "brass.stated-size",
                "The number of entries in {field} must be {needed}, not {given}.",
                field=field,
                needed=needed,
                given=len(given),
            )
        )


def dealt_cards(started: Any) -> dict[str, Any]:
    """Return the turn order and the cards of both eras, as the record of play of both games states them."""
    return {
        "turn_order": list(started.turn_order),
        "hands": [list(hand) for hand in started.hands],
        "deck": list(started.deck),
        "rail_hands": [list(hand) for hand in started.rail_hands],
        "rail_deck": list(started.rail_deck),
    }
