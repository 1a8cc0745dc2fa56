"""Visibility: hands and decks are hidden in both Brass games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from domain.brass.model import facts
from domain.brass.model.state import State
from domain.game import HIDDEN, Fact, Viewer
from domain.verifiable_random import Chance

UNSEEN = "unseen cards"
UNSEEN_RAIL = "unseen rail cards"

Hands = tuple[tuple[str, ...], ...]


def hidden(cards: Sequence[str]) -> list[str]:
    """Return as many hidden cards."""
    return [HIDDEN] * len(cards)


def filled(cards: Sequence[str], source: Iterator[str]) -> list[str]:
    """Return the cards with hidden ones replaced by the next ones of the source."""
    return [next(source) if card == HIDDEN else card for card in cards]


def hide_decks(seen: State[Any]) -> None:
    """Hide the deck and the deal of the rail era from all viewers."""
    seen.deck = hidden(seen.deck)
    seen.rail_hands = [hidden(hand) for hand in seen.rail_hands]
    seen.rail_deck = hidden(seen.rail_deck)


def imagine_rail_deal(imagined: State[Any], cards: Sequence[str], chance: Chance) -> Iterator[str]:
    """Deal the hidden hands and the hidden deck of the rail era from a shuffle of all cards; return what is left."""
    source = iter(chance.shuffle(UNSEEN_RAIL, cards))
    imagined.rail_hands = [filled(hand, source) for hand in imagined.rail_hands]
    imagined.rail_deck = filled(imagined.rail_deck, source)
    return source


def started_with(started: Any, viewer: Viewer) -> dict[str, Any]:
    """Return the fields of the set-up with cards, as far as the viewer may see them."""
    return {
        "hands": _own_hand(started.hands, viewer),
        "deck": tuple(hidden(started.deck)),
        "rail_hands": tuple(tuple(hidden(hand)) for hand in started.rail_hands),
        "rail_deck": tuple(hidden(started.rail_deck)),
    }


def without_cards_of_others(fact: Any, viewer: Viewer) -> Fact:
    """Return a fact after the set-up as the viewer may see it during the game."""
    veiled: Fact = fact
    if issubclass(type(fact), facts.EraBegan):
        veiled = msgspec.structs.replace(fact, hands=_own_hand(fact.hands, viewer))
    elif isinstance(fact, facts.TurnEnded) and fact.seat != viewer:
        veiled = msgspec.structs.replace(fact, drawn=tuple(hidden(fact.drawn)))
    return veiled


def _own_hand(hands: Sequence[Sequence[str]], viewer: Viewer) -> Hands:
    return tuple(tuple(hand if seat == viewer else hidden(hand)) for seat, hand in enumerate(hands))


def shows_cards(fact: Any) -> bool:
    """Return whether cards were dealt or drawn: at the start of either era and at the end of a turn."""
    return isinstance(fact, (facts.Started, facts.EraBegan)) or (isinstance(fact, facts.TurnEnded) and bool(fact.drawn))
