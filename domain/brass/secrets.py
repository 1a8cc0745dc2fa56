"""Hiding cards, and imagining those that are hidden."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.game import HIDDEN, Viewer


def hidden(cards: Sequence[str]) -> list[str]:
    """As many hidden cards."""
    return [HIDDEN] * len(cards)


def own_hand(hands: Sequence[Sequence[str]], viewer: Viewer) -> tuple[tuple[str, ...], ...]:
    """The hands by seat; those of others are hidden."""
    return tuple(tuple(hand if seat == viewer else hidden(hand)) for seat, hand in enumerate(hands))


def filled(cards: Sequence[str], source: Iterator[str]) -> list[str]:
    """The cards, hidden ones replaced by the next ones of the source."""
    return [next(source) if card == HIDDEN else card for card in cards]
