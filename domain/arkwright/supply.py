"""The development cards that are laid out at the start (AW-2.7, AW-E.2 to AW-E.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice

from domain.arkwright.components import Components
from domain.arkwright.options import Options
from domain.arkwright.state import SupplyCard

ENTREPRENEUR = "entrepreneur"
LIMITED = ("engineer", "patent")
"""Of these as many are laid out as there are players but one (AW-E.2)."""
FACES = ("front", "back")


def supply_seats(components: Components, seats: int) -> int:
    """For how many players the supply is formed: the solo game uses that of three (AW-S.6, AW-D.75)."""
    return components.solo.supply_seats if seats == 1 else seats


def bonus_cards(components: Components, options: Options, seats: int) -> dict[str, str]:
    """The development cards of the seats' bonuses: type by id (AW-2.10, AW-D.74)."""
    if seats == 1 or options.free_start:
        return {}
    wanted = [row.card for row in components.seats[seats] if row.card is not None]
    found: dict[str, str] = {}
    for type in wanted:
        fronts = (id for id in components.base_supply(seats) if components.development_cards[id].front == type)
        found[next(id for id in fronts if id not in found)] = type
    return found


def pool(components: Components, options: Options, seats: int) -> list[str]:
    """Expert: the cards that are shuffled for the supply, in the order of the figures (AW-E.3)."""
    taken = bonus_cards(components, options, seats)
    fixed = {ENTREPRENEUR, *LIMITED}
    return [id for id, card in components.faces if card.front not in fixed and id not in taken]


def base_supply(components: Components, options: Options, seats: int) -> list[SupplyCard]:
    """The cards of the base game, front face up, without those of the seats' bonuses (AW-2.7)."""
    taken = bonus_cards(components, options, seats)
    cards = components.base_supply(supply_seats(components, seats))
    return [SupplyCard(id, components.development_cards[id].front) for id in cards if id not in taken]


def open_supply(components: Components, seats: int, shuffled: Sequence[str], faces: Sequence[str]) -> list[SupplyCard]:
    """Expert: the cards laid out for so many players; the pool as shuffled, ``faces`` the side up of each of it."""
    players = supply_seats(components, seats)
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
    """So many cards, no type more often than ``most`` times; with none left, surplus cards are turned (AW-D.51)."""
    counts: Counter[str] = Counter()
    laid = _accepted(drawn, counts, most)
    surplus = [card for card in drawn if card not in laid]
    return (laid + _accepted([_turned(components, card) for card in surplus], counts, most))[:wanted]


def _accepted(cards: Sequence[SupplyCard], counts: Counter[str], most: int) -> list[SupplyCard]:
    """The cards whose type does not lie there ``most`` times already; ``counts`` grows with them (AW-E.4)."""
    accepted: list[SupplyCard] = []
    for card in cards:
        if counts[card.type] < most:
            counts[card.type] += 1
            accepted.append(card)
    return accepted


def _turned(components: Components, card: SupplyCard) -> SupplyCard:
    printed = components.development_cards[card.id]
    return SupplyCard(card.id, printed.back if card.type == printed.front else printed.front)
