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
from domain.message import Listing, Message, Term, message

AREA: Mapping[Area, Message] = {
    "mountain": message("mountain"),
    "hills": message("hills"),
    "plains": message("plains"),
}
STRUCTURE: dict[str, Message] = {
    "base": message("base"),
    "elevation": message("elevation"),
    "conduit": message("conduit"),
    "powerhouse": message("powerhouse"),
    "any": message("any structure"),
}
MACHINERY: Mapping[str, Message] = {"excavators": message("excavators"), "mixers": message("concrete mixers")}
SECTION: Mapping[str, Message] = {
    "turbine_station": message("Turbine station"),
    "water_management": message("Water management"),
    "bank": message("Bank"),
    "workshop": message("Workshop"),
    "machinery_shop": message("Machinery shop"),
    "contract_office": message("Contract office"),
    "patent_office": message("Patent office"),
}
COLOUR: Mapping[str, Message] = {"green": message("green"), "yellow": message("yellow"), "red": message("red")}


# --------------------------------------------------------------------------------------------------------------------
# Symbols
# --------------------------------------------------------------------------------------------------------------------

EFFECT: dict[str, Callable[[Effect], Message]] = {
    "credits": lambda symbol: (
        message("1 credit") if symbol.amount == 1 else message("{count} credits", count=symbol.amount)
    ),
    "vp": lambda symbol: message("{count} VP", count=symbol.amount),
    "excavators": lambda symbol: message("excavators: {count}", count=symbol.amount),
    "mixers": lambda symbol: message("concrete mixers: {count}", count=symbol.amount),
    "machinery": lambda symbol: message("machineries of choice: {count}", count=symbol.amount),
    "energy_steps": lambda symbol: message("energy not for contracts: {count}", count=symbol.amount),
    "energy_produced": lambda symbol: message("energy that may fulfil a contract: {count}", count=symbol.amount),
    "rotate_wheel": lambda symbol: message("wheel turned by {count}", count=symbol.amount),
    "water_delayed": lambda symbol: message("drops onto headstreams: {count}", count=symbol.amount),
    "water_immediate": lambda symbol: message("drops that flow at once: {count}", count=symbol.amount),
    "free_base": lambda symbol: message("a free base in: {areas}", areas=_areas(symbol)),
    "free_elevation": lambda symbol: message("free elevations: {count}", count=symbol.amount),
    "free_conduit": lambda symbol: message("a free conduit of value {value} at most", value=_most(symbol)),
    "free_powerhouse": lambda symbol: message("free powerhouses: {count}", count=symbol.amount),
    "produce": lambda symbol: (
        message("production with {modifier}", modifier=f"{symbol.amount:+d}")
        if symbol.amount
        else message("production")
    ),
    "take_contracts": lambda symbol: message("contracts to take: {count}", count=symbol.amount),
    "take_patent": lambda symbol: message("advanced tile in slot {count}", count=symbol.amount),
    "drop_on_empty_dams": lambda symbol: message("a drop on every own dam without water"),
    "fill_raised_dam": lambda symbol: message("the raised dam is filled"),
}
"""Every symbol in words."""
PER: dict[str, Message] = {
    "base": message("per own base"),
    "elevation": message("per own elevation"),
    "powerhouse": message("per own powerhouse"),
    "raised_dam": message("per own dam of level 2 or 3"),
    "advanced_tile": message("per own advanced tile"),
    "conduit_value": message("per point of the conduit's value"),
}
"""The multiplier of a symbol."""


def _areas(symbol: Effect) -> Listing:
    return Listing(tuple(AREA[area] for area in (symbol.free_base or FreeBase()).areas))


def _most(symbol: Effect) -> int:
    return (symbol.free_conduit or FreeConduit()).max_value


def effect(symbol: Effect) -> Message:
    """Describe one symbol."""
    said = EFFECT[symbol.name](symbol)
    return said if symbol.per is None else message("{what} {per}", what=said, per=PER[symbol.per])


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
            "{colour} contract for {requirement} energy ({reward})", colour=colour, requirement=needed, reward=brings
        )
    if found in components.contracts.national:
        return message("national contract for {requirement} energy ({reward})", requirement=needed, reward=brings)
    return message("starting contract for {requirement} energy ({reward})", requirement=needed, reward=brings)


def contracts(components: Components, ids: Sequence[str]) -> Listing:
    """List several contracts."""
    return Listing(tuple(contract(components, id) for id in ids))


def structure(components: Components, kind: str, site: str) -> Message:
    """Name a structure on the map, a conduit with its value."""
    if site in components.conduit_site:
        value = components.conduit_site[site].value
        return message("conduit of value {value} on {site}", value=value, site=site)
    return message("{structure} on {site}", structure=STRUCTURE[kind], site=site)


def tile(components: Components, id: str) -> Message:
    """Name a technology tile: its kind and its level."""
    if id in components.special_tile:
        officer = components.officer[components.special_tile[id].officer]
        return message("special tile of {officer}", officer=Term(officer.name))
    found = components.tile[id]
    if found.level is None:
        return message("basic tile ({structure})", structure=STRUCTURE[found.builds])
    return message("level {level} tile ({structure})", level=found.level, structure=STRUCTURE[found.builds])


def tile_effect(components: Components, id: str) -> Message:
    """Describe the effect of an advanced tile; for other tiles their structure."""
    if id in components.special_tile:
        return message("copies another tile")
    found = components.tile[id]
    does = tile_power(found)
    if not does.items:
        return message("builds: {structure}", structure=STRUCTURE[found.builds])
    return message("builds: {structure}; {effect}", structure=STRUCTURE[found.builds], effect=does)


