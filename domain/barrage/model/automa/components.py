"""The component figures of the Tesla Automa, typed; they are under ``[automa]`` in ``components.toml``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from typing import Literal, get_args

import msgspec

from domain.barrage.model import components as base
from domain.barrage.model.leeghwater import components as expansion
from domain.barrage.model.pieces import Area, Colour, Headstream, Piecewise
from domain.barrage.model.state import BANK
from domain.components import expect

CARDS = 20
CRITERIA = 3

Column = Literal["left", "middle", "right"]
"""A column of the side with the actions."""
COLUMNS: tuple[Column, ...] = get_args(Column)
Half = Literal["left", "right"]
"""A half of the divided cell at the foot of the right column."""
Section = Literal[
    "turbine_station",
    "water_management",
    "workshop",
    "machinery_shop",
    "contract_office",
    "patent_office",
    "external_works",
    "bank",
]
"""The sections for the engineers of an action other than a construction."""
SECTIONS: tuple[Section, ...] = get_args(Section)
Action = Literal[
    "production",
    "water_management",
    "contract_office",
    "construction",
    "workshop",
    "machinery_shop",
    "patent_office",
    "external_works",
    "bank",
]
DASHED: frozenset[Action] = frozenset({"water_management", "contract_office"})
"""The actions in a dashed frame, after which the search continues (TA-5.3)."""
Structure = Literal["base", "elevation", "conduit", "powerhouse", "building"]
Search = Literal["down", "up"]
"""From the top private building downwards, or from the bottom one upwards (TA-9.13)."""
DamCriterion = Literal[
    "most_powerful_conduit",
    "own_powerhouse",
    "below_powerhouse",
    "red_space",
    "conduit_to_own_dam",
    "most_water",
]
ConduitCriterion = Literal[
    "highest_value",
    "second_highest_value",
    "dam_own_first",
    "dam_opponent_first",
    "powerhouse_own_first",
    "powerhouse_opponent_first",
]
PowerhouseCriterion = Literal[
    "most_powerful_conduit",
    "own_dam",
    "feeds_own_dam",
    "spares_opponent_dam",
    "in_basin_5",
    "in_basin_6",
    "in_basin_7",
    "in_plains",
]


class Gain(Piecewise, frozen=True, kw_only=True):
    """The gains from an action; ``machinery`` is of choice (TA-11.4)."""

    vp: int = 0
    excavators: int = 0
    mixers: int = 0
    machinery: int = 0


class Line(Piecewise, frozen=True, kw_only=True):
    """One action of a card: its requirements and its effect; each kind of action uses only its own fields."""

    column: Column
    half: Half | None = None
    action: Action
    engineers: int
    vp: int = 0
    """The points it costs."""
    modifier: int | None = None
    """The energy that a production adds."""
    contract: Colour | None = None
    """The colour of the contracts, one of which a production must reach (TA-6.6)."""
    drops: int | None = None
    at_once: bool = False
    """The drops flow at once; otherwise they wait for the water flow phase."""
    discard: Colour | None = None
    """The colour of the contracts that leave the contract office."""
    structure: Structure | None = None
    """The structure to build, or the structure on the tile of the patent office."""
    area: Area | None = None
    """The only area in which the base may be built."""
    least_value: int | None = None
    """The lowest value of a site for the conduit."""
    search: Search | None = None
    rotate: int | None = None
    """Rotations of the construction wheel."""
    gain: Gain | None = None
    order: tuple[int, ...] = ()
    """The external works by their positions, 1 at the top, in the order of choice."""

    @property
    def ends_turn(self) -> bool:
        """Whether the turn ends after this action (TA-5.4)."""
        return self.action not in DASHED

    @property
    def leeghwater(self) -> bool:
        """Whether it is skipped without The Leeghwater Project (TA-5.9)."""
        return self.action == "external_works" or self.structure == "building"

    @property
    def words(self) -> frozenset[str]:
        """The printed fields that not every action has."""
        return frozenset(msgspec.to_builtins(self)) - {"column", "half", "action", "engineers"}


_NEEDS: Mapping[Action, frozenset[str]] = {
    "production": frozenset({"modifier", "contract"}),
    "water_management": frozenset({"drops"}),
    "contract_office": frozenset({"discard"}),
    "construction": frozenset({"structure"}),
    "workshop": frozenset({"rotate"}),
    "machinery_shop": frozenset({"gain"}),
    "patent_office": frozenset({"structure"}),
    "external_works": frozenset({"order"}),
    "bank": frozenset({"gain"}),
}
_MAY_HAVE: Mapping[Action, frozenset[str]] = {
    "water_management": frozenset({"at_once"}),
    "construction": frozenset({"area", "least_value", "search"}),
    "workshop": frozenset({"vp"}),
    "machinery_shop": frozenset({"vp"}),
    "patent_office": frozenset({"vp"}),
}
_OF_STRUCTURE: Mapping[str, Structure] = {"area": "base", "least_value": "conduit", "search": "building"}
"""The structure that a field of a construction restricts."""


class DamColumn(Piecewise, frozen=True, kw_only=True):
    """The sites of bases and elevations: three criteria, and the basin where the search begins."""

    criteria: tuple[DamCriterion, ...]
    code: int


class ConduitColumn(Piecewise, frozen=True, kw_only=True):
    """The sites of conduits: three criteria, and the conduit site where the search begins."""

    criteria: tuple[ConduitCriterion, ...]
    code: str


class PowerhouseColumn(Piecewise, frozen=True, kw_only=True):
    """The sites of powerhouses: three criteria, and the basin where the search begins."""

    criteria: tuple[PowerhouseCriterion, ...]
    code: int


class Card(Piecewise, frozen=True, kw_only=True):
    """A card: the actions on one side, in the order of the search, and the criteria on the other."""

    id: str
    lines: tuple[Line, ...]
    dam: DamColumn
    conduit: ConduitColumn
    powerhouse: PowerhouseColumn
    headstreams: tuple[Headstream, ...]
    """The headstreams in order; the unprinted one comes last (TA-7.10)."""


class Starting(Piecewise, frozen=True, kw_only=True):
    """The differences between an automa's start and a player's."""

    vp: int


class ContractOffice(Piecewise, frozen=True, kw_only=True):
    """The gains from removing the contracts of a colour, and their number (TA-8.1)."""

    energy: int
    tiles_per_colour: int


class Automa(Piecewise, frozen=True, kw_only=True, dict=True):
    """All figures of the automa."""

    starting: Starting
    objective_vp: tuple[int, ...]
    """VP of the first places of the objective tile (TA-1.11)."""
    contract_office: ContractOffice
    section_rows: dict[Section, tuple[str, ...]]
    """The rows of every section from top to bottom (TA-4.6)."""
    cards: tuple[Card, ...]

    @cached_property
    def card(self) -> dict[str, Card]:
        """The cards by id."""
        return {card.id: card for card in self.cards}


class Components(expansion.Components, frozen=True, kw_only=True, dict=True):
    """All figures of the game with its expansion and its automa; figures of older tables have no automa."""

    automa: Automa | None = None


def automa(components: base.Components) -> Automa:
    """Return the automa's part of the figures."""
    if not isinstance(components, Components) or components.automa is None:
        raise TypeError("these figures are without the automa")
    return components.automa


