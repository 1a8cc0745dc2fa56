"""Visibility (BL-16): hands, decks, set-aside cards and face-down tiles are hidden, everything else is public."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain
from typing import Any

import msgspec

from domain.brass.engine.secrets import (
    UNSEEN,
    filled,
    hidden,
    hide_decks,
    imagine_rail_deal,
    shows_cards,
    started_with,
    without_cards_of_others,
)
from domain.brass.lancashire.model.facts import MarketTurned, Started
from domain.brass.lancashire.model.state import State
from domain.brass.lancashire.variants import cards_in_play, components_of
from domain.game import HIDDEN, Fact, Viewer, copied
from domain.verifiable_random import Chance

UNSEEN_MARKET = "unseen distant-market tiles"
UNSEEN_RAIL_MARKET = "unseen rail distant-market tiles"


# --------------------------------------------------------------------------------------------------------------------
# Positions
# --------------------------------------------------------------------------------------------------------------------


def view(state: State, viewer: Viewer) -> State:
    """Return the position as the viewer may see it. The end of the game reveals nothing: it may be a preview."""
    seen = copied(state)
    if viewer == "auditor":
        return seen
    for seat, player in enumerate(seen.players):
        if seat != viewer:
            player.hand = hidden(player.hand)
    hide_decks(seen)
    seen.set_aside = hidden(seen.set_aside)
    seen.market_tiles = hidden(seen.market_tiles)
    seen.rail_market_tiles = hidden(seen.rail_market_tiles)
    seen.boxed = hidden(seen.boxed)
    return seen


def reimagine(state: State, viewer: Viewer, chance: Chance) -> State:
    """Return a full position that the viewer cannot tell from the true one.

    It is made from the view alone: the cards the viewer has not seen are shuffled (``unseen cards``) and fill the
    hidden places of the hands, seat by seat, then the deck, the cards beneath the divider and, in the rail era, those
    in the box. The rail deal (``unseen rail cards``) is another shuffle of all cards. The distant market tiles not
    turned yet (``unseen distant-market tiles``), and those of the rail era (``unseen rail distant-market tiles``), are
    shuffled, too.
    """
    imagined = view(state, viewer)
    cards = cards_in_play(components_of(imagined), imagined.options, len(imagined.players))
    unseen = Counter(cards)
    unseen.subtract(card for card in _seen(imagined) if card != HIDDEN)
    source = iter(chance.shuffle(UNSEEN, sorted(unseen.elements())))
    for player in imagined.players:
        player.hand = filled(player.hand, source)
    imagined.deck = filled(imagined.deck, source)
    imagined.set_aside = filled(imagined.set_aside, source)
    if HIDDEN in imagined.rail_deck:
        source = imagine_rail_deal(imagined, cards, chance)
    imagined.boxed = filled(imagined.boxed, source)
    _imagine_market(imagined, chance)
    return imagined


def _seen(state: State) -> Iterable[str]:
    piles = ((*player.hand, *player.discards) for player in state.players)
    boxed = state.boxed if state.era == "rail" else ()
    return chain(state.deck, state.set_aside, boxed, *piles)


def _imagine_market(imagined: State, chance: Chance) -> None:
    tiles = sorted(components_of(imagined).market_tiles(len(imagined.players)))
    if HIDDEN in imagined.market_tiles:
        left = sorted((Counter(tiles) - Counter(imagined.market_turned)).elements())
        imagined.market_tiles = chance.shuffle(UNSEEN_MARKET, left)
    if HIDDEN in imagined.rail_market_tiles:
        imagined.rail_market_tiles = chance.shuffle(UNSEEN_RAIL_MARKET, tiles)


# --------------------------------------------------------------------------------------------------------------------
# Facts
# --------------------------------------------------------------------------------------------------------------------


def veil(fact: Any, viewer: Viewer) -> Fact:
    """Return a fact as the viewer may see it during the game."""
    veiled: Fact = fact
    if viewer == "auditor":
        return veiled
    if isinstance(fact, Started):
        return msgspec.structs.replace(
            fact,
            **started_with(fact, viewer),
            set_aside=tuple(hidden(fact.set_aside)),
            market_tiles=tuple(hidden(fact.market_tiles)),
            rail_market_tiles=tuple(hidden(fact.rail_market_tiles)),
            boxed=tuple(hidden(fact.boxed)),
        )
    return without_cards_of_others(fact, viewer)


def reveals(fact: Any) -> bool:
    """Return whether cards were dealt or drawn, or a distant-market tile was turned over."""
    return shows_cards(fact) or isinstance(fact, MarketTurned)
