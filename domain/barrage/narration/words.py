"""Names of tiles, spaces, contracts and symbols, for narration, options and drawings alike.

An expansion adds the words for its own pieces to the collections that are dictionaries or lists.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from domain.barrage.model.components import Components
from domain.barrage.model.pieces import (
    Area,
    Company,
    Effect,
    FreeBase,
    FreeConduit,
    ObjectiveCount,
    Officer,
    Reward,
    Tile,
)
from domain.barrage.model.stages import INCOME
from domain.message import Listing, Message, Term, counted, message
from domain.numerals import signed

AREA: Mapping[Area, Message] = {
    "mountain": message("barrage.area-mountain", "mountain"),
    "hills": message("barrage.area-hills", "hills"),
    "plains": message("barrage.area-plains", "plains"),
}
STRUCTURE: dict[str, Message] = {
    "base": message("barrage.base", "base"),
    "elevation": message("barrage.elevation", "elevation"),
    "conduit": message("barrage.conduit", "conduit"),
    "powerhouse": message("barrage.powerhouse", "powerhouse"),
    "any": message("barrage.any-structure", "any structure"),
}
MACHINERY: Mapping[str, Message] = {
    "excavators": message("barrage.excavators", "excavators"),
    "mixers": message("barrage.concrete-mixers", "concrete mixers"),
}
SECTION: Mapping[str, Message] = {
    "turbine_station": message("barrage.turbine-station", "Turbine station"),
    "water_management": message("barrage.water-management", "Water management"),
    "bank": message("barrage.bank", "Bank"),
    "workshop": message("barrage.workshop", "Workshop"),
    "machinery_shop": message("barrage.machinery-shop", "Machinery shop"),
    "contract_office": message("barrage.contract-office", "Contract office"),
    "patent_office": message("barrage.patent-office", "Patent office"),
}
COLOUR: Mapping[str, Message] = {
    "green": message("barrage.colour-green", "green"),
    "yellow": message("barrage.colour-yellow", "yellow"),
    "red": message("barrage.colour-red", "red"),
}


# --------------------------------------------------------------------------------------------------------------------
# Symbols
# --------------------------------------------------------------------------------------------------------------------

EFFECT: dict[str, Callable[[Effect], Message]] = {
    "credits": lambda symbol: credits(symbol.amount),
    "vp": lambda symbol: message("barrage.number-of-vp", "{count} VP", count=symbol.amount),
    "excavators": lambda symbol: counted(
        "barrage.effect-excavators", "{count} excavator", "{count} excavators", count=symbol.amount
    ),
    "mixers": lambda symbol: counted(
        "barrage.effect-concrete-mixers", "{count} concrete mixer", "{count} concrete mixers", count=symbol.amount
    ),
    "machinery": lambda symbol: counted(
        "barrage.effect-machinery-of-choice",
        "{count} excavator or mixer",
        "{count} excavators or mixers",
        count=symbol.amount,
    ),
    "energy_steps": lambda symbol: message(
        "barrage.effect-energy-without-contract", "{count} energy (not for contracts)", count=symbol.amount
    ),
    "energy_produced": lambda symbol: message(
        "barrage.effect-energy-with-contract", "{count} energy (can fulfil a contract)", count=symbol.amount
    ),
    "rotate_wheel": lambda symbol: counted(
        "barrage.effect-turn-wheel",
        "rotate the wheel by {count} segment",
        "rotate the wheel by {count} segments",
        count=symbol.amount,
    ),
    "water_delayed": lambda symbol: counted(
        "barrage.effect-drops-onto-headstreams",
        "{count} drop on a headstream",
        "{count} drops on headstreams",
        count=symbol.amount,
    ),
    "water_immediate": lambda symbol: counted(
        "barrage.effect-drops-flowing-at-once",
        "{count} drop that flows immediately",
        "{count} drops that flow immediately",
        count=symbol.amount,
    ),
    "free_base": lambda symbol: message("barrage.effect-free-base", "a free base ({areas})", areas=_areas(symbol)),
    "free_elevation": lambda symbol: counted(
        "barrage.effect-free-elevations", "{count} free elevation", "{count} free elevations", count=symbol.amount
    ),
    "free_conduit": lambda symbol: message(
        "barrage.effect-free-conduit", "a free conduit of value {value} or less", value=_most(symbol)
    ),
    "free_powerhouse": lambda symbol: counted(
        "barrage.effect-free-powerhouses", "{count} free powerhouse", "{count} free powerhouses", count=symbol.amount
    ),
    "produce": lambda symbol: (
        message("barrage.effect-production-with-modifier", "production {modifier}", modifier=signed(symbol.amount))
        if symbol.amount
        else message("barrage.effect-production", "production")
    ),
    "take_contracts": lambda symbol: counted(
        "barrage.effect-take-contracts", "{count} contract", "{count} contracts", count=symbol.amount
    ),
    "take_patent": lambda symbol: message(
        "barrage.effect-take-advanced-tile", "the advanced tile beside space {number}", number=symbol.amount
    ),
    "drop_on_empty_dams": lambda symbol: message(
        "barrage.effect-drop-on-empty-dams", "a drop on each of your empty dams"
    ),
    "fill_raised_dam": lambda symbol: message("barrage.effect-fill-raised-dam", "fill the raised dam"),
}
"""Every symbol in words."""
PER: dict[str, Callable[[Message], Message]] = {
    "base": lambda said: message("barrage.per-own-base", "{effect} for each of your bases", effect=said),
    "elevation": lambda said: message("barrage.per-own-elevation", "{effect} for each of your elevations", effect=said),
    "powerhouse": lambda said: message(
        "barrage.per-own-powerhouse", "{effect} for each of your powerhouses", effect=said
    ),
    "raised_dam": lambda said: message(
        "barrage.per-own-raised-dam", "{effect} for each of your dams of level 2 or 3", effect=said
    ),
    "advanced_tile": lambda said: message(
        "barrage.per-own-advanced-tile", "{effect} for each of your advanced tiles", effect=said
    ),
    "conduit_value": lambda said: message(
        "barrage.per-conduit-value", "{effect} for each point of the conduit's value", effect=said
    ),
}
"""Descriptions of an effect with its multiplier."""


def _areas(symbol: Effect) -> Listing:
    return Listing(tuple(AREA[area] for area in (symbol.free_base or FreeBase()).areas))


def _most(symbol: Effect) -> int:
    return (symbol.free_conduit or FreeConduit()).max_value


def credits(count: int) -> Message:
    """Describe a number of credits."""
    return counted("barrage.number-of-credits", "{count} credit", "{count} credits", count=count)


def engineers(count: int) -> Message:
    """Describe a number of engineers."""
    return counted("barrage.number-of-engineers", "{count} engineer", "{count} engineers", count=count)


def effect(symbol: Effect) -> Message:
    """Describe one symbol."""
    said = EFFECT[symbol.name](symbol)
    return said if symbol.per is None else PER[symbol.per](said)


def reward(symbols: Reward) -> Listing:
    """Describe a reward, symbol by symbol."""
    return Listing(tuple(effect(symbol) for symbol in symbols))


# --------------------------------------------------------------------------------------------------------------------
# Tiles and contracts
# --------------------------------------------------------------------------------------------------------------------


def contract(components: Components, id: str) -> Message:
    """Describe a contract: its kind, its requirement and its reward."""
    found = components.contract[id]
    needed, brings = found.requirement, reward(found.reward)
    if id in components.contract_colour:
        colour = COLOUR[components.contract_colour[id]]
        return message(
            "barrage.private-contract",
            "{colour} contract for {requirement} energy ({reward})",
            colour=colour,
            requirement=needed,
            reward=brings,
        )
    if found in components.contracts.national:
        return message(
            "barrage.national-contract",
            "national contract for {requirement} energy ({reward})",
            requirement=needed,
            reward=brings,
        )
    return message(
        "barrage.starting-contract",
        "starting contract for {requirement} energy ({reward})",
        requirement=needed,
        reward=brings,
    )


def contracts(components: Components, ids: Sequence[str]) -> Listing:
    """List several contracts."""
    return Listing(tuple(contract(components, id) for id in ids))


STRUCTURE_ON_SITE: dict[str, Callable[[str], Message]] = {
    "base": lambda site: message("barrage.base-on-site", "a base on {site}", site=site),
    "elevation": lambda site: message("barrage.elevation-on-site", "an elevation on {site}", site=site),
    "powerhouse": lambda site: message("barrage.powerhouse-on-site", "a powerhouse on {site}", site=site),
}
"""A structure, other than a conduit, with its site."""


def structure(components: Components, kind: str, site: str) -> Message:
    """Name a structure on the map, a conduit with its value."""
    if site in components.conduit_site:
        value = components.conduit_site[site].value
        return message("barrage.conduit-on-site", "a conduit of value {value} on {site}", value=value, site=site)
    return STRUCTURE_ON_SITE[kind](site)


def tile(components: Components, id: str) -> Message:
    """Name a technology tile: its kind and its level."""
    if id in components.special_tile:
        officer = components.officer[components.special_tile[id].officer]
        return message("barrage.special-tile", "special tile of {officer}", officer=Term(officer.name))
    found = components.tile[id]
    if found.level is None:
        return message("barrage.basic-tile", "basic tile ({structure})", structure=STRUCTURE[found.builds])
    return message(
        "barrage.advanced-tile",
        "level {level} tile ({structure})",
        level=found.level,
        structure=STRUCTURE[found.builds],
    )


def tile_effect(components: Components, id: str) -> Message:
    """Describe the effect of an advanced tile; for other tiles their structure."""
    if id in components.special_tile:
        return message("barrage.tile-copies-another", "copies another tile")
    found = components.tile[id]
    does = tile_power(found)
    if not does.items:
        return message("barrage.tile-builds", "builds: {structure}", structure=STRUCTURE[found.builds])
    return message(
        "barrage.tile-builds-with-effect",
        "builds: {structure}; {effect}",
        structure=STRUCTURE[found.builds],
        effect=does,
    )


def tile_power(found: Tile) -> Listing:
    """Describe a tile's changes to the construction, and its effect."""
    return Listing((*_changes(found), *(effect(symbol) for symbol in found.effect)))