def tile_power(found: Tile) -> Listing:
    """Describe a tile's changes to the construction, and its effect."""
    return Listing((*_changes(found), *(effect(symbol) for symbol in found.effect)))


def _changes(found: Tile) -> list[Message]:
    """Describe a tile's changes to the construction."""
    changes = [
        (found.no_engineers, message("no engineers")),
        (found.no_machinery, message("no machineries")),
        (found.no_red_site_fee, message("no fee for a red site")),
        (found.interchangeable, message("excavators and mixers stand for each other")),
        (found.one_machinery_only, message("only excavators or only mixers of the cost")),
        (found.most_machinery is not None, message("at most {count} machineries", count=found.most_machinery or 0)),
    ]
    return [said for holds, said in changes if holds]


BONUS: dict[str, Message] = {
    "contracts": message("fulfilled contracts"),
    "bases": message("bases"),
    "elevations": message("elevations"),
    "conduits": message("conduits"),
    "powerhouses": message("powerhouses"),
    "advanced_tiles": message("advanced tiles"),
}
OBJECTIVE: Mapping[ObjectiveCount, Message] = {
    "red_sites": message("bases and powerhouses on red sites"),
    "strongest_area": message("structures in the area with most of them"),
    "connected_bases": message("bases joined to an own powerhouse by an own conduit"),
    "weakest_area": message("structures in the area with fewest of them"),
    "basins_with_1": message("basins with a structure"),
    "basins_with_3": message("basins with three structures"),
}


def bonus(components: Components, id: str) -> Message:
    """Describe the scoring of a bonus tile."""
    found = components.bonus_tile[id]
    return message("{vp} VP each: {counted}", vp=found.vp_each, counted=BONUS[found.counts])


def objective(components: Components, id: str) -> Message:
    """Describe the count of the objective tile."""
    return OBJECTIVE[components.objective_tile[id].counts]


POWER: dict[str, Callable[[int], Message]] = {
    "flow_energy": lambda n: message(
        "{energy} energy for every drop that flows into a basin with an own powerhouse", energy=n
    ),
    "second_production": lambda n: message("after a production a second one with another powerhouse, without bonus"),
    "energy_after_production": lambda n: message("{energy} more energy after every production", energy=n),
    "contract_discount": lambda n: message("every contract requires {energy} less", energy=n),
}
"""The effect of a company's power, by its figure."""
OFFICER: dict[str, Callable[[Officer], Message]] = {
    "wilhelm_adler": lambda officer: message("bases always cost {count} excavators", count=officer.base_cost or 0),
    "graziano_del_monte": lambda officer: message(
        "own dams of level 3 hold {count} drops", count=officer.capacity_of_level_3 or 0
    ),
    "viktor_fiesler": lambda officer: message(
        "drops times conduit value is at least {least}", least=officer.least_basic_energy or 0
    ),
    "jill_mcdowell": lambda officer: message(
        "a conduit may cost mixers instead, {count} for each point of its value",
        count=officer.conduit_mixers_per_value or 0,
    ),
    "solomon_p_jordan": lambda officer: message(
        "{count} credits may replace each machinery of a building cost", count=officer.credits_per_machinery or 0
    ),
    "anton_krylov": lambda officer: message("a special tile copies another tile on the wheel"),
    "mahiri_sekibo": lambda officer: message(
        "private spaces to copy another officer for a turn: {count}", count=len(officer.spaces)
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
    return known_item(components, id) or message("{item}", item=Term(id))


def bringer(components: Components, source: str) -> Message | None:
    """Name a cause: a contract, a tile, an income, a company's power; None for anything else."""
    if not source:
        return None
    if found := known_item(components, source):
        return found
    structure, _, number = source.partition("/")
    if structure in STRUCTURE and number:
        return message("income of {structure} {number}", structure=STRUCTURE[structure], number=number)
    return power(components.company[source]) if source in components.company else None


# --------------------------------------------------------------------------------------------------------------------
# Spaces and sites
# --------------------------------------------------------------------------------------------------------------------


def _row_space(components: Components, name: str, which: str) -> Message | None:
    if name not in components.row:
        return None
    row = components.row[name]
    section, brings = SECTION[row.section], reward(row.effect)
    if which == "left":
        return message("{section}, left space ({effect})", section=section, effect=brings)
    return message("{section}, right space ({effect})", section=section, effect=brings)


def _numbered_space(components: Components, name: str, which: str) -> Message | None:
    for number, construction in enumerate(components.construction_spaces, 1):
        if construction.id == name:
            return message("construction space {number}", number=number)
    for number, patent in enumerate(components.patent_spaces, 1):
        if patent.id == name:
            return message("Patent office, slot {number}", number=number)
    return None


def _private_space(components: Components, name: str, which: str) -> Message | None:
    for found in components.officer.values():
        if name in {each.id for each in found.spaces}:
            return message("private space of {officer}", officer=Term(found.name))
    return None


SPACES: list[Callable[[Components, str, str], Message | None]] = [_row_space, _numbered_space, _private_space]
"""The names of action spaces, by the two parts of their ids; None for other spaces."""


def space(components: Components, id: str) -> Message:
    """Name an action space by its action and its number; all unknown ones are in the bank."""
    name, _, which = id.partition("/")
    return next(filter(None, (said(components, name, which) for said in SPACES)), SECTION["bank"])