# --------------------------------------------------------------------------------------------------------------------
# Consistency checks
# --------------------------------------------------------------------------------------------------------------------


def _expect(holds: bool, table: str, field: str, reason: str) -> None:
    expect(holds, f"automa.{table}", field, reason)


def check(components: Components) -> None:
    """Raise Inconsistent unless the figures fit together, including those of the expansion and of the automa."""
    expansion.check(components)
    if components.automa is None:
        return
    _check_figures(components, components.automa)
    for card in components.automa.cards:
        _check_lines(components, card)
        _check_criteria(components, card)


def _check_figures(components: Components, automa: Automa) -> None:
    _expect(len(automa.card) == len(automa.cards) == CARDS, "cards", "id", f"{CARDS} different cards")
    places = len(components.constants.objective_vp)
    fits = len(automa.objective_vp) == places and list(automa.objective_vp) == sorted(automa.objective_vp, reverse=True)
    expect(fits, "automa", "objective_vp", f"falling points for {places} places")
    displayed = automa.contract_office.tiles_per_colour == components.constants.contracts_per_colour
    _expect(displayed, "contract_office", "tiles_per_colour", "as many as are on display")
    rows: dict[str, tuple[str, ...]] = dict.fromkeys(SECTIONS, ())
    for row in components.rows:
        rows[row.section] += (row.id,)
    rows["patent_office"] = tuple(space.id for space in components.patent_spaces)
    rows["external_works"] = tuple(space.id for space in components.leeghwater.work_spaces)
    rows["bank"] = (BANK,)
    for section in SECTIONS:
        same = Counter(automa.section_rows.get(section, ())) == Counter(rows[section])
        _expect(same, "section_rows", section, f"every row of the section once: {', '.join(rows[section])}")