def _changes(found: Tile) -> list[Message]:
    """Describe a tile's changes to the construction."""
    changes = [
        (found.no_engineers, message("barrage.tile-no-engineers", "no engineers")),
        (found.no_machinery, message("barrage.tile-no-machinery", "no machinery")),
        (found.no_red_site_fee, message("barrage.tile-no-red-site-fee", "no fee for a red site")),
        (
            found.interchangeable,
            message("barrage.tile-machinery-interchangeable", "excavators and mixers are interchangeable"),
        ),
        (
            found.one_machinery_only,
            message("barrage.tile-one-machinery-type-only", "pay only the excavators or only the mixers"),
        ),
        (
            found.most_machinery is not None,
            counted(
                "barrage.tile-caps-machinery",
                "at most {count} piece of machinery",
                "at most {count} pieces of machinery",
                count=found.most_machinery or 0,
            ),
        ),
    ]
    return [said for holds, said in changes if holds]


BONUS: dict[str, Callable[[int], Message]] = {
    "contracts": lambda vp: message("barrage.bonus-for-contracts", "{vp} VP per fulfilled contract", vp=vp),
    "bases": lambda vp: message("barrage.bonus-for-bases", "{vp} VP per base", vp=vp),
    "elevations": lambda vp: message("barrage.bonus-for-elevations", "{vp} VP per elevation", vp=vp),
    "conduits": lambda vp: message("barrage.bonus-for-conduits", "{vp} VP per conduit", vp=vp),
    "powerhouses": lambda vp: message("barrage.bonus-for-powerhouses", "{vp} VP per powerhouse", vp=vp),
    "advanced_tiles": lambda vp: message("barrage.bonus-for-advanced-tiles", "{vp} VP per advanced tile", vp=vp),
}
"""The scoring of a bonus tile, by the items that it counts."""
OBJECTIVE: Mapping[ObjectiveCount, Message] = {
    "red_sites": message("barrage.structures-on-red-sites", "bases and powerhouses on red sites"),
    "strongest_area": message("barrage.structures-in-strongest-area", "structures in the area where you have the most"),
    "connected_bases": message(
        "barrage.connected-bases", "bases connected to one of your powerhouses by one of your conduits"
    ),
    "weakest_area": message("barrage.structures-in-weakest-area", "structures in the area where you have the fewest"),
    "basins_with_1": message("barrage.basins-with-structure", "basins with at least one of your structures"),
    "basins_with_3": message("barrage.basins-with-three-structures", "basins with at least three of your structures"),
}


