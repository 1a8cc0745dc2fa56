"""The set-up of the expansion (LP-2); each of its modules can be played without the others."""

from __future__ import annotations

from domain.barrage.engine.pool import Drawn, Expansion, Laid, Layer, Pool
from domain.barrage.model.components import Components
from domain.barrage.model.facts import Started
from domain.barrage.model.leeghwater.components import DECKS, ROWS, ExternalWork, leeghwater
from domain.barrage.model.options import Options

WORKS = "works"
"""The display of the external works, and its pile."""
BUILDINGS = "buildings"
"""The display of the private buildings, by row."""

PRIVATE_BUILDING_TILES = "private buildings"


def external_works(deck: str) -> str:
    """Return the label of the shuffle of a deck of external works."""
    return f"external works {deck}"


def _pool(components: Components, options: Options) -> Pool:
    """Return the additions of the modules in play (LP-2.3 to LP-2.6), with only those bonus tiles and officers that
    apply.
    """
    expansion, (works, buildings, netherlands, with_officers) = leeghwater(components), options.modules
    missing = {"external_works": not works, "buildings": not buildings}
    useless = {"leslie_spencer": not works, "margot_fouche": not buildings}
    officers = expansion.officers if with_officers else ()
    return Pool(
        companies=tuple(company.id for company in expansion.companies) if netherlands else (),
        officers=tuple(officer.id for officer in officers if not useless.get(officer.id, False)),
        advanced_tiles=tuple(tile.id for tile in expansion.advanced_tiles) if buildings else (),
        bonus_tiles=tuple(tile.id for tile in expansion.bonus_tiles if not missing[tile.counts]),
        basic_tiles=tuple(tile.id for tile in expansion.basic_tiles) if buildings else (),
        structures=("building",) if buildings else (),
        advanced_tiles_unused=1 if buildings and options.one_advanced_tile_less else 0,
    )


def _shuffled(components: Components, options: Options) -> dict[str, list[str]]:
    works = {external_works(deck): [work.id for work in _deck(components, deck)] for deck in DECKS}
    buildings = {PRIVATE_BUILDING_TILES: [building.id for building in leeghwater(components).private_buildings]}
    return (works if options.modules.external_works else {}) | (buildings if options.modules.private_buildings else {})


def _deck(components: Components, deck: str) -> tuple[ExternalWork, ...]:
    works: tuple[ExternalWork, ...] = getattr(leeghwater(components).external_works, deck)
    return works


def _laid(components: Components, options: Options, drawn: Drawn) -> Laid:
    displays: dict[str, tuple[str, ...]] = {}
    piles: dict[str, tuple[str, ...]] = {}
    if options.modules.external_works:
        pile = tuple(work for deck in DECKS for work in drawn[external_works(deck)])
        slots = leeghwater(components).works_on_offer
        displays[WORKS], piles[WORKS] = pile[:slots], pile[slots:]
    if options.modules.private_buildings:
        displays[BUILDINGS] = tuple(drawn[PRIVATE_BUILDING_TILES][:ROWS])
    return displays, piles


def _heads(components: Components, started: Started) -> dict[str, list[str]]:
    pile = [*started.displays.get(WORKS, ()), *started.piles.get(WORKS, ())]
    decks = {deck: {work.id for work in _deck(components, deck)} for deck in DECKS}
    works = {external_works(deck): [work for work in pile if work in decks[deck]] for deck in DECKS}
    return works | {PRIVATE_BUILDING_TILES: list(started.displays.get(BUILDINGS, ()))}


def _layers(components: Components, options: Options) -> dict[str, list[Layer]]:
    if not options.modules.external_works:
        return {}
    return {WORKS: [Layer(tuple(work.id for work in _deck(components, deck))) for deck in DECKS]}


EXPANSION = Expansion("leeghwater", pool=_pool, shuffled=_shuffled, laid=_laid, heads=_heads, layers=_layers)
