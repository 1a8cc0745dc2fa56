"""Names of the automa's pieces: actions, the conditions that fail, criteria, spaces and candidates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from domain.barrage.leeghwater import words as expansion_words
from domain.barrage.model.automa.components import Action, ConduitCriterion, DamCriterion, Line, PowerhouseCriterion
from domain.barrage.model.components import Components
from domain.barrage.narration import words
from domain.barrage.narration.sentences import resources
from domain.message import Listing, Message, Term, message

# --------------------------------------------------------------------------------------------------------------------
# Engineers of automas
# --------------------------------------------------------------------------------------------------------------------

SECTION: Mapping[str, Message] = {**words.SECTION, "external_works": message("External works")}
_BOARD, _BESIDE = "automa", "beside"


def _space(components: Components, name: str, which: str) -> Message | None:
    """Name spaces that only automas use: their company boards, and beside a full section."""
    if name == _BOARD:
        return message("own company board")
    if which == _BESIDE and name in SECTION:
        return message("beside the full section: {section}", section=SECTION[name])
    return None


words.SPACES.append(_space)


def space(components: Components, id: str) -> Message:
    """Name a space of an automa's engineers, without its printed cost: that is for players only (TA-4.5)."""
    name, _, which = id.partition("/")
    if name not in components.row:
        return words.space(components, id)
    section = SECTION[components.row[name].section]
    if which == "left":
        return message("{section}, left space", section=section)
    return message("{section}, right space", section=section)


# --------------------------------------------------------------------------------------------------------------------
# Actions
# --------------------------------------------------------------------------------------------------------------------

ACTION: Mapping[Action, Message] = {
    "production": message("production"),
    "water_management": message("water management"),
    "contract_office": message("contract office"),
    "construction": message("construction"),
    "workshop": message("workshop"),
    "machinery_shop": message("machinery shop"),
    "patent_office": message("patent office"),
    "external_works": message("external works"),
    "bank": message("bank"),
}


def signed(number: int) -> str:
    """Format a number with its sign."""
    return f"{number:+d}".replace("-", "\N{MINUS SIGN}") if number else "±0"


def in_order(these: Iterable[object]) -> str:
    """List letters or places in order."""
    return "-".join(map(str, these))


def action(line: Line) -> Message:
    """Describe an action as on its card."""
    match line.action:
        case "production":
            return message(
                "production with {modifier} for a {colour} contract",
                modifier=signed(line.modifier or 0),
                colour=words.COLOUR[line.contract or "green"],
            )
        case "water_management" if line.at_once:
            return message("water management, drops that flow at once: {drops} at most", drops=line.drops or 0)
        case "water_management":
            return message("water management, drops: {drops} at most", drops=line.drops or 0)
        case "contract_office":
            return message("contract office: discard {colour}", colour=words.COLOUR[line.discard or "green"])
        case "construction":
            return _construction(line)
        case "workshop":
            return message("workshop: turn the wheel by {count}", count=line.rotate or 0)
        case "machinery_shop":
            return message("machinery shop: {gain}", gain=_gain(line))
        case "patent_office":
            return message("patent office: tile for a {structure}", structure=words.STRUCTURE[line.structure or "any"])
        case "external_works":
            return message("external works in the order {order}", order=in_order(line.order))
    return ACTION[line.action]


def _construction(line: Line) -> Message:
    structure = words.STRUCTURE[line.structure or "any"]
    if line.area is not None:
        return message("construction: {structure} in the {area}", structure=structure, area=words.AREA[line.area])
    if line.least_value is not None:
        return message(
            "construction: {structure} of value {value} or more", structure=structure, value=line.least_value
        )
    if line.search is not None:
        return message("construction: {structure}, {search}", structure=structure, search=SEARCH[line.search])
    return message("construction: {structure}", structure=structure)


def _gain(line: Line) -> Listing:
    gain = line.gain
    assert gain is not None
    if gain.machinery:
        return Listing((message("machineries of choice: {count}", count=gain.machinery),))
    return resources(excavators=gain.excavators, mixers=gain.mixers)