def bonus(components: Components, id: str) -> Message:
    """Describe the scoring of a bonus tile."""
    found = components.bonus_tile[id]
    return BONUS[found.counts](found.vp_each)


def objective(components: Components, id: str) -> Message:
    """Describe the count of the objective tile."""
    return OBJECTIVE[components.objective_tile[id].counts]


POWER: dict[str, Callable[[int], Message]] = {
    "flow_energy": lambda n: message(
        "barrage.power-energy-from-flow",
        "{energy} energy for each drop that flows into a basin with one of your powerhouses",
        energy=n,
    ),
    "second_production": lambda n: message(
        "barrage.power-second-production",
        "after each production, a second production with a different powerhouse and no bonuses",
    ),
    "energy_after_production": lambda n: message(
        "barrage.power-energy-after-production", "{energy} extra energy after each production", energy=n
    ),
    "contract_discount": lambda n: message(
        "barrage.power-contract-discount", "each contract requires {energy} less energy", energy=n
    ),
}
"""The effect of a company's power, by its figure."""
OFFICER: dict[str, Callable[[Officer], Message]] = {
    "wilhelm_adler": lambda officer: counted(
        "barrage.officer-fixed-base-cost",
        "bases always cost {count} excavator",
        "bases always cost {count} excavators",
        count=officer.base_cost or 0,
    ),
    "graziano_del_monte": lambda officer: counted(
        "barrage.officer-larger-dams",
        "your level 3 dams hold {count} drop",
        "your level 3 dams hold {count} drops",
        count=officer.capacity_of_level_3 or 0,
    ),
    "viktor_fiesler": lambda officer: message(
        "barrage.officer-least-energy",
        "drops × conduit value counts as at least {least}",
        least=officer.least_basic_energy or 0,
    ),
    "jill_mcdowell": lambda officer: counted(
        "barrage.officer-conduit-for-mixers",
        "a conduit can cost {count} mixer per point of its value instead",
        "a conduit can cost {count} mixers per point of its value instead",
        count=officer.conduit_mixers_per_value or 0,
    ),
    "solomon_p_jordan": lambda officer: counted(
        "barrage.officer-credits-replace-machinery",
        "{count} credit can replace any piece of machinery in a building cost",
        "{count} credits can replace any piece of machinery in a building cost",
        count=officer.credits_per_machinery or 0,
    ),
    "anton_krylov": lambda officer: message(
        "barrage.officer-special-tile-copies", "a special tile copies another tile on your wheel"
    ),
    "mahiri_sekibo": lambda officer: counted(
        "barrage.officer-copies-officers",
        "{count} private space to copy another officer for a turn",
        "{count} private spaces to copy another officer for a turn",
        count=len(officer.spaces),
    ),
}
"""The power of an officer."""


