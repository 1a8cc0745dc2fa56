"""Names of the automa's pieces: actions, failed conditions, criteria, spaces and candidates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from domain.barrage.leeghwater import words as expansion_words
from domain.barrage.model.automa.components import Action, ConduitCriterion, DamCriterion, Line, PowerhouseCriterion
from domain.barrage.model.components import Components
from domain.barrage.narration import space_names, words
from domain.barrage.narration.sentences import resources
from domain.message import Listing, Message, Term, counted, message
from domain.numerals import signed

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
        return message("automa.own-company-board", "its own company board")
    if which == _BESIDE and name in SECTION:
        return message("automa.space-beside-full-section", "{section}, beside the full section", section=SECTION[name])
    return None


space_names.SPACES.append(_space)


def space(components: Components, id: str) -> Message:
    """Name a space of an automa's engineers, without its printed cost: that is for players only (TA-4.5)."""
    name, _, which = id.partition("/")
    if name not in components.row:
        return space_names.space(components, id)
    section = SECTION[components.row[name].section]
    if which == "left":
        return message("automa.left-action-space", "{section} {row}, left space", section=section, row=name)
    return message("automa.right-action-space", "{section} {row}, right space", section=section, row=name)


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


def in_order(these: Iterable[object]) -> str:
    """List letters or places in order."""
    return "-".join(map(str, these))


def action(line: Line) -> Message:
    """Describe an action as on its card."""
    match line.action:
        case "production":
            return message(
                "automa.production-for-contract",
                "production {modifier} for a {colour} contract",
                modifier=signed(line.modifier or 0),
                colour=words.COLOUR[line.contract or "green"],
            )
        case "water_management" if line.at_once:
            return counted(
                "automa.place-drops-flowing-at-once",
                "water management: up to {count} drop that flows immediately",
                "water management: up to {count} drops that flow immediately",
                count=line.drops or 0,
            )
        case "water_management":
            return counted(
                "automa.place-drops",
                "water management: up to {count} drop",
                "water management: up to {count} drops",
                count=line.drops or 0,
            )
        case "contract_office":
            return message(
                "automa.discard-contracts",
                "contract office: discard the {colour} contracts",
                colour=words.COLOUR[line.discard or "green"],
            )
        case "construction":
            return _construction(line)
        case "workshop":
            return counted(
                "automa.turn-wheel",
                "workshop: rotate the wheel by {count} segment",
                "workshop: rotate the wheel by {count} segments",
                count=line.rotate or 0,
            )
        case "machinery_shop":
            return message("automa.take-machinery", "machinery shop: {gain}", gain=_gain(line))
        case "patent_office":
            return message(
                "automa.take-tile",
                "patent office: {structure} tile",
                structure=words.STRUCTURE[line.structure or "any"],
            )
        case "external_works":
            return message(
                "automa.fulfil-external-work", "external works, in the order {order}", order=in_order(line.order)
            )
    return ACTION[line.action]


def _construction(line: Line) -> Message:
    structure = words.STRUCTURE[line.structure or "any"]
    if line.area is not None:
        return message(
            "automa.construct-structure-in-area",
            "construction: {structure} in the {area} area",
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
            (
                counted(
                    "automa.machinery-of-choice",
                    "{count} excavator or mixer",
                    "{count} excavators or mixers",
                    count=gain.machinery,
                ),
            )
        )
    return resources(excavators=gain.excavators, mixers=gain.mixers)


SEARCH: Mapping[str, Message] = {
    "down": message("automa.search-top-down", "from the top row down"),
    "up": message("automa.search-bottom-up", "from the bottom row up"),
}


def replaced(instead: str, number: int, action: Message) -> Message:
    """Narrate the replacement of a construction that an officer prefers."""
    return _REPLACED[instead](number, action)


