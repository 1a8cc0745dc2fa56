"""What tiles, spaces, contracts and symbols are called, for narration, options and drawings alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from domain.barrage.components import Components
from domain.barrage.pieces import Area, BonusCount, Contract, Effect, ObjectiveCount, Reward, Tile
from domain.message import Listing, Message, Term, message

AREA: Mapping[Area, Message] = {
    "mountain": message("mountain"),
    "hills": message("hills"),
    "plains": message("plains"),
}
STRUCTURE: Mapping[str, Message] = {
    "base": message("base"),
    "elevation": message("elevation"),
    "conduit": message("conduit"),
    "powerhouse": message("powerhouse"),
    "building": message("building"),
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

_COUNTED: Mapping[str, Callable[[int], Message]] = {
    "credits": lambda n: message("{count} credits", count=n),
    "vp": lambda n: message("{count} VP", count=n),
    "excavators": lambda n: message("excavators: {count}", count=n),
    "mixers": lambda n: message("concrete mixers: {count}", count=n),
    "machinery": lambda n: message("machineries of choice: {count}", count=n),
    "energy_steps": lambda n: message("energy not for contracts: {count}", count=n),
    "energy_produced": lambda n: message("energy that may fulfil a contract: {count}", count=n),
    "rotate_wheel": lambda n: message("wheel turned by {count}", count=n),
    "water_delayed": lambda n: message("drops onto headstreams: {count}", count=n),
    "water_immediate": lambda n: message("drops that flow at once: {count}", count=n),
    "free_elevation": lambda n: message("free elevations: {count}", count=n),
    "free_powerhouse": lambda n: message("free powerhouses: {count}", count=n),
    "produce": lambda n: message("production with {modifier}", modifier=f"{n:+d}"),
    "take_contracts": lambda n: message("contracts to take: {count}", count=n),
    "take_patent": lambda n: message("advanced tile in slot {count}", count=n),
    "fulfil_external_work": lambda n: message("external work for {count} credits per machinery", count=n),
}
_SIMPLE: Mapping[str, Message] = {
    "take_advanced_tile": message("an advanced tile from the patent office"),
    "drop_on_empty_dams": message("a drop on every own dam without water"),
    "fill_raised_dam": message("the raised dam is filled"),
    "water_on_dam": message("a drop directly on a dam with room"),
    "building_action": message("the action of the building just activated"),
    "tile_from_wheel": message("a technology tile back from the wheel"),
    "half_of_a_segment": message("half the machineries of a segment back"),
}
_PER: Mapping[str, Message] = {
    "base": message("per own base"),
    "elevation": message("per own elevation"),
    "powerhouse": message("per own powerhouse"),
    "raised_dam": message("per own dam of level 2 or 3"),
    "advanced_tile": message("per own advanced tile"),
    "conduit_value": message("per point of the conduit's value"),
    "building_vp": message("per VP of the building"),
}


def effect(symbol: Effect) -> Message:
    """One symbol in words."""
    said = _limited(symbol) or _SIMPLE.get(symbol.name) or _COUNTED[symbol.name](symbol.amount)
    return said if symbol.per is None else message("{what} {per}", what=said, per=_PER[symbol.per])


def _limited(symbol: Effect) -> Message | None:
    if symbol.free_base is not None:
        areas = Listing(tuple(AREA[area] for area in symbol.free_base.areas))
        return message("a free base in: {areas}", areas=areas)
    if symbol.free_conduit is not None:
        return message("a free conduit of value {value} at most", value=symbol.free_conduit.max_value)
    if symbol.fulfil_contract is not None:
        most = symbol.fulfil_contract.max_requirement
        if most is None:
            return message("an own contract fulfilled without energy")
        return message("an own contract of {requirement} at most fulfilled without energy", requirement=most)
    return None


def reward(symbols: Reward) -> Listing:
    """A reward in words, symbol by symbol."""
    return Listing(tuple(effect(symbol) for symbol in symbols))


# --------------------------------------------------------------------------------------------------------------------
# Tiles and contracts
# --------------------------------------------------------------------------------------------------------------------


def contract(components: Components, id: str) -> Message:
    """A contract: its kind, what it requires and what it brings."""
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
    """Several contracts."""
    return Listing(tuple(contract(components, id) for id in ids))


def required(found: Contract) -> Message:
    """What a contract requires."""
    return message("{requirement} energy", requirement=found.requirement)


def tile(components: Components, id: str) -> Message:
    """A technology tile: its kind and its level."""
    if id in components.special_tile:
        officer = components.officer[components.special_tile[id].officer]
        return message("special tile of {officer}", officer=Term(officer.name))
    found = components.tile[id]
    if found.level is None:
        return message("basic tile ({structure})", structure=STRUCTURE[found.builds])
    return message("level {level} tile ({structure})", level=found.level, structure=STRUCTURE[found.builds])


def tile_effect(components: Components, id: str) -> Message:
    """What an advanced tile does; for other tiles what they build."""
    if id in components.special_tile:
        return message("copies another tile")
    found = components.tile[id]
    changes = _changes(found)
    if not changes and not found.effect:
        return message("builds: {structure}", structure=STRUCTURE[found.builds])
    does = Listing((*changes, *(effect(symbol) for symbol in found.effect)))
    return message("builds: {structure}; {effect}", structure=STRUCTURE[found.builds], effect=does)


def _changes(found: Tile) -> list[Message]:
    """How a tile changes the construction."""
    changes = [
        (found.no_engineers, message("no engineers")),
        (found.no_machinery, message("no machineries")),
        (found.no_red_site_fee, message("no fee for a red site")),
        (found.interchangeable, message("excavators and mixers stand for each other")),
        (found.one_machinery_only, message("only excavators or only mixers of the cost")),
        (found.most_machinery is not None, message("at most {count} machineries", count=found.most_machinery or 0)),
    ]
    return [said for holds, said in changes if holds]


BONUS: Mapping[BonusCount, Message] = {
    "contracts": message("fulfilled contracts"),
    "bases": message("bases"),
    "elevations": message("elevations"),
    "conduits": message("conduits"),
    "powerhouses": message("powerhouses"),
    "advanced_tiles": message("advanced tiles"),
    "external_works": message("external works"),
    "buildings": message("buildings"),
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
    """What a bonus tile scores."""
    found = components.bonus_tile[id]
    return message("{vp} VP each: {counted}", vp=found.vp_each, counted=BONUS[found.counts])


def objective(components: Components, id: str) -> Message:
    """What the objective tile counts."""
    return OBJECTIVE[components.objective_tile[id].counts]


POWER: Mapping[str, Message] = {
    "usa": message("1 energy for every drop that flows into a basin with an own powerhouse"),
    "germany": message("after a production a second one with another powerhouse, without bonus"),
    "italy": message("3 more energy after every production"),
    "france": message("every contract requires 3 less"),
    "netherlands": message("after a production 1 drop onto another own dam"),
}
OFFICER: Mapping[str, Message] = {
    "wilhelm_adler": message("bases always cost 3 excavators"),
    "graziano_del_monte": message("own dams of level 3 hold 4 drops"),
    "viktor_fiesler": message("drops times conduit value is at least 4"),
    "jill_mcdowell": message("a conduit may cost 1 mixer per point of its value instead"),
    "solomon_p_jordan": message("3 credits may replace each machinery of a building cost"),
    "anton_krylov": message("a special tile copies another tile on the wheel"),
    "mahiri_sekibo": message("two private spaces to copy another officer for a turn"),
    "leslie_spencer": message("external works may put their machineries on the wheel"),
    "margot_fouche": message("a private space for the action of an activated building"),
    "simone_luciani": message("four contracts; one production may fulfil several"),
    "tommaso_battista": message("the architect alone on a space grants another turn"),
}


def company(components: Components, id: str) -> Term:
    """The name of a company."""
    return Term(components.company[id].name)


def officer(components: Components, id: str) -> Term:
    """The name of an officer."""
    return Term(components.officer[id].name)


def work(components: Components, id: str) -> Message:
    """An external work: what it takes and what it brings."""
    found = components.external_work[id]
    counts = (("excavators", found.cost.excavators), ("mixers", found.cost.mixers))
    price = Listing(tuple(_COUNTED[name](count) for name, count in counts if count))
    return message("external work for {cost} ({reward})", cost=price, reward=reward(found.reward))


def item(components: Components, id: str) -> Message:
    """Whatever may lie on a display: a contract, a technology tile, an external work or a private building."""
    if id in components.contract:
        return contract(components, id)
    if id in components.external_work:
        return work(components, id)
    if id in components.private_building:
        return message("{building}", building=Term(components.private_building[id].name))
    return tile(components, id)


# --------------------------------------------------------------------------------------------------------------------
# Spaces and sites
# --------------------------------------------------------------------------------------------------------------------


def space(components: Components, id: str) -> Message:
    """An action space: what is done there, and which one it is."""
    name, _, which = id.partition("/")
    if name in components.row:
        row = components.row[name]
        section, brings = SECTION[row.section], reward(row.effect)
        if which == "left":
            return message("{section}, left space ({effect})", section=section, effect=brings)
        return message("{section}, right space ({effect})", section=section, effect=brings)
    for number, construction in enumerate(components.construction_spaces, 1):
        if construction.id == name:
            return message("construction space {number}", number=number)
    for number, patent in enumerate(components.patent_spaces, 1):
        if patent.id == name:
            return message("Patent office, slot {number}", number=number)
    return _other_space(components, name, which)


def _other_space(components: Components, name: str, which: str) -> Message:
    for found in components.officer.values():
        if name in {each.id for each in found.spaces}:
            return message("private space of {officer}", officer=Term(found.name))
    for number, work_space in enumerate(components.leeghwater.work_spaces, 1):
        if work_space.id == name:
            return message("External works, slot {number}", number=number)
    if name in components.private_building:
        building = Term(components.private_building[name].name)
        return message("{building}, space {number}", building=building, number=which)
    return SECTION["bank"]
