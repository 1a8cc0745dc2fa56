"""The site selection process: one of several sites (TA-16), and the influence of tiles and officers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from domain.barrage.automa import criteria
from domain.barrage.automa.criteria import base_basin, powerhouse_basin
from domain.barrage.automa.race import Race
from domain.barrage.automa.sight import Sight
from domain.barrage.model.automa.components import ConduitColumn, DamColumn, PowerhouseColumn
from domain.barrage.model.pieces import AREAS, Tile

Rule = Callable[[Race], None]
PREFERRED_VALUE = 3
"""The value of a conduit built with the advanced tile of level 2 (TA-25.8)."""


def select(sight: Sight, structure: str, sites: Sequence[str], tile: Tile | None = None) -> str:
    """Return the site for a structure, with the effects of this tile if it has some."""
    return sight.run(
        "site",
        compared(sight, structure, sites),
        _in_the_officers_area(sight, structure),
        _completing(sight, structure),
        _by_the_tiles_value(sight, structure, tile),
        *by_card(sight, structure),
        _space_of_the_basin(sight, tile),
    )


def compared(sight: Sight, structure: str, sites: Sequence[str]) -> list[str]:
    """Return the candidates: powerhouses by basin, each with a free space before a red one, lowest number first
    (TA-16.2).
    """
    if structure != "powerhouse":
        return list(sites)
    known = sight.position.components.powerhouse_site
    best: dict[int, str] = {}
    for site in sorted(sites, key=lambda site: (known[site].red, list(known).index(site))):
        best.setdefault(known[site].basin, site)
    return [site for site in sites if site in best.values()]


# --------------------------------------------------------------------------------------------------------------------
# Before the criteria
# --------------------------------------------------------------------------------------------------------------------


def _in_the_officers_area(sight: Sight, structure: str) -> Rule:
    """Keep sites in the area of an officer who builds bases cheaply anywhere: mountains, then hills (TA-27.2)."""

    def rule(race: Race) -> None:
        if structure == "base" and sight.position.figure("base_cost") is not None:
            base_area = sight.position.components.base_area
            areas = {site: base_area[site] for site in race.left}
            highest = min(areas.values(), key=AREAS.index)
            race.keep("TA-27.2", [site for site, area in areas.items() if area == highest], highest)

    return rule


def _completing(sight: Sight, structure: str) -> Rule:
    """Step 1: prefer sites on which the structure completes a production system (TA-16.3 to TA-16.5)."""
    completes = _COMPLETES.get(structure)

    def rule(race: Race) -> None:
        if completes:
            race.keep("TA-16.3", [site for site in race.left if completes(sight, site)])

    return rule


def _base_completes(sight: Sight, site: str) -> bool:
    """Return whether a built conduit leads from the basin to a powerhouse of the automa."""
    conduits = sight.position.components.conduits_in[base_basin(sight, site)]
    built = sight.position.state.built
    return any(each.id in built and sight.has_powerhouse(each.to_basin) for each in conduits)


def _conduit_completes(sight: Sight, site: str) -> bool:
    """Return whether the automa's or a neutral dam stands at its start, the automa's powerhouse at its end."""
    conduit = sight.position.components.conduit_site[site]
    return sight.has_dam(conduit.basin, neutral=True) and sight.has_powerhouse(conduit.to_basin)


def _powerhouse_completes(sight: Sight, site: str) -> bool:
    """Return whether a built conduit leads to the basin from the automa's or a neutral dam."""
    basin, built = powerhouse_basin(sight, site), sight.position.state.built
    conduits = (each for each in sight.position.components.conduit_sites if each.to_basin == basin)
    return any(each.id in built and sight.has_dam(each.basin, neutral=True) for each in conduits)


_COMPLETES: Mapping[str, Callable[[Sight, str], bool]] = {
    "base": _base_completes,
    "conduit": _conduit_completes,
    "powerhouse": _powerhouse_completes,
}


def _by_the_tiles_value(sight: Sight, structure: str, tile: Tile | None) -> Rule:
    """Prefer sites of value 3 or more for the tile that caps the cost of a conduit (TA-25.8)."""

    def rule(race: Race) -> None:
        if structure == "conduit" and tile and tile.most_machinery is not None:
            race.keep("TA-25.8", criteria.at_least(sight, race.left, PREFERRED_VALUE))

    return rule


# --------------------------------------------------------------------------------------------------------------------
# The column of the card
# --------------------------------------------------------------------------------------------------------------------


def by_card(sight: Sight, structure: str) -> tuple[Rule, ...]:
    """Apply step 2, the three criteria of the structure's column, and step 3, the code at its foot (TA-16.6 to
    TA-16.10).
    """
    card = sight.criteria
    if card is None:
        return ()
    column: DamColumn | ConduitColumn | PowerhouseColumn
    match structure:
        case "conduit":
            column, known = card.conduit, criteria.CONDUIT
        case "powerhouse":
            column, known = card.powerhouse, criteria.POWERHOUSE
        case _:
            column, known = card.dam, criteria.DAM
    asked = (_criterion(sight, name, *known[name]) for name in column.criteria)
    return (*asked, _code(sight, structure, column.code))


def _criterion(sight: Sight, name: str, rule: str, criterion: criteria.Criterion) -> Rule:
    return lambda race: race.keep(rule, list(criterion(sight, race.left)), name)


def _code(sight: Sight, structure: str, code: int | str) -> Rule:
    """Choose upwards from the code; after the last number comes the first (TA-20)."""
    numbers = _numbers(sight, structure)
    place = numbers.index(code)
    order = numbers[place:] + numbers[:place]

    def number(site: str) -> int | str:
        match structure:
            case "conduit":
                return site
            case "powerhouse":
                return powerhouse_basin(sight, site)
            case _:
                return base_basin(sight, site)

    def rule(race: Race) -> None:
        first = min((number(site) for site in race.left), key=order.index)
        race.keep("TA-20.1", [site for site in race.left if number(site) == first], str(code))

    return rule


def _numbers(sight: Sight, structure: str) -> list[int | str]:
    """Return the numbers of a column in their order (TA-20.2 to TA-20.4)."""
    components = sight.position.components
    match structure:
        case "conduit":
            return list(components.conduit_site)
        case "powerhouse":
            return list(dict.fromkeys(site.basin for site in components.powerhouse_sites))
        case _:
            return list(dict.fromkeys(site.basin for site in components.base_sites))


def _space_of_the_basin(sight: Sight, tile: Tile | None) -> Rule:
    """Step 4: take the free space of the basin, or the red one with the tile that waives its fee
    (TA-16.11, TA-25.12).
    """
    red = tile is not None and tile.no_red_site_fee

    def rule(race: Race) -> None:
        known = sight.position.components.base_site
        race.keep("TA-25.12" if red else "TA-16.11", [site for site in race.left if known[site].red is red])

    return rule
