"""The component figures of The Leeghwater Project, typed; they are under ``[leeghwater]`` in ``components.toml``."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Literal, get_args

from domain.barrage.model import components as base
from domain.barrage.model import pieces
from domain.barrage.model.pieces import Piecewise, Space
from domain.components import expect

Deck = Literal["A", "B", "C"]
DECKS: tuple[Deck, ...] = get_args(Deck)

WORKS_PER_DECK = 5
PRIVATE_BUILDINGS = 10
ROWS = 5


class WithoutEnergy(Piecewise, frozen=True, kw_only=True):
    """The highest printed requirement of a contract fulfilled without energy; none: any (LP-3.6, LP-3.7)."""

    max_requirement: int | None = None


class OntoDam(Piecewise, frozen=True, kw_only=True):
    """The dams on which a drop may be put directly (LP-5.6)."""

    own: bool = True
    neutral: bool = False


class Effect(pieces.Effect, frozen=True, kw_only=True, dict=True):
    """One symbol: one of the base game or of the expansion."""

    take_advanced_tile: int | None = None
    fulfil_contract: WithoutEnergy | None = None
    water_on_dam: OntoDam | None = None
    building_action: int | None = None
    """The action of the private building just activated (LP-8.2)."""
    tile_from_wheel: int | None = None
    half_of_a_segment: int | None = None
    """Half of the machinery of one segment of the wheel, rounded down (LP-5.7)."""
    fulfil_external_work: int | None = None
    """An external work for so many credits per machinery printed on it (LP-5.8)."""


def without_energy(symbol: pieces.Effect) -> WithoutEnergy:
    """Return the limits of a symbol that fulfils a contract; none for any other."""
    limits = symbol.fulfil_contract if isinstance(symbol, Effect) else None
    return limits or WithoutEnergy()


def onto_dam(symbol: pieces.Effect) -> OntoDam:
    """Return the limits of a symbol that puts a drop on a dam; the usual ones for any other."""
    limits = symbol.water_on_dam if isinstance(symbol, Effect) else None
    return limits or OntoDam()


Reward = tuple[Effect, ...]


class CompanyPower(pieces.CompanyPower, frozen=True, kw_only=True):
    """A power of the base game or of the expansion."""

    drop_after_production: int | None = None
    """Drops onto a dam of the company after each production (LP-6.3)."""


class Company(pieces.Company, frozen=True, kw_only=True):
    """A company board of the expansion."""

    power: CompanyPower


class Officer(pieces.Officer, frozen=True, kw_only=True):
    """An executive officer of the expansion."""

    architects: int = 0
    """Engineers that are architects (LP-7.7)."""


class Tile(pieces.Tile, frozen=True, kw_only=True):
    """A technology tile of the expansion."""

    effect: Reward = ()


class MachineryCost(Piecewise, frozen=True, kw_only=True):
    """Both types of machinery."""

    excavators: int = 0
    mixers: int = 0

    @property
    def total(self) -> int:
        """Total machinery."""
        return self.excavators + self.mixers


class WorkSpace(Piecewise, frozen=True, kw_only=True):
    """An action space of the external works, linked to the work beside it."""

    id: str
    engineers: int


class ExternalWork(Piecewise, frozen=True, kw_only=True):
    """An external work: the machinery it takes and its reward."""

    id: str
    cost: MachineryCost
    reward: Reward


class ExternalWorks(Piecewise, frozen=True, kw_only=True):
    """The external works by their backs."""

    A: tuple[ExternalWork, ...]
    B: tuple[ExternalWork, ...]
    C: tuple[ExternalWork, ...]


class BuildingSite(Piecewise, frozen=True, kw_only=True):
    """A building site, with the smallest table at which it is open."""

    id: str
    red: bool = False
    min_players: int = 2

    @property
    def letter(self) -> str:
        """The letter printed on it, the last part of its id."""
        return self.id.rpartition("-")[2]


class BuildingRow(Piecewise, frozen=True, kw_only=True):
    """A row of the extra management board: its building sites; a private building is at its right."""

    id: int
    sites: tuple[BuildingSite, ...]

    @property
    def name(self) -> str:
        """The printed name, the first part of the ids of its sites."""
        return self.sites[0].id.partition("-")[0]


class PrivateBuilding(Piecewise, frozen=True, kw_only=True):
    """A private building: the cost of activating it, its VP, and its action with one left and three right spaces."""

    id: str
    name: str
    cost: MachineryCost
    vp: int
    credits: int = 0
    """The cost printed on the action."""
    effect: Reward
    spaces: tuple[Space, ...]


class Leeghwater(base.Parts, frozen=True, kw_only=True, dict=True):
    """All figures of the expansion."""

    counted = frozenset({"external_works", "buildings"})
    factors = base.Components.factors | {"building_vp"}
    table = "leeghwater."
    buildings_per_company: int
    works_on_offer: int
    companies: tuple[Company, ...]
    officers: tuple[Officer, ...]
    basic_tiles: tuple[Tile, ...]
    advanced_tiles: tuple[Tile, ...]
    work_spaces: tuple[WorkSpace, ...]
    external_works: ExternalWorks
    building_rows: tuple[BuildingRow, ...]
    private_buildings: tuple[PrivateBuilding, ...]

    @cached_property
    def private_building(self) -> dict[str, PrivateBuilding]:
        """Private buildings by id."""
        return {building.id: building for building in self.private_buildings}

    @cached_property
    def building_site(self) -> dict[str, tuple[int, BuildingSite]]:
        """Building sites by id, with their row counted from 0."""
        return {site.id: (number, site) for number, row in enumerate(self.building_rows) for site in row.sites}

    @cached_property
    def red_building_sites(self) -> frozenset[str]:
        """The red building sites."""
        return frozenset(site.id for row in self.building_rows for site in row.sites if site.red)

    @cached_property
    def external_work(self) -> dict[str, ExternalWork]:
        """External works by id."""
        works = self.external_works
        return {work.id: work for work in (*works.A, *works.B, *works.C)}

    def rewards(self) -> Iterator[tuple[str, pieces.Reward]]:
        """Yield every reward, with its place in the figures."""
        yield from super().rewards()
        for deck in DECKS:
            works: tuple[ExternalWork, ...] = getattr(self.external_works, deck)
            yield from ((f"{self.table}external_works.{deck}[{work.id}]", work.reward) for work in works)
        for building in self.private_buildings:
            yield f"{self.table}private_buildings[{building.id}]", building.effect


class Components(base.Components, frozen=True, kw_only=True, dict=True):
    """All figures of the game with the expansion."""

    leeghwater: Leeghwater

    @property
    def parts(self) -> tuple[base.Parts, ...]:
        """The parts of the game and of the expansion."""
        return (self, self.leeghwater)

    @cached_property
    def structures_per_company(self) -> dict[str, int]:
        """The pieces of every structure type on a company board, including buildings (LP-1.3)."""
        return {**super().structures_per_company, "building": self.leeghwater.buildings_per_company}


def leeghwater(components: base.Components) -> Leeghwater:
    """Return the expansion's part of the figures."""
    if not isinstance(components, Components):
        raise TypeError("these figures are without the expansion")
    return components.leeghwater


