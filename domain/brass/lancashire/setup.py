"""Set-up (BL-2), and its random results as a record of play states them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

import msgspec

from domain.brass.lancashire.model.components import Components, figures
from domain.brass.lancashire.model.facts import Started
from domain.brass.lancashire.model.state import Options
from domain.brass.lancashire.variants import cards_in_play, played_with
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
from domain.verifiable_random import Chance

CANAL_MARKET = "canal distant market"
RAIL_MARKET = "rail distant market"


def setup(table: Table, chance: Chance) -> Started:
    """Return the whole initial position, including the cards and distant-market tiles of both eras.

    Five shuffles decide it. ``turn order``: the seats, as ``0``, ``1`` …, first to last (BL-2.16). ``canal deck``: the
    cards of the game, sorted by id; from the top seat 0 gets 8 cards, then seat 1 and so on; the lowest ones lie
    beneath the divider, the rest is the deck (BL-2.4, 2.5, 2.15). ``rail deck``: the same cards again, sorted by id,
    dealt in the same way: at the end of the canal era all cards are on the discard piles or beneath the
    divider, so this is their shuffle (BL-15.9); with the classic deck the lowest ones go back into the box
    (BL-V.2). ``canal distant market`` and ``rail distant market``: the tiles by their steps, as ``0``, ``1`` …, sorted;
    the top one comes first (BL-2.7, 15.8). An introductory game has neither of the rail shuffles.
    """
    options = msgspec.convert(table.options, Options)
    components, seats = played_with(table.figures, options), table.seats
    constants = components.constants
    common = at_the_start(table, components, chance)
    cards, tiles = cards_in_play(components, options, seats), sorted(components.market_tiles(seats))
    hands, deck, set_aside = _dealt(
        chance.shuffle(CANAL_DECK, cards), constants.hand_size, seats, _set_aside(components, options, seats)
    )
    market = chance.shuffle(CANAL_MARKET, tiles)
    introductory = options.canal_era_only
    rail_hands, rail_deck, boxed = _dealt(
        [] if introductory else chance.shuffle(RAIL_DECK, cards),
        constants.hand_size,
        0 if introductory else seats,
        0 if introductory else _boxed(components, options, seats),
    )
    return Started(
        **common,
        options=options,
        hands=hands,
        deck=deck,
        set_aside=set_aside,
        market_tiles=tuple(market),
        rail_hands=rail_hands,
        rail_deck=rail_deck,
        rail_market_tiles=() if introductory else tuple(chance.shuffle(RAIL_MARKET, tiles)),
        boxed=boxed,
    )


Cards = tuple[str, ...]


def _dealt(cards: Sequence[str], hand_size: int, seats: int, undermost: int) -> tuple[tuple[Cards, ...], Cards, Cards]:
    """Return hands from the top, the deck, and the lowest cards."""
    source = iter(cards)
    hands = dealt(source, hand_size, seats)
    rest = tuple(source)
    return hands, rest[: len(rest) - undermost], rest[len(rest) - undermost :]


def _set_aside(components: Components, options: Options, seats: int) -> int:
    """Return the number of cards beneath the divider in the canal era (BL-2.5, BL-V.2)."""
    if options.classic_deck:
        return components.constants.classic_deck.set_aside[seats]
    return components.constants.set_aside * seats


def _boxed(components: Components, options: Options, seats: int) -> int:
    """Return the number of cards that go back into the box before the rail era (BL-V.2)."""
    return components.constants.classic_deck.removed_rail[seats] if options.classic_deck else 0


# --------------------------------------------------------------------------------------------------------------------
# A record of play
# --------------------------------------------------------------------------------------------------------------------


class Outcomes(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The ``chance`` part of a record of play: the random results of the set-up.

    Cards are named by their ids in the component figures. The record of an introductory game has no rail parts, and
    only one with the classic deck has ``boxed``.
    """

    turn_order: list[int]
    """The seats of the first round, first to last."""
    hands: list[list[str]]
    """The first hands by seat."""
    deck: list[str]
    """The draw deck, the top card first."""
    set_aside: list[str]
    """The cards beneath the card divider."""
    market_tiles: list[int]
    """The steps on the distant-market tiles, the top tile first."""
    rail_hands: list[list[str]] = []
    rail_deck: list[str] = []
    rail_market_tiles: list[int] = []
    boxed: list[str] = []
    """The cards that return to the box before the rail era."""


def stated(chance: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the results of the shuffles by label. Raise Misstated if the record has another shape."""
    given = stated_as(Outcomes, chance)
    _check_sizes(figures.of(figures.current()), given)
    shuffles = {
        TURN_ORDER: [str(seat) for seat in given.turn_order],
        CANAL_DECK: [*chain(*given.hands), *given.deck, *given.set_aside],
        CANAL_MARKET: [str(steps) for steps in given.market_tiles],
    }
    if given.rail_deck or given.rail_hands or given.rail_market_tiles:
        shuffles[RAIL_DECK] = [*chain(*given.rail_hands), *given.rail_deck, *given.boxed]
        shuffles[RAIL_MARKET] = [str(steps) for steps in given.rail_market_tiles]
    return shuffles


def outcomes(started: Started) -> dict[str, Any]:
    """Return the random results of this set-up, as a record of play states them."""
    found = Outcomes(
        **dealt_cards(started),
        set_aside=list(started.set_aside),
        market_tiles=[int(tile) for tile in started.market_tiles],
        rail_market_tiles=[int(tile) for tile in started.rail_market_tiles],
        boxed=list(started.boxed),
    )
    plain: dict[str, Any] = msgspec.to_builtins(found)
    return plain


def _check_sizes(components: Components, given: Outcomes) -> None:
    """Check the sizes of hands and piles: otherwise cards would move from one into the next."""
    seats = len(given.turn_order)
    check_hands(components.constants, given)
    set_aside, boxed = _piles(components, given, seats)
    check_size("set_aside", given.set_aside, set_aside)
    check_size("boxed", given.boxed, boxed)


def _piles(components: Components, given: Outcomes, seats: int) -> tuple[int, int]:
    """Return the numbers of cards beneath the divider and in the box, by the number of cards dealt (BL-V.2)."""
    classic = components.constants.classic_deck
    cards = sum(map(len, given.hands)) + len(given.deck) + len(given.set_aside)
    if cards != len(components.classic_deck()):
        return components.constants.set_aside * seats, 0
    return classic.set_aside.get(seats, 0), classic.removed_rail.get(seats, 0) if given.rail_hands else 0
