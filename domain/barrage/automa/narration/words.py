"""Names of the automa's pieces: actions, failed conditions, criteria, spaces and candidates."""

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

SECTION: Mapping[str, Message] = {
    **words.SECTION,
    "external_works": message("automa.section-external-works", "External works"),
}
_BOARD, _BESIDE = "automa", "beside"


def _space(components: Components, name: str, which: str) -> Message | None:
    """Name spaces that only automas use: their company boards, and beside a full section."""
    if name == _BOARD:
        return message("automa.own-company-board", "own company board")
    if which == _BESIDE and name in SECTION:
        return message("automa.space-beside-full-section", "beside the full section: {section}", section=SECTION[name])
    return None


words.SPACES.append(_space)


def space(components: Components, id: str) -> Message:
    """Name a space of an automa's engineers, without its printed cost: that is for players only (TA-4.5)."""
    name, _, which = id.partition("/")
    if name not in components.row:
        return words.space(components, id)
    section = SECTION[components.row[name].section]
    if which == "left":
        return message("automa.left-action-space", "{section}, left space", section=section)
    return message("automa.right-action-space", "{section}, right space", section=section)


# --------------------------------------------------------------------------------------------------------------------
# Actions
# --------------------------------------------------------------------------------------------------------------------

ACTION: Mapping[Action, Message] = {
    "production": message("automa.action-production", "production"),
    "water_management": message("automa.action-water-management", "water management"),
    "contract_office": message("automa.action-contract-office", "contract office"),
    "construction": message("automa.action-construction", "construction"),
    "workshop": message("automa.action-workshop", "workshop"),
    "machinery_shop": message("automa.action-machinery-shop", "machinery shop"),
    "patent_office": message("automa.action-patent-office", "patent office"),
    "external_works": message("automa.action-external-works", "external works"),
    "bank": message("automa.action-bank", "bank"),
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
                "automa.production-for-contract",
                "production with {modifier} for a {colour} contract",
                modifier=signed(line.modifier or 0),
                colour=words.COLOUR[line.contract or "green"],
            )
        case "water_management" if line.at_once:
            return message(
                "automa.place-drops-flowing-at-once",
                "water management, drops that flow at once: {drops} at most",
                drops=line.drops or 0,
            )
        case "water_management":
            return message("automa.place-drops", "water management, drops: {drops} at most", drops=line.drops or 0)
        case "contract_office":
            return message(
                "automa.discard-contracts",
                "contract office: discard {colour}",
                colour=words.COLOUR[line.discard or "green"],
            )
        case "construction":
            return _construction(line)
        case "workshop":
            return message("automa.turn-wheel", "workshop: turn the wheel by {count}", count=line.rotate or 0)
        case "machinery_shop":
            return message("automa.take-machineries", "machinery shop: {gain}", gain=_gain(line))
        case "patent_office":
            return message(
                "automa.take-tile",
                "patent office: tile for a {structure}",
                structure=words.STRUCTURE[line.structure or "any"],
            )
        case "external_works":
            return message(
                "automa.fulfil-external-work", "external works in the order {order}", order=in_order(line.order)
            )
    return ACTION[line.action]


def _construction(line: Line) -> Message:
    structure = words.STRUCTURE[line.structure or "any"]
    if line.area is not None:
        return message(
            "automa.construct-structure-in-area",
            "construction: {structure} in the {area}",
            structure=structure,
            area=words.AREA[line.area],
        )
    if line.least_value is not None:
        return message(
            "automa.construct-structure-of-value",
            "construction: {structure} of value {value} or more",
            structure=structure,
            value=line.least_value,
        )
    if line.search is not None:
        return message(
            "automa.construct-structure-in-search-order",
            "construction: {structure}, {search}",
            structure=structure,
            search=SEARCH[line.search],
        )
    return message("automa.construct-structure", "construction: {structure}", structure=structure)


def _gain(line: Line) -> Listing:
    gain = line.gain
    assert gain is not None
    if gain.machinery:
        return Listing(
            (message("automa.machineries-of-choice", "machineries of choice: {count}", count=gain.machinery),)
        )
    return resources(excavators=gain.excavators, mixers=gain.mixers)