def _check_lines(components: Components, card: Card) -> None:
    columns = [COLUMNS.index(line.column) for line in card.lines]
    complete = set(columns) == set(range(len(COLUMNS)))
    table = f"cards[{card.id}]"
    _expect(complete and columns == sorted(columns), table, "lines", f"in the columns {', '.join(COLUMNS)}")
    *others, left, right = card.lines
    divided = (left.half, right.half) == ("left", "right") and not any(line.half for line in others)
    bank = [line for line in card.lines if line.action == "bank"] == [right]
    _expect(divided and bank, table, "lines", "last comes the divided cell, with the bank as its right half")
    for number, line in enumerate(card.lines):
        _check_line(f"{table}.lines[{number}]", line)
        works = range(1, components.leeghwater.works_on_offer + 1)
        fits = not line.order or sorted(line.order) == list(works)
        _expect(fits, f"{table}.lines[{number}]", "order", "every position once")


def _check_line(row: str, line: Line) -> None:
    needs, may_have = _NEEDS[line.action], _MAY_HAVE.get(line.action, frozenset())
    for field in sorted(needs - line.words):
        _expect(False, row, field, f"{line.action} needs it")
    for field in sorted(line.words - needs - may_have):
        _expect(False, row, field, f"{line.action} has none")
    for field in sorted({"engineers"} | needs & {"drops", "rotate"}):
        _expect(getattr(line, field) > 0, row, field, "at least one")
    if line.gain is not None:
        given = set(msgspec.to_builtins(line.gain))
        fits = given == {"vp"} if line.action == "bank" else bool(given) and "vp" not in given
        _expect(fits, row, "gain", "points at the bank, machinery at the machinery shop")
    if line.action == "construction":
        _check_construction(row, line)


def _check_construction(row: str, line: Line) -> None:
    for field, structure in _OF_STRUCTURE.items():
        narrowed = getattr(line, field) is not None
        _expect(not narrowed or line.structure == structure, row, field, f"only for a {structure}")
    _expect(line.structure != "building" or line.search is not None, row, "search", "a building needs it")


def _check_criteria(components: Components, card: Card) -> None:
    table = f"cards[{card.id}]"
    bases = {site.basin for site in components.base_sites}
    powerhouses = {site.basin for site in components.powerhouse_sites}
    _expect(card.dam.code in bases, f"{table}.dam", "code", "a basin with base sites")
    _expect(card.conduit.code in components.conduit_site, f"{table}.conduit", "code", "a conduit site")
    _expect(card.powerhouse.code in powerhouses, f"{table}.powerhouse", "code", "a basin with powerhouse sites")
    for name, column in (("dam", card.dam), ("conduit", card.conduit), ("powerhouse", card.powerhouse)):
        fits = len(column.criteria) == len(set(column.criteria)) == CRITERIA
        _expect(fits, f"{table}.{name}", "criteria", f"{CRITERIA} different ones")
    codes = f"{card.dam.code}-{card.conduit.code}-{card.powerhouse.code}"
    _expect(card.id == codes, table, "id", f"made of the three codes: {codes}")
    fits = sorted(card.headstreams) == sorted(components.source)
    _expect(fits, table, "headstreams", "every headstream once")
