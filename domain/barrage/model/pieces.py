"""The kinds of tiles, spaces and boards of Barrage, typed: one row of the component figures each."""

from __future__ import annotations

from functools import cached_property
from typing import Literal, get_args

import msgspec

Area = Literal["mountain", "hills", "plains"]
AREAS: tuple[Area, ...] = get_args(Area)
Zone = Literal["mountain", "hills", "upper_plains", "lower_plains"]
Piece = Literal["base", "elevation", "conduit", "powerhouse"]
"""A structure type of the map."""
Machinery = Literal["excavators", "mixers"]
Colour = Literal["green", "yellow", "red"]
"""The back of a private contract."""
COLOURS: tuple[Colour, ...] = get_args(Colour)
Headstream = Literal["A", "B", "C", "D"]
HEADSTREAMS: tuple[Headstream, ...] = get_args(Headstream)
ObjectiveCount = Literal[
    "red_sites", "strongest_area", "connected_bases", "weakest_area", "basins_with_1", "basins_with_3"
]


class Piecewise(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Base of every row of the figures: unknown fields are refused."""


class FreeBase(Piecewise, frozen=True, kw_only=True):
    """The areas in which a free base may be built (BA-23.6)."""

    areas: tuple[Area, ...] = AREAS


class FreeConduit(Piecewise, frozen=True, kw_only=True):
    """The highest value of the site of a free conduit (BA-23.6)."""

    max_value: int = 5


class Effect(Piecewise, frozen=True, kw_only=True, dict=True):
    """One symbol of a reward, an income or a tile: exactly one of these, and its factor."""

    credits: int | None = None
    vp: int | None = None
    excavators: int | None = None
    mixers: int | None = None
    machinery: int | None = None
    """Machinery of choice, any mix."""
    energy_steps: int | None = None
    """Steps of the energy marker; they fulfil no contract."""
    energy_produced: int | None = None
    """Steps of the energy marker; they may fulfil one contract."""
    rotate_wheel: int | None = None
    water_delayed: int | None = None
    """Up to so many drops onto headstreams, waiting for the water flow phase."""
    water_immediate: int | None = None
    """Up to so many drops onto headstreams, flowing at once."""
    free_base: FreeBase | None = None
    free_elevation: int | None = None
    free_conduit: FreeConduit | None = None
    free_powerhouse: int | None = None
    produce: int | None = None
    """A production action with this bonus or malus."""
    take_contracts: int | None = None
    take_patent: int | None = None
    """The advanced tile in this slot of the patent office, counted from 1."""
    drop_on_empty_dams: int | None = None
    fill_raised_dam: int | None = None
    per: str | None = None
    """The name of the factor that multiplies it."""

    @cached_property
    def printed(self) -> tuple[str, ...]:
        """The symbols of this row: one, if the figures are right."""
        return tuple(name for name in self.__struct_fields__ if name != "per" and getattr(self, name) is not None)

    @cached_property
    def name(self) -> str:
        """The name of the symbol."""
        return self.printed[0]

    @cached_property
    def amount(self) -> int:
        """The number; 1 for a symbol that has limits instead of a number."""
        value = getattr(self, self.name)
        return value if isinstance(value, int) else 1


Reward = tuple[Effect, ...]
"""Symbols in the order in which they are resolved after the plain gains (BA-23.9)."""


class Basin(Piecewise, frozen=True, kw_only=True):
    """A basin of the map; its water flows on to basin ``downstream``; without one, off the map."""

    id: int
    area: Area
    zone: Zone
    downstream: int | None = None


class HeadstreamSource(Piecewise, frozen=True, kw_only=True):
    """A headstream and the basin its drops reach first."""

    id: Headstream
    basin: int


class BaseSite(Piecewise, frozen=True, kw_only=True):
    """A base site. Within a basin the rows are in the order in which water meets them (BA-4.8)."""

    id: str
    basin: int
    red: bool


class PowerhouseSite(Piecewise, frozen=True, kw_only=True):
    """A powerhouse site."""

    id: str
    basin: int
    red: bool


class ConduitSite(Piecewise, frozen=True, kw_only=True):
    """A conduit site: its value, and the basin whose powerhouses it leads to."""

    id: str
    basin: int
    value: int
    to_basin: int


class HeadstreamTile(Piecewise, frozen=True, kw_only=True):
    """The drops added to a headstream in rounds 1, 2, 3 and 4."""

    id: str
    water: tuple[int, ...]


class NeutralDamTile(Piecewise, frozen=True, kw_only=True):
    """A dam without an owner, in the game if its tile is drawn for the area."""

    id: str
    area: Area
    site: str
    level: int
    drops: int


class Costs(Piecewise, frozen=True, kw_only=True):
    """The costs of the map's structures in machinery (BA-5)."""

    base: dict[Area, int]
    """Excavators."""
    elevation: dict[Area, int]
    """Mixers."""
    conduit_per_value: int
    """Excavators."""
    powerhouse: tuple[int, ...]
    """Mixers for the company's first, second … powerhouse."""


class Incomes(Piecewise, frozen=True, kw_only=True):
    """The incomes revealed by the 2nd, 4th and 5th piece of each type."""

    base: dict[int, Reward]
    elevation: dict[int, Reward]
    conduit: dict[int, Reward]


class CompanyPower(Piecewise, frozen=True, kw_only=True):
    """The power that the third powerhouse activates: exactly one of these."""

    flow_energy: int | None = None
    """Energy steps per drop flowing naturally into a basin with a powerhouse of the company (BA-24.5)."""
    second_production: int | None = None
    """Productions with another powerhouse after a production (BA-24.8)."""
    energy_after_production: int | None = None
    """Energy steps after each production (BA-24.11)."""
    contract_discount: int | None = None
    """The reduction of the energy that every contract requires (BA-24.12)."""


class Company(Piecewise, frozen=True, kw_only=True):
    """A company board."""

    id: str
    name: str
    colour: Literal["red", "black", "green", "white", "orange"]
    production_bonus: dict[int, int]
    """The addition by the n-th powerhouse to every production of the company."""
    power_at: int
    """The number, from 1, of the company's powerhouse that activates the power."""
    power: CompanyPower
    income: Incomes


class Resources(Piecewise, frozen=True, kw_only=True):
    """Credits and machinery."""

    credits: int
    excavators: int
    mixers: int


class PrivateSpace(Piecewise, frozen=True, kw_only=True):
    """An action space for one company only."""

    id: str
    engineers: int
    red: bool = False


class Officer(Piecewise, frozen=True, kw_only=True):
    """An executive officer; powers that the officer does not have are absent."""

    id: str
    name: str
    starting: Resources | None = None
    """Replaces the usual start."""
    base_cost: int | None = None
    """Excavators for every base (BA-25.2)."""
    capacity_of_level_3: int | None = None
    """Capacity in drops of the company's dams of level 3 (BA-25.3)."""
    least_basic_energy: int | None = None
    """The minimum of drops times conduit value (BA-25.4)."""
    conduit_mixers_per_value: int | None = None
    """Mixers instead of excavators for a conduit (BA-25.5)."""
    credits_per_machinery: int | None = None
    """Credits that replace a machinery when building (BA-25.6)."""
    special_tile: str | None = None
    spaces: tuple[PrivateSpace, ...] = ()
    copyable_officers: int = 0
    """Other officers whose power can be copied (BA-25.15)."""
    contract_limit: int | None = None
    several_contracts: bool = False
    """Whether one production may fulfil several contracts."""


class Tile(Piecewise, frozen=True, kw_only=True):
    """A technology tile: its structure (``any`` for a wild one), its changes to the construction and its effect."""

    id: str
    builds: str
    level: int | None = None
    """1 to 3 for an advanced tile, none for a basic one."""
    modes: tuple[Literal["beginner", "expert"], ...] = ("beginner", "expert")
    no_engineers: bool = False
    no_machinery: bool = False
    no_red_site_fee: bool = False
    most_machinery: int | None = None
    """The most machinery that the structure costs."""
    interchangeable: bool = False
    """Whether excavators and mixers are interchangeable."""
    one_machinery_only: bool = False
    """Whether only one of the two types of machinery in the cost is paid."""
    effect: Reward = ()
    """The effect after the piece was placed and its income gained (BA-26.3)."""


class SpecialTile(Piecewise, frozen=True, kw_only=True):
    """An officer's technology tile; it never counts as an advanced one."""

    id: str
    officer: str
    copies: bool = False
    """Whether it builds by copying another tile on the company's wheel (BA-25.7)."""


class Space(Piecewise, frozen=True, kw_only=True):
    """The requirements of one action space: engineers, and the red fee."""

    engineers: int
    red: bool = False


class Row(Piecewise, frozen=True, kw_only=True):
    """A row of the management board: one action with a left and a right space."""

    id: str
    section: Literal["turbine_station", "water_management", "workshop", "machinery_shop", "contract_office"]
    min_players: int = 2
    credits: int = 0
    """The cost printed on the action."""
    effect: Reward
    left: Space
    right: Space


class PatentSpace(Piecewise, frozen=True, kw_only=True):
    """A space of the patent office, linked to the tile beside it."""

    id: str
    engineers: int
    credits: int
    effect: Reward


class ConstructionSpace(Piecewise, frozen=True, kw_only=True):
    """A construction space of every company board."""

    id: str
    engineers: int
    red: bool = False


class Contract(Piecewise, frozen=True, kw_only=True):
    """A contract: the energy it requires and its reward."""

    id: str
    requirement: int
    reward: Reward


class PrivateContracts(Piecewise, frozen=True, kw_only=True):
    """The private contracts by their backs."""

    green: tuple[Contract, ...]
    yellow: tuple[Contract, ...]
    red: tuple[Contract, ...]


class Contracts(Piecewise, frozen=True, kw_only=True):
    """All contracts."""

    starting: tuple[Contract, ...]
    national: tuple[Contract, ...]
    private: PrivateContracts


class BonusTile(Piecewise, frozen=True, kw_only=True):
    """A bonus tile of the energy track: VP for each unit of its count, by the count's name."""

    id: str
    vp_each: int
    counts: str
    modes: tuple[Literal["beginner", "expert"], ...] = ("beginner", "expert")


class ObjectiveTile(Piecewise, frozen=True, kw_only=True):
    """An objective tile: its count at the end of the game."""

    id: str
    counts: ObjectiveCount


class EnergyCredits(Piecewise, frozen=True, kw_only=True):
    """The income of a company whose energy has reached ``energy`` and no later row."""

    energy: int
    credits: int
    vp: int = 0


class Ranking(Piecewise, frozen=True, kw_only=True):
    """VP for most energy of a round."""

    first: int
    second: int
    tied_first_pool: int
    tied_second_each: int


class EnergyTrack(Piecewise, frozen=True, kw_only=True):
    """The energy track; above ``last`` the marker is flipped and starts again from 0."""

    last: int
    credits: tuple[EnergyCredits, ...]
    section_starts: tuple[int, ...]
    """The first space of section 1, 2 …; below the first one no bonus is scored."""
    missing_section_vp: int
    ranking: Ranking


class BeginnerSeat(Piecewise, frozen=True, kw_only=True):
    """The company, officer and contract of a seat in a beginner game, in turn order (BA-3.1)."""

    company: str
    officer: str
    contract: str


class Constants(Piecewise, frozen=True, kw_only=True):
    """Single figures of the rules."""

    rounds: int
    starting_vp: int
    engineers: int
    starting: Resources
    pieces: dict[Piece, int]
    segments: int
    """Segments of the construction wheel; as many rotations bring a tile back."""
    dam_levels: int
    red_space_fee: int
    red_site_fee: int
    contract_limit: int
    contracts_per_colour: int
    """Private contracts on offer."""
    patent_slots: int
    bank_credits_per_engineer: int
    copyable_officers: int
    objective_vp: tuple[int, ...]
    resources_per_vp: int
    vp_per_drop: int
    income_at: tuple[int, ...]
    """The numbers of built pieces of a type that reveal an income."""