SEARCH: Mapping[str, Message] = {
    "down": message("from the top row down"),
    "up": message("from the bottom row up"),
}
INSTEAD: Mapping[str, Message] = {
    "elevation": message("an elevation in its place, for the officer's sake"),
    "building": message("a building in its place, for the officer's sake"),
    "external_works": message("an external work in its place, for the officer's sake"),
}
"""Actions that an officer prefers to a construction."""
FAILURE: Mapping[str, Message] = {
    "TA-5.9": message("it needs a module of the expansion that is not played"),
    "TA-6.1": message("no own production system holds a drop and would yield energy"),
    "TA-6.2": message("the marker has reached the section of the round, and no other is as far"),
    "TA-6.6": message("the energy would reach no contract of that colour on offer"),
    "TA-7.1": message("no drop would come to rest in an own dam"),
    "TA-9.1": message("no piece of it is left"),
    "TA-9.2": message("no technology tile in the supply builds it"),
    "TA-9.3": message("the machineries in the supply suffice for no site"),
    "TA-9.4": message("no site is open to it"),
    "TA-10.1": message("nothing lies on the wheel"),
    "TA-11.1": message("it is the last round"),
    "TA-12.1": message("no tile for it is on display"),
    "TA-13.1": message("the machineries in the supply pay for no external work"),
}
"""The conditions of actions, phrased for when they fail."""

# --------------------------------------------------------------------------------------------------------------------
# Criteria
# --------------------------------------------------------------------------------------------------------------------

COLUMN: Mapping[str, Message] = {
    "dam": message("bases and elevations"),
    "conduit": message("conduits"),
    "powerhouse": message("powerhouses"),
}
DAM: Mapping[DamCriterion, Message] = {
    "most_powerful_conduit": message("the most powerful built conduit leads from here"),
    "own_powerhouse": message("a conduit leads to an own powerhouse"),
    "below_powerhouse": message("water of a powerhouse comes here first"),
    "red_space": message("a red site"),
    "conduit_to_own_dam": message("a conduit leads to an own dam, or else to no opponent's"),
    "most_water": message("most water comes here"),
}
CONDUIT: Mapping[ConduitCriterion, Message] = {
    "highest_value": message("the highest value"),
    "second_highest_value": message("the second highest value"),
    "dam_own_first": message("from a dam: own, neutral, opponent's"),
    "dam_opponent_first": message("from a dam: opponent's, neutral, own"),
    "powerhouse_own_first": message("to a powerhouse: own, opponent's"),
    "powerhouse_opponent_first": message("to a powerhouse: opponent's, own"),
}
POWERHOUSE: Mapping[PowerhouseCriterion, Message] = {
    "most_powerful_conduit": message("the most powerful built conduit leads here"),
    "own_dam": message("a conduit leads here from an own dam"),
    "feeds_own_dam": message("its water feeds an own dam, or else no opponent's"),
    "spares_opponent_dam": message("its water feeds no opponent's dam, or else an own one"),
    "in_basin_5": message("in basin 5"),
    "in_basin_6": message("in basin 6"),
    "in_basin_7": message("in basin 7"),
    "in_plains": message("in the plains"),
}
CRITERIA: Mapping[str, Mapping[str, Message]] = {
    "dam": {str(name): said for name, said in DAM.items()},
    "conduit": {str(name): said for name, said in CONDUIT.items()},
    "powerhouse": {str(name): said for name, said in POWERHOUSE.items()},
}
"""The requirement of each criterion, by its column."""
COLUMN_OF_SECTION: Mapping[str, str] = {"TA-17": "dam", "TA-18": "conduit", "TA-19": "powerhouse"}
"""The column of the card that a rule about criteria belongs to, by its section."""

# --------------------------------------------------------------------------------------------------------------------
# Candidates
# --------------------------------------------------------------------------------------------------------------------

OF: Mapping[str, Message] = {
    "site": message("Sites"),
    "tile": message("Tiles"),
    "system": message("Production systems"),
    "conduit": message("Conduits"),
    "contract": message("Contracts"),
    "plan": message("Plans for drops"),
    "dam": message("Dams"),
    "work": message("External works"),
    "officer": message("Officer"),
    "drops": message("Drops to be used"),
}
"""Names of the candidates, by the kind of a reason."""


def candidate(components: Components, of: str, id: str) -> Message | Term | str:
    """Name a candidate of a choice of this kind."""
    match of:
        case "tile":
            return words.tile(components, id)
        case "contract":
            return words.contract(components, id)
        case "work":
            return expansion_words.work(components, id)
        case "system":
            dam, conduit, powerhouse = id.split("/")
            return message(
                "dam {dam}, conduit {conduit}, powerhouse {powerhouse}",
                dam=dam,
                conduit=conduit,
                powerhouse=powerhouse,
            )
        case "officer":
            return words.officer(components, id)
        case "plan":
            return in_order(id)
    return id


def candidates(components: Components, of: str, ids: Sequence[str]) -> Listing:
    """Name several candidates."""
    return Listing(tuple(candidate(components, of, id) for id in ids))
