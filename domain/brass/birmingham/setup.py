"""Set-up (BB-2, BB-3), and its random results as a record of play states them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import chain, islice
from typing import Any

import msgspec

from domain.brass.birmingham.model.components import WILD_INDUSTRY, WILD_LOCATION, Components, figures
from domain.brass.birmingham.model.facts import Started
from domain.brass.birmingham.model.state import Options
from domain.brass.engine.position import place_of
from domain.brass.setup import (
    CANAL_DECK,
    RAIL_DECK,
    TURN_ORDER,
    at_the_start,
    check_hands,
    check_size,
    dealt,
    dealt_cards,
    stated_as,
)
from domain.game import Table
from domain.message import message
from domain.verifiable_random import Chance, Misstated

MERCHANT_TILES = "merchant tiles"


def setup(table: Table, chance: Chance) -> Started:
    """Return the whole initial position, including the cards of both eras.

    Four shuffles decide it. ``turn order``: the seats, as ``0``, ``1`` …, first to last (BB-3.9). ``merchant tiles``:
    the tiles in use, in the order of the figures, dealt to the merchant spaces in that order (BB-2.8). ``canal deck``:
    the cards in use, sorted by id; from the top seat 0 gets 8 cards, then seat 1 and so on; then each seat in the
    same order gets the one it lays face down; the rest is the deck (BB-3.6, 3.7). ``rail deck``: the same cards again,
    sorted by id, dealt in the same way without face-down cards (BB-25.14, 25.15): at the end of the canal era all
    cards lie on the discard piles, so this is the shuffle of the discards. An introductory game has no rail deck.
    """
    options = msgspec.convert(table.options, Options)
    components = figures.of(table.figures)
    constants = components.constants
    common = at_the_start(table, components, chance)
    merchants = _merchants(components, table.seats, chance)
    wild: dict[str, int] = {card.id: card.copies for card in components.wild_cards}
    cards = sorted(components.deck(table.seats))
    canal = iter(chance.shuffle(CANAL_DECK, cards))
    rail = iter(() if options.introductory else chance.shuffle(RAIL_DECK, cards))
    return Started(
        **common,
        options=options,
        merchants=merchants,
        barrels=tuple(space for space, tile in merchants.items() if components.merchant_tile[tile].accepts),
        wild_location=wild[WILD_LOCATION],
        wild_industry=wild[WILD_INDUSTRY],
        hands=dealt(canal, constants.hand_size, table.seats),
        face_down=tuple(islice(canal, table.seats * constants.face_down_discards)),
        deck=tuple(canal),
        rail_hands=dealt(rail, constants.hand_size, 0 if options.introductory else table.seats),
        rail_deck=tuple(rail),
    )


def _merchants(components: Components, seats: int, chance: Chance) -> dict[str, str]:
    tiles = chance.shuffle(MERCHANT_TILES, components.merchant_tiles_in_use(seats))
    return dict(zip(components.merchant_spaces(seats), tiles, strict=True))


# --------------------------------------------------------------------------------------------------------------------
# A record of play
# --------------------------------------------------------------------------------------------------------------------


class Outcomes(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The ``chance`` part of a record of play: the random results of the set-up.

    Cards and merchant tiles are named by their ids in the component figures. The record of an introductory game has no
    rail parts.
    """

    turn_order: list[int]
    """The seats of the first round, first to last."""
    merchants: dict[str, list[str]]
    """By merchant location in use the merchant tiles on its spaces."""
    hands: list[list[str]]
    """The first hands by seat."""
    face_down: list[str]
    """The first discards by seat."""
    deck: list[str]
    """The rest of the deck, the top card first."""
    rail_hands: list[list[str]] = []
    rail_deck: list[str] = []


def stated(chance: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the results of the shuffles by label. Raise Misstated if the record has another shape."""
    given = stated_as(Outcomes, chance)
    components = figures.of(figures.current())
    _check_sizes(components, given)
    shuffles = {
        TURN_ORDER: [str(seat) for seat in given.turn_order],
        MERCHANT_TILES: _stated_merchants(components, given),
        CANAL_DECK: [*chain(*given.hands), *given.face_down, *given.deck],
    }
    if given.rail_deck or given.rail_hands:
        shuffles[RAIL_DECK] = [*chain(*given.rail_hands), *given.rail_deck]
    return shuffles


def outcomes(started: Started) -> dict[str, Any]:
    """Return the random results of this set-up, as a record of play states them."""
    merchants: dict[str, list[str]] = {}
    for space, tile in started.merchants.items():
        merchants.setdefault(place_of(space), []).append(tile)
    found = Outcomes(**dealt_cards(started), merchants=merchants, face_down=list(started.face_down))
    plain: dict[str, Any] = msgspec.to_builtins(found)
    return plain


def _stated_merchants(components: Components, outcomes: Outcomes) -> list[str]:
    """Return the merchant tiles in the order of their spaces. On other spaces they would be dealt wrongly (BB-2.9,
    2.10).
    """
    given, seats = outcomes.merchants, len(outcomes.turn_order)
    unknown = sorted(given.keys() - {merchant.id for merchant in components.merchants})
    if unknown:
        raise Misstated(
            message("birmingham.stated-merchant-unknown", "Unknown merchant location: {location}.", location=unknown[0])
        )
    spaces = Counter(map(place_of, components.merchant_spaces(seats)))
    for merchant in components.merchants:
        check_size(f"merchants.{merchant.id}", given.get(merchant.id, []), spaces[merchant.id])
    return [tile for merchant in components.merchants for tile in given.get(merchant.id, [])]


def _check_sizes(components: Components, outcomes: Outcomes) -> None:
    seats = len(outcomes.turn_order)
    check_hands(components.constants, outcomes)
    check_size("face_down", outcomes.face_down, seats * components.constants.face_down_discards)
