"""The component figures of The Leeghwater Project, typed; they stand under ``[leeghwater]`` in ``components.toml``."""

from __future__ import annotations

from typing import Literal, get_args

from domain.barrage.pieces import BonusTile, Company, Officer, Piecewise, Reward, Space, SpecialTile, Tile
from domain.figures import expect

Deck = Literal["A", "B", "C"]
DECKS: tuple[Deck, ...] = get_args(Deck)

WORKS_PER_DECK = 5
PRIVATE_BUILDINGS = 10
ROWS = 5


class MachineryCost(Piecewise, frozen=True, kw_only=True):
    """Machineries of both kinds."""

    excavators: int = 0
    mixers: int = 0

    @property
    def total(self) -> int:
        """Machineries in all."""
        return self.excavators + self.mixers


class WorkSpace(Piecewise, frozen=True, kw_only=True):
    """An action space of the external works, linked to the work beside it."""

    id: str
    engineers: int


class ExternalWork(Piecewise, frozen=True, kw_only=True):
    """An external work: the machineries it takes and its reward."""

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


class BuildingRow(Piecewise, frozen=True, kw_only=True):
    """A row of the extra management board: its building sites; a private building lies at its right."""

    id: int
    sites: tuple[BuildingSite, ...]


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


class Leeghwater(Piecewise, frozen=True, kw_only=True):
    """All figures of the expansion."""

    buildings_per_company: int
    works_on_offer: int
    companies: tuple[Company, ...]
    officers: tuple[Officer, ...]
    basic_tiles: tuple[Tile, ...]
    special_tiles: tuple[SpecialTile, ...]
    advanced_tiles: tuple[Tile, ...]
    bonus_tiles: tuple[BonusTile, ...]
    work_spaces: tuple[WorkSpace, ...]
    external_works: ExternalWorks
    building_rows: tuple[BuildingRow, ...]
    private_buildings: tuple[PrivateBuilding, ...]


def _expect(holds: bool, table: str, field: str, reason: str) -> None:
    expect(holds, f"leeghwater.{table}", field, reason)


def check(leeghwater: Leeghwater) -> None:
    """Raise Inconsistent unless the figures of the expansion fit together."""
    for deck in DECKS:
        works: tuple[ExternalWork, ...] = getattr(leeghwater.external_works, deck)
        _expect(len(works) == WORKS_PER_DECK, f"external_works.{deck}", "id", f"{WORKS_PER_DECK} works in a deck")
        for row, work in enumerate(works, 1):
            _expect(work.cost.total > 0, f"external_works.{deck} row {row}", "cost", "a work takes machineries")
    _expect(len(leeghwater.work_spaces) == leeghwater.works_on_offer, "work_spaces", "id", "a space for each work")
    _expect(len(leeghwater.building_rows) == ROWS, "building_rows", "id", f"{ROWS} rows")
    for building_row in leeghwater.building_rows:
        red = [site.red for site in building_row.sites]
        fits = red == [False, False, True, True]
        _expect(fits, f"building_rows row {building_row.id}", "sites", "two free sites and two red ones")
    _check_buildings(leeghwater)


def _check_buildings(leeghwater: Leeghwater) -> None:
    buildings = leeghwater.private_buildings
    fits = len({building.id for building in buildings}) == PRIVATE_BUILDINGS
    _expect(fits, "private_buildings", "id", f"{PRIVATE_BUILDINGS} different private buildings")
    for row, building in enumerate(buildings, 1):
        left, *right = building.spaces
        dearer = all((space.engineers, space.red) > (left.engineers, left.red) for space in right)
        table = f"private_buildings row {row}"
        _expect(not left.red and len(right) == 3 and dearer, table, "spaces", "one left space and three dearer ones")
        _expect(building.cost.excavators > 0 and building.cost.mixers > 0, table, "cost", "both kinds of machinery")
