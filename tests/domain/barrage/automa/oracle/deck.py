"""The shared deck (TA-3)."""

from __future__ import annotations

from tests.domain.barrage.automa.oracle.board import Play, Renew, State
from tests.domain.barrage.automa.oracle.cards import CARDS, Card, Line

PILE = "automa_cards"


def turned(state: State) -> list[str]:
    """Return the cards that show their criteria side, the last one beside the pile."""
    found: list[str] = state["discards"].setdefault(PILE, [])
    return found


def criteria(state: State) -> Card | None:
    """Return the card whose criteria side lies beside the pile, if any was turned over yet."""
    cards = state["discards"].get(PILE)
    return CARDS[cards[-1]] if cards else None


def flip(state: State, renew: Renew) -> None:
    """Turn the top card over; if no action side is left, all cards are shuffled and one is turned (TA-3.5)."""
    turned(state).append(state["piles"][PILE].pop(0))
    if not state["piles"][PILE]:
        everything = sorted(turned(state))
        state["piles"][PILE] = list(renew(PILE, everything))
        state["discards"][PILE] = []
        state["renewals"][PILE] = state["renewals"].get(PILE, 0) + 1
        turned(state).append(state["piles"][PILE].pop(0))


def begin(play: Play) -> tuple[Line, ...]:
    """Flip, and read both cards: the criteria steer the turn, the lines are those of the action side."""
    flip(play.state, play.renew)
    play.card = criteria(play.state)
    action = play.state["piles"][PILE][0]
    play.note("flip", criteria=turned(play.state)[-1], action=action)
    return CARDS[action].lines
