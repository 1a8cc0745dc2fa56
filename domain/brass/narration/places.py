"""The parts of the drawings that a fact of either Brass game concerns."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from domain.game import Fact
from domain.game_kit import places as toolbox
from domain.game_kit.places import Naming


def places(fact: Fact, merchants: Collection[str] = ()) -> tuple[str, ...]:
    """Slots and lines with their towns, and merchants; of what was bought from a market the fact of it tells enough."""
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
    """A slot or merchant space, as ``leek/0``; whatever else stands in these fields is no place."""
    town, _, space = value.rpartition("/")
    if not town or not space:
        return ("market:distant",) if value == "distant_market" else ()
    return (f"merchant:{value}" if town in merchants else f"slot:{value}", f"place:{town}")


def _link(value: str) -> tuple[str, ...]:
    """A line and the places it joins; how many links there are is no line."""
    if "-" not in value:
        return ()
    return (f"link:{value}", *(f"place:{town}" for town in value.split("-")))