SEARCH: Mapping[str, Message] = {
    "down": message("automa.search-top-down", "from the top row down"),
    "up": message("automa.search-bottom-up", "from the bottom row up"),
}
INSTEAD: Mapping[str, Message] = {
    "elevation": message("automa.officer-prefers-elevation", "an elevation in its place, for the officer's sake"),
    "building": message("automa.officer-prefers-building", "a building in its place, for the officer's sake"),
    "external_works": message(
        "automa.officer-prefers-external-work", "an external work in its place, for the officer's sake"
    ),
}
"""Actions that an officer prefers to a construction."""
FAILURE: Mapping[str, Message] = {
    "TA-5.9": message("automa.failed-module-not-played", "it needs a module of the expansion that is not played"),
    "TA-6.1": message("automa.failed-no-energy-yield", "no own production system holds a drop and would yield energy"),
    "TA-6.2": message(
        "automa.failed-energy-marker-far-enough",
        "the marker has reached the section of the round, and no other is as far",
    ),
    "TA-6.6": message(
        "automa.failed-no-contract-of-colour", "the energy would reach no contract of that colour on offer"
    ),
    "TA-7.1": message("automa.failed-no-drop-reaches-dam", "no drop would come to rest in an own dam"),
    "TA-9.1": message("automa.failed-no-piece-left", "no piece of it is left"),
    "TA-9.2": message("automa.failed-no-tile-for-structure", "no technology tile in the supply builds it"),
    "TA-9.3": message("automa.failed-not-enough-machineries", "the machineries in the supply suffice for no site"),
    "TA-9.4": message("automa.failed-no-open-site", "no site is open to it"),
    "TA-10.1": message("automa.failed-wheel-empty", "nothing lies on the wheel"),
    "TA-11.1": message("automa.failed-last-round", "it is the last round"),
    "TA-12.1": message("automa.failed-no-tile-on-display", "no tile for it is on display"),
    "TA-13.1": message(
        "automa.failed-cannot-pay-external-work", "the machineries in the supply pay for no external work"
    ),
}
"""The conditions of actions, phrased for when they fail."""

# --------------------------------------------------------------------------------------------------------------------
# Criteria
# --------------------------------------------------------------------------------------------------------------------

COLUMN: Mapping[str, Message] = {
    "dam": message("automa.column-bases-and-elevations", "bases and elevations"),
    "conduit": message("automa.column-conduits", "conduits"),
    "powerhouse": message("automa.column-powerhouses", "powerhouses"),
}
DAM: Mapping[DamCriterion, Message] = {
    "most_powerful_conduit": message(
        "automa.dam-most-powerful-conduit", "the most powerful built conduit leads from here"
    ),
    "own_powerhouse": message("automa.dam-conduit-to-own-powerhouse", "a conduit leads to an own powerhouse"),
    "below_powerhouse": message("automa.dam-below-powerhouse", "water of a powerhouse comes here first"),
    "red_space": message("automa.dam-red-site", "a red site"),
    "conduit_to_own_dam": message(
        "automa.dam-conduit-to-own-dam", "a conduit leads to an own dam, or else to no opponent's"
    ),
    "most_water": message("automa.dam-most-water", "most water comes here"),
}
CONDUIT: Mapping[ConduitCriterion, Message] = {
    "highest_value": message("automa.conduit-highest-value", "the highest value"),
    "second_highest_value": message("automa.conduit-second-highest-value", "the second highest value"),
    "dam_own_first": message("automa.conduit-from-own-dam-first", "from a dam: own, neutral, opponent's"),
    "dam_opponent_first": message("automa.conduit-from-opponent-dam-first", "from a dam: opponent's, neutral, own"),
    "powerhouse_own_first": message("automa.conduit-to-own-powerhouse-first", "to a powerhouse: own, opponent's"),
    "powerhouse_opponent_first": message(
        "automa.conduit-to-opponent-powerhouse-first", "to a powerhouse: opponent's, own"
    ),
}
POWERHOUSE: Mapping[PowerhouseCriterion, Message] = {
    "most_powerful_conduit": message(
        "automa.powerhouse-most-powerful-conduit", "the most powerful built conduit leads here"
    ),
    "own_dam": message("automa.powerhouse-conduit-from-own-dam", "a conduit leads here from an own dam"),
    "feeds_own_dam": message("automa.powerhouse-feeds-own-dam", "its water feeds an own dam, or else no opponent's"),
    "spares_opponent_dam": message(
        "automa.powerhouse-feeds-no-opponent-dam", "its water feeds no opponent's dam, or else an own one"
    ),
    "in_basin_5": message("automa.powerhouse-in-basin-five", "in basin 5"),
    "in_basin_6": message("automa.powerhouse-in-basin-six", "in basin 6"),
    "in_basin_7": message("automa.powerhouse-in-basin-seven", "in basin 7"),
    "in_plains": message("automa.powerhouse-in-plains", "in the plains"),
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
    "site": message("automa.candidate-sites", "Sites"),
    "tile": message("automa.candidate-tiles", "Tiles"),
    "system": message("automa.candidate-production-systems", "Production systems"),
    "conduit": message("automa.candidate-conduits", "Conduits"),
    "contract": message("automa.candidate-contracts", "Contracts"),
    "plan": message("automa.candidate-drop-plans", "Plans for drops"),
    "dam": message("automa.candidate-dams", "Dams"),
    "work": message("automa.section-external-works", "External works"),
    "officer": message("automa.candidate-officer", "Officer"),
    "drops": message("automa.candidate-drops", "Drops to be used"),
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
                "automa.production-system",
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
