"""The parts of the drawings that a fact of Barrage concerns."""

from __future__ import annotations

import re

from domain.game import Fact
from domain.game_kit import places as toolbox
from domain.game_kit.places import of

_IN_BASIN = re.compile("([0-9]+)[A-Z]")


def places(fact: Fact) -> tuple[str, ...]:
    """Return sites with their basins, headstreams, action spaces, contracts, technology tiles, and the
    path of water.
    """
    return toolbox.places(fact, _NAMINGS)


def _water(value: str) -> tuple[str, ...]:
    """Return a headstream, which has one letter, or a site."""
    return (f"headstream:{value}",) if len(value) == 1 and value.isalpha() else _site(value)


def _site(value: str) -> tuple[str, ...]:
    basin = _IN_BASIN.fullmatch(value)
    return (f"site:{value}", f"basin:{basin[1]}") if basin else (f"site:{value}",)


def _tile(value: str) -> tuple[str, ...]:
    """Return a technology tile; the objective and the bonus tiles of the rounds have their own parts."""
    kind = value.partition("-")[0]
    return {"objective": ("objective",), "bonus": ()}.get(kind, (f"tile:{value}",))


_NAMINGS = {
    "site": _site,
    "dam": _site,
    "conduit": _site,
    "powerhouse": _site,
    "headstream": _water,
    "start": _water,
    "stop": _water,
    "basins": of("basin"),
    "space": of("space"),
    "contract": of("contract"),
    "tile": _tile,
}
