"""The pool of a game: its pieces by id, and an expansion's additions to them and to the set-up (BA-2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from domain.barrage.engine.edition import Part
from domain.barrage.model.components import Components
from domain.barrage.model.facts import Started
from domain.barrage.model.options import Options
from domain.barrage.model.pending import Pending
from domain.barrage.model.pieces import COLOURS
from domain.barrage.model.state import PATENTS

RENEWALS = "renewals"
"""The label of the shuffle that determines later ones."""
LEVELS = (1, 2, 3)
"""The levels of advanced tiles."""

Drawn = Mapping[str, Sequence[str]]
"""The results of shuffles by label."""


class Pool(msgspec.Struct, frozen=True):
    """The ids of a game's pieces: the piles, and the pieces of every company."""

    companies: tuple[str, ...] = ()
    officers: tuple[str, ...] = ()
    advanced_tiles: tuple[str, ...] = ()
    bonus_tiles: tuple[str, ...] = ()
    basic_tiles: tuple[str, ...] = ()
    structures: tuple[str, ...] = ()
    advanced_tiles_unused: int = 0
    """Numbers of advanced tiles of each level left out of the game unseen (BA-D.4)."""

    def joined(self, other: Pool) -> Pool:
        """Return the sum of both."""
        return Pool(
            companies=self.companies + other.companies,
            officers=self.officers + other.officers,
            advanced_tiles=self.advanced_tiles + other.advanced_tiles,
            bonus_tiles=self.bonus_tiles + other.bonus_tiles,
            basic_tiles=self.basic_tiles + other.basic_tiles,
            structures=self.structures + other.structures,
            advanced_tiles_unused=self.advanced_tiles_unused + other.advanced_tiles_unused,
        )


class Layer(msgspec.Struct, frozen=True):
    """A part of a pile that was shuffled separately, and the number of its items left out unseen."""

    items: tuple[str, ...]
    unused: int = 0


Displays = dict[str, tuple[str, ...]]
Laid = tuple[Displays, Displays]
"""The items on the displays, and in their piles."""


class Expansion(Part, frozen=True):
    """An expansion's additions to the set-up."""

    pool: Callable[[Components, Options], Pool]
    shuffled: Callable[[Components, Options], dict[str, list[str]]]
    """Further shuffles, by label."""
    laid: Callable[[Components, Options, Drawn], Laid]
    """The places of the results."""
    heads: Callable[[Components, Started], dict[str, list[str]]]
    """The results that a started game reveals, by label."""
    layers: Callable[[Components, Options], dict[str, list[Layer]]]
    """The parts of its piles, by display."""
    first: Callable[[Options, Drawn], tuple[int, ...]] = lambda options, drawn: ()
    """Seats that play first in the first round and do not draft."""
    drafted: Callable[[Options], tuple[Pending, ...]] = lambda options: ()
    """The steps after the draft."""
    face_up: frozenset[str] = frozenset()
    """Its piles whose top item is face up."""


Expansions = Iterable[Expansion]


def layers(components: Components, options: Options, expansions: Expansions) -> dict[str, list[Layer]]:
    """Return the parts of the face-down piles, by display."""
    found: dict[str, list[Layer]] = {}
    found |= {colour: [Layer(tuple(c.id for c in components.private_contracts[colour]))] for colour in COLOURS}
    if not options.beginner:
        in_play = pool(components, options, expansions)
        tiles, unused = in_play.advanced_tiles, in_play.advanced_tiles_unused
        found[PATENTS] = [Layer(tuple(of_level(components, tiles, level)), unused) for level in LEVELS]
    for expansion in expansions:
        found |= expansion.layers(components, options)
    return found


def pool(components: Components, options: Options, expansions: Expansions) -> Pool:
    """Return the pool of a game with these options."""
    base = Pool(
        companies=tuple(company.id for company in components.companies),
        officers=tuple(officer.id for officer in components.officers),
        advanced_tiles=() if options.beginner else tuple(tile.id for tile in components.advanced_tiles),
        bonus_tiles=tuple(tile.id for tile in components.bonus_tiles if options.rules in tile.modes),
        basic_tiles=tuple(tile.id for tile in components.basic_tiles if options.rules in tile.modes),
        structures=tuple(components.constants.pieces),
    )
    for expansion in expansions:
        base = base.joined(expansion.pool(components, options))
    return base


def of_level(components: Components, tiles: Sequence[str], level: int) -> list[str]:
    """Return the tiles of a level."""
    return [tile for tile in tiles if components.tile[tile].level == level]


def renewal_numbers() -> list[str]:
    """Return the numbers whose order determines later shuffles: 00 to ff."""
    return [f"{number:02x}" for number in range(256)]
