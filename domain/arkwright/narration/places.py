"""The parts of the drawings that a fact of Arkwright concerns."""

from __future__ import annotations

from domain.arkwright.model.state import SupplyCard
from domain.game import Fact
from domain.game_kit import places as toolbox
from domain.game_kit.places import of


def places(fact: Fact) -> tuple[str, ...]:
    """Return goods with their factories, tracks, warehouses, development cards and automas."""
    return (*toolbox.places(fact, _NAMINGS), *_cards(fact))


def _good(value: str) -> tuple[str, ...]:
    return (f"factory:{value}", f"appeal:{value}")


def _cards(fact: Fact) -> tuple[str, ...]:
    """Return development cards that a fact takes from or returns to the supply: there by number, in a hand by type."""
    cards = [getattr(fact, name, None) for name in ("card", "discarded")]
    found = [(f"supply:{card.id}", f"card:{card.type}") for card in cards if isinstance(card, SupplyCard)]
    return tuple(name for names in found for name in names)


_NAMINGS = {
    "good": _good,
    "built": _good,
    "track": of("track"),
    "tracks": of("track"),
    "warehouse": of("warehouse"),
    "colour": of("automa"),
}
