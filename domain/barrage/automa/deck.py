"""The deck of cards that all automas share (TA-2.7, TA-3)."""

from __future__ import annotations

from domain.barrage.engine.course import Course
from domain.barrage.model.automa.components import Card, automa
from domain.barrage.model.changes import CardTurned, PileRenewed
from domain.barrage.model.components import Components
from domain.barrage.model.figures import of
from domain.barrage.model.pieces import HEADSTREAMS
from domain.barrage.model.state import State
from domain.verifiable_random import Seeded

CARDS = "automa_cards"
"""The pile, its top card with the actions face up, and the discards, whose last card shows its criteria."""


def cards(components: Components) -> list[str]:
    """Return the whole deck, in the order of the figures."""
    return [card.id for card in automa(components).cards]


def turn_up(course: Course) -> None:
    """Turn the top card over; if no actions are left then, shuffle the whole deck first (TA-3.5)."""
    _turn(course)
    if not course.state.piles[CARDS]:
        number = course.state.renewals.get(CARDS, 0) + 1
        order = Seeded(course.state.renewal_key.encode()).shuffle(f"{CARDS} {number}", cards(course.components))
        course.change(PileRenewed(pile=CARDS, order=tuple(order)))
        _turn(course)


def _turn(course: Course) -> None:
    card, *beneath = course.state.piles[CARDS]
    course.change(CardTurned(pile=CARDS, card=card, next=beneath[0] if beneath else ""))


def actions(state: State) -> Card:
    """Return the card whose actions are searched."""
    return automa(of(state.figures)).card[state.piles[CARDS][0]]


def criteria(state: State) -> Card | None:
    """Return the card whose criteria decide the site; none before the first turn of the game (TA-15.15)."""
    turned = state.discards.get(CARDS)
    return automa(of(state.figures)).card[turned[-1]] if turned else None


def headstreams(state: State) -> tuple[str, ...]:
    """Return the letters of the criteria side, followed by the unprinted one (TA-7.10, TA-15.15)."""
    card = criteria(state)
    return card.headstreams if card else HEADSTREAMS