_REPLACED: Mapping[str, Callable[[int, Message], Message]] = {
    "elevation": lambda number, action: message(
        "automa.officer-prefers-elevation",
        "Because of the officer, an elevation replaced action {number} ({action}).",
        number=number,
        action=action,
    ),
    "building": lambda number, action: message(
        "automa.officer-prefers-building",
        "Because of the officer, a building replaced action {number} ({action}).",
        number=number,
        action=action,
    ),
    "external_works": lambda number, action: message(
        "automa.officer-prefers-external-work",
        "Because of the officer, an external work replaced action {number} ({action}).",
        number=number,
        action=action,
    ),
}
FAILURE: Mapping[str, Message] = {
    "TA-5.9": message("automa.failed-module-not-played", "It needs a module that isn't in this game."),
    "TA-6.1": message(
        "automa.failed-no-energy-yield",
        "The automa had no production system with water that would have produced energy.",
    ),
    "TA-6.2": message(
        "automa.failed-energy-marker-far-enough",
        "Its energy marker had reached this round's section and was ahead of all others.",
    ),
    "TA-6.6": message(
        "automa.failed-no-contract-of-colour", "The energy wasn't enough for any contract of that colour on offer."
    ),
    "TA-7.1": message("automa.failed-no-drop-reaches-dam", "No drop would have stayed in any of the automa's dams."),
    "TA-9.1": message("automa.failed-no-piece-left", "The automa had none of these pieces left."),
    "TA-9.2": message(
        "automa.failed-no-tile-for-structure", "The automa had no technology tile for this structure in its supply."
    ),
    "TA-9.3": message("automa.failed-not-enough-machinery", "The automa didn't have enough machinery for any site."),
    "TA-9.4": message("automa.failed-no-open-site", "No site was available."),
    "TA-10.1": message("automa.failed-wheel-empty", "The automa's wheel was empty."),
    "TA-11.1": message("automa.failed-last-round", "It was the last round."),
    "TA-12.1": message("automa.failed-no-tile-on-display", "No suitable tile was on display."),
    "TA-13.1": message(
        "automa.failed-cannot-pay-external-work", "The automa didn't have enough machinery for any external work."
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
    "most_powerful_conduit": message("automa.dam-most-powerful-conduit", "the most powerful built conduit starts here"),
    "own_powerhouse": message("automa.dam-conduit-to-own-powerhouse", "a conduit leads to the automa's powerhouse"),
    "below_powerhouse": message("automa.dam-below-powerhouse", "water from a powerhouse reaches this site first"),
    "red_space": message("automa.dam-red-site", "a red site"),
    "conduit_to_own_dam": message(
        "automa.dam-conduit-to-own-dam",
        "a conduit leads to the automa's dam or, failing that, no conduit leads to an opponent's dam",
    ),
    "most_water": message("automa.dam-most-water", "the most water arrives here"),
}
CONDUIT: Mapping[ConduitCriterion, Message] = {
    "highest_value": message("automa.conduit-highest-value", "the highest value"),
    "second_highest_value": message("automa.conduit-second-highest-value", "the second-highest value"),
    "dam_own_first": message(
        "automa.conduit-from-own-dam-first", "from a dam, in this order: the automa's, a neutral one, an opponent's"
    ),
    "dam_opponent_first": message(
        "automa.conduit-from-opponent-dam-first",
        "from a dam, in this order: an opponent's, a neutral one, the automa's",
    ),
    "powerhouse_own_first": message(
        "automa.conduit-to-own-powerhouse-first", "to a powerhouse, in this order: the automa's, an opponent's"
    ),
    "powerhouse_opponent_first": message(
        "automa.conduit-to-opponent-powerhouse-first", "to a powerhouse, in this order: an opponent's, the automa's"
    ),
}
POWERHOUSE: Mapping[PowerhouseCriterion, Message] = {
    "most_powerful_conduit": message(
        "automa.powerhouse-most-powerful-conduit", "the most powerful built conduit leads here"
    ),
    "own_dam": message("automa.powerhouse-conduit-from-own-dam", "a conduit leads here from the automa's dam"),
    "feeds_own_dam": message(
        "automa.powerhouse-feeds-own-dam", "its water feeds the automa's dam or, failing that, no opponent's dam"
    ),
    "spares_opponent_dam": message(
        "automa.powerhouse-feeds-no-opponent-dam",
        "its water feeds no opponent's dam or, failing that, feeds the automa's dam",
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
    "plan": message("automa.candidate-drop-plans", "Plans for placing drops"),
    "dam": message("automa.candidate-dams", "Dams"),
    "work": message("automa.section-external-works", "External works"),
    "officer": message("automa.candidate-officer", "Officer"),
    "drops": message("automa.candidate-drops", "Drops to use"),
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
