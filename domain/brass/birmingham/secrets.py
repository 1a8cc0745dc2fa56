"""Who may see what (BB-4.9): hands, decks and the face-down first discards are hidden, everything else is public."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

import msgspec

from domain.brass.birmingham.components import WILD_INDUSTRY, WILD_LOCATION, figures
from domain.brass.birmingham.facts import EraBegan, Started, TurnEnded
from domain.brass.birmingham.rounds import copy
from domain.brass.birmingham.state import State
from domain.chance import Chance
from domain.game import HIDDEN, Fact, Viewer

UNSEEN = "unseen cards"
UNSEEN_RAIL = "unseen rail cards"


def _hidden(cards: Sequence[str]) -> list[str]:
    return [HIDDEN] * len(cards)


def _hand_of_another(hand: Sequence[str]) -> list[str]:
    """Wild cards were taken openly (BB-22.2), so they stay visible; they come first."""
    wild = sorted(card for card in hand if card in (WILD_LOCATION, WILD_INDUSTRY))
    return wild + [HIDDEN] * (len(hand) - len(wild))


# --------------------------------------------------------------------------------------------------------------------
# Positions
# --------------------------------------------------------------------------------------------------------------------


def view(state: State, viewer: Viewer) -> State:
    """The position as the viewer may see it; once the game is over everything is open."""
    seen = copy(state)
    if viewer == "auditor" or state.finished:
        return seen
    for seat, player in enumerate(seen.players):
        if seat != viewer:
            player.hand = _hand_of_another(player.hand)
            player.face_down = _hidden(player.face_down)
    seen.deck = _hidden(seen.deck)
    seen.rail_hands = [_hidden(hand) for hand in seen.rail_hands]
    seen.rail_deck = _hidden(seen.rail_deck)
    return seen


def reimagine(state: State, viewer: Viewer, chance: Chance) -> State:
    """A full position that the viewer cannot tell from the true one.

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
        player.hand = _filled(player.hand, source)
        player.face_down = _filled(player.face_down, source)
    imagined.deck = _filled(imagined.deck, source)
    if HIDDEN in imagined.rail_deck:
        rail = iter(chance.shuffle(UNSEEN_RAIL, cards))
        imagined.rail_hands = [_filled(hand, rail) for hand in imagined.rail_hands]
        imagined.rail_deck = _filled(imagined.rail_deck, rail)
    return imagined


def _seen(state: State) -> Iterable[str]:
    piles = ((*player.hand, *player.discards, *player.face_down) for player in state.players)
    return chain(state.deck, *piles)


def _filled(cards: Sequence[str], source: Iterable[str]) -> list[str]:
    fresh = iter(source)
    return [next(fresh) if card == HIDDEN else card for card in cards]


# --------------------------------------------------------------------------------------------------------------------
# Facts
# --------------------------------------------------------------------------------------------------------------------


def veil(fact: Any, viewer: Viewer) -> Fact:
    """A fact as the viewer may see it while the game goes on."""
    veiled: Fact = fact
    if viewer == "auditor":
        return veiled
    if isinstance(fact, Started):
        veiled = msgspec.structs.replace(
            fact,
            hands=_own_hand(fact.hands, viewer),
            face_down=tuple(card if seat == viewer else HIDDEN for seat, card in enumerate(fact.face_down)),
            deck=tuple(_hidden(fact.deck)),
            rail_hands=tuple(tuple(_hidden(hand)) for hand in fact.rail_hands),
            rail_deck=tuple(_hidden(fact.rail_deck)),
        )
    elif isinstance(fact, EraBegan):
        veiled = msgspec.structs.replace(fact, hands=_own_hand(fact.hands, viewer))
    elif isinstance(fact, TurnEnded) and fact.seat != viewer:
        veiled = msgspec.structs.replace(fact, drawn=tuple(_hidden(fact.drawn)))
    return veiled


def _own_hand(hands: Sequence[Sequence[str]], viewer: Viewer) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(hand if seat == viewer else _hidden(hand)) for seat, hand in enumerate(hands))


def reveals(fact: Any) -> bool:
    """True when cards were dealt or drawn: at the start of either era and at the end of a turn."""
    return isinstance(fact, Started | EraBegan) or (isinstance(fact, TurnEnded) and bool(fact.drawn))