def _expect(holds: bool, table: str, field: str, reason: str) -> None:
    expect(holds, f"{Leeghwater.table}{table}", field, reason)


def check(components: Components) -> None:
    """Raise Inconsistent unless the figures fit together, including those of the expansion."""
    base.check(components)
    leeghwater = components.leeghwater
    for deck in DECKS:
        works: tuple[ExternalWork, ...] = getattr(leeghwater.external_works, deck)
        _expect(len(works) == WORKS_PER_DECK, f"external_works.{deck}", "id", f"{WORKS_PER_DECK} works in a deck")
        for work in works:
            _expect(work.cost.total > 0, f"external_works.{deck}[{work.id}]", "cost", "a work takes machinery")
    _expect(len(leeghwater.work_spaces) == leeghwater.works_on_offer, "work_spaces", "id", "a space for each work")
    _expect(len(leeghwater.building_rows) == ROWS, "building_rows", "id", f"{ROWS} rows")
    for building_row in leeghwater.building_rows:
        red = [site.red for site in building_row.sites]
        fits = red == [False, False, True, True]
        _expect(fits, f"building_rows[{building_row.id}]", "sites", "two free sites and two red ones")
    _check_buildings(leeghwater)


def _check_buildings(leeghwater: Leeghwater) -> None:
    buildings = leeghwater.private_buildings
    fits = len({building.id for building in buildings}) == PRIVATE_BUILDINGS
    _expect(fits, "private_buildings", "id", f"{PRIVATE_BUILDINGS} different private buildings")
    for building in buildings:
        left, *right = building.spaces
        dearer = all((space.engineers, space.red) > (left.engineers, left.red) for space in right)
        table = f"private_buildings[{building.id}]"
        _expect(not left.red and len(right) == 3 and dearer, table, "spaces", "one left space and three dearer ones")
        _expect(building.cost.excavators > 0 and building.cost.mixers > 0, table, "cost", "both kinds of machinery")
