"""The parts of the drawings that a fact of either Brass game concerns."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from domain.game import Fact
from domain.game_kit import places as toolbox
from domain.game_kit.places import Naming


def places(fact: Fact, merchants: Collection[str] = ()) -> tuple[str, ...]:
    """Return slots and lines with their towns, and merchants; purchases from a market need no place."""
    at: Naming = partial(_at, merchants)
    return toolbox.places(
        fact,
        {
            "slot": at,
            "source": at,
            "to": at,
            "merchant": at,
            "removed": at,
            "tiles": at,
            "line": _link,
            "links": _link,
        },
    )


def _at(merchants: Collection[str], value: str) -> tuple[str, ...]:
    """Return the place of a slot or merchant space like ``leek/0``; other values of these fields have none."""
    town, _, space = value.rpartition("/")
    if not town or not space:
        return ("market:distant",) if value == "distant_market" else ()
    return (f"merchant:{value}" if town in merchants else f"slot:{value}", f"place:{town}")


def _link(value: str) -> tuple[str, ...]:
    """Return a line and the places it joins; a number of links is not a line."""
    if "-" not in value:
        return ()
    return (f"link:{value}", *(f"place:{town}" for town in value.split("-")))