def power(board: Company) -> Message:
    """Describe the effect of a company's power."""
    figures = {name: getattr(board.power, name) for name in board.power.__struct_fields__}
    return next(POWER[name](figure) for name, figure in figures.items() if figure is not None)


def ability(officer: Officer) -> Message:
    """Return the power of an officer."""
    return OFFICER[officer.id](officer)


def company(components: Components, id: str) -> Term:
    """Return the name of a company."""
    return Term(components.company[id].name)


def officer(components: Components, id: str) -> Term:
    """Return the name of an officer."""
    return Term(components.officer[id].name)


ITEMS: list[Callable[[Components, str], Message | None]] = [
    lambda components, id: contract(components, id) if id in components.contract else None,
    lambda components, id: tile(components, id) if id in components.tile or id in components.special_tile else None,
]
"""The names of items on a display; None for other items."""


def known_item(components: Components, id: str) -> Message | None:
    """Name a contract or a technology tile on a display; None for anything else."""
    return next(filter(None, (said(components, id) for said in ITEMS)), None)


def item(components: Components, id: str) -> Message:
    """Name any item on a display."""
    return known_item(components, id) or message("barrage.item", "{item}", item=Term(id))


def bringer(components: Components, source: str) -> Message | None:
    """Name a cause: a contract, a tile, one or all incomes, a company's power; None for anything else."""
    if not source:
        return None
    if found := known_item(components, source):
        return found
    structure, _, number = source.partition("/")
    if structure in STRUCTURE and number:
        return message(
            "barrage.income-of-structure",
            "income from {structure} {number}",
            structure=STRUCTURE[structure],
            number=number,
        )
    if source == INCOME:
        return message("barrage.feature-incomes", "income")
    if source in components.company:
        return message("barrage.power-of-company", "the company power ({company})", company=company(components, source))
    return None


def effect_of(components: Components, source: str) -> Message | Listing | None:
    """Describe what the power of a company or the effect of a tile does; None for other causes."""
    if source in components.company:
        return power(components.company[source])
    found = components.tile.get(source)
    return reward(found.effect) if found is not None and found.effect else None
