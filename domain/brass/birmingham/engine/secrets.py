"""Visibility (BB-4.9): hands, decks and the face-down first discards are hidden, everything else is public."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

import msgspec

from domain.brass.birmingham.model.components import WILD_INDUSTRY, WILD_LOCATION, figures
from domain.brass.birmingham.model.facts import Started
from domain.brass.birmingham.model.state import State
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
from domain.game import HIDDEN, Fact, Viewer, copied
from domain.verifiable_random import Chance


def _hand_of_another(hand: Sequence[str]) -> list[str]:
    """Hide another seat's hand, except wild cards, which are listed first: they were taken openly (BB-22.2)."""
    wild = sorted(card for card in hand if card in (WILD_LOCATION, WILD_INDUSTRY))
    return wild + [HIDDEN] * (len(hand) - len(wild))


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
            player.hand = _hand_of_another(player.hand)
            player.face_down = hidden(player.face_down)
    hide_decks(seen)
    return seen


def reimagine(state: State, viewer: Viewer, chance: Chance) -> State:
    """Return a full position that the viewer cannot tell from the true one.

    It is made from the view alone: the cards the viewer has not seen are shuffled (``unseen cards``) and fill the
    hidden places of the hands and the face-down discards, seat by seat, and then the deck. The rail deal
    (``unseen rail cards``) is another shuffle of all cards.
    """
    imagined = view(state, viewer)
    cards = sorted(figures.of(state.figures).deck(len(imagined.players)))
    unseen = Counter(cards)
    unseen.subtract(card for card in _seen(imagined) if card not in (HIDDEN, WILD_LOCATION, WILD_INDUSTRY))
    source = iter(chance.shuffle(UNSEEN, sorted(unseen.elements())))
    for player in imagined.players:
        player.hand = filled(player.hand, source)
        player.face_down = filled(player.face_down, source)
    imagined.deck = filled(imagined.deck, source)
    if HIDDEN in imagined.rail_deck:
        imagine_rail_deal(imagined, cards, chance)
    return imagined


def _seen(state: State) -> Iterable[str]:
    piles = ((*player.hand, *player.discards, *player.face_down) for player in state.players)
    return chain(state.deck, *piles)


# --------------------------------------------------------------------------------------------------------------------
# Facts
# --------------------------------------------------------------------------------------------------------------------


def veil(fact: Any, viewer: Viewer) -> Fact:
    """Return a fact as the viewer may see it during the game."""
    veiled: Fact = fact
    if viewer == "auditor":
        return veiled
    if isinstance(fact, Started):
        face_down = tuple(card if seat == viewer else HIDDEN for seat, card in enumerate(fact.face_down))
        return msgspec.structs.replace(fact, **started_with(fact, viewer), face_down=face_down)
    return without_cards_of_others(fact, viewer)


reveals = shows_cards
"""Returns whether a fact reveals cards."""
