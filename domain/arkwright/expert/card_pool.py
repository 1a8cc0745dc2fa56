"""The mixed development cards (AW-E.2 to AW-E.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence
from itertools import islice

from domain.arkwright.model.components import Components
from domain.arkwright.model.state import SupplyCard

ENTREPRENEUR = "entrepreneur"
LIMITED = ("engineer", "patent")
"""Types of which one card fewer than there are players is laid out (AW-E.2)."""
FACES = ("front", "back")


def pool(components: Components, taken: Container[str]) -> list[str]:
    """Return the cards shuffled for the supply, without those taken for bonuses, in the figures' order (AW-E.3)."""
    fixed = {ENTREPRENEUR, *LIMITED}
    return [id for id, card in components.faces if card.front not in fixed and id not in taken]


def open_supply(
    components: Components, players: int, shuffled: Sequence[str], faces: Sequence[str]
) -> list[SupplyCard]:
    """Return the cards laid out for the seats. ``faces`` are the sides up of the shuffled pool."""
    limits = {ENTREPRENEUR: 1} | dict.fromkeys(LIMITED, players - 1)
    fixed = [
        SupplyCard(id, card.front)
        for type, most in limits.items()
        for id, card in islice(((id, card) for id, card in components.faces if card.front == type), most)
    ]
    up = zip(shuffled, faces, strict=True)
    drawn = [SupplyCard(id, getattr(components.development_cards[id], face)) for id, face in up]
    return fixed + _within(components, drawn, components.supply.random_per_player * players, players - 1)


def _within(components: Components, drawn: Sequence[SupplyCard], wanted: int, most: int) -> list[SupplyCard]:
    """Take so many cards, no type more than ``most`` times; if there are too few, turn surplus cards over (AW-D.51)."""
    counts: Counter[str] = Counter()
    laid = _accepted(drawn, counts, most)
    surplus = [card for card in drawn if card not in laid]
    return (laid + _accepted([_turned(components, card) for card in surplus], counts, most))[:wanted]


def _accepted(cards: Sequence[SupplyCard], counts: Counter[str], most: int) -> list[SupplyCard]:
    """Return the cards whose type is not there ``most`` times already, and count them in ``counts`` (AW-E.4)."""
    accepted: list[SupplyCard] = []
    for card in cards:
        if counts[card.type] < most:
            counts[card.type] += 1
            accepted.append(card)
    return accepted


def _turned(components: Components, card: SupplyCard) -> SupplyCard:
    printed = components.development_cards[card.id]
    return SupplyCard(card.id, printed.back if card.type == printed.front else printed.front)
