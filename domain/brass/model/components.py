"""Component figures that both Brass games have, with the checks for their consistency."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, Literal, TypeVar, get_args

import msgspec

from domain.brass.connections import Map
from domain.components import check_known, expect

Era = Literal["canal", "rail"]
ERAS: tuple[Era, ...] = get_args(Era)
Slots = tuple[tuple[str, ...], ...]
"""The building slots of a place; each lists the industries whose icons it shows."""


class Tile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One level of an industry on a player's mat. Money in pounds, income in spaces."""

    level: int
    count: int
    money: int
    coal: int
    iron: int
    cubes: int
    """Coal or iron put on the tile when it is built."""
    vp: int
    income_spaces: int
    link_icons: int
    eras: tuple[Era, ...]
    developable: bool


class Town(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A named place with slots, and the colour of its banner."""

    id: str
    name: str
    banner: str
    slots: Slots


class Line(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A printed place for one link between two places, or three, in the eras in which it may be used."""

    id: str
    ends: tuple[str, ...]
    eras: tuple[Era, ...]


class LinkPrice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The price of placing links: the number placed in one action, pounds in all, coal for each link."""

    links: int
    money: int
    coal_per_link: int


PriceT = TypeVar("PriceT", bound=LinkPrice, covariant=True)


class LinkPrices(msgspec.Struct, Generic[PriceT], frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The prices of one canal, one rail link, or two rail links in one action."""

    canal: PriceT
    rail_single: PriceT
    rail_double: PriceT


class Loan(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Pounds lent, and income levels lost for them."""

    money: int
    income_levels: int


class Develop(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The most tiles one develop action removes, and the iron each of them needs."""

    tiles: int
    iron_per_tile: int


class Shortfall(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A tile raises its price divided by this, rounded down; each pound still owed costs these VP."""

    tile_value_divisor: int
    vp_per_pound: int


class Introductory(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The extra scoring of the introductory game."""

    pounds_per_vp: int
    money_vp_max: int
    second_scoring_min_level: int


class Constants(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Single figures of the rules."""

    starting_money: int
    starting_income_space: int
    hand_size: int
    actions_per_turn: int
    actions_first_canal_round: int
    rounds_per_era: dict[int, int]
    links_per_player: int
    develop: Develop
    shortfall: Shortfall
    introductory: Introductory


class Market(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The price of each market space, cheapest first; at set-up the dearest ``initial_cubes`` spaces hold a cube."""

    spaces: tuple[int, ...]
    initial_cubes: int
    price_when_empty: int


class Markets(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The two markets for cubes."""

    coal: Market
    iron: Market


class IncomeTrack(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """The progress track: for every income level its first and last space."""

    first_space: int
    last_space: int
    levels: dict[int, tuple[int, int]]

    @cached_property
    def level_at(self) -> tuple[int, ...]:
        """The income level of every space."""
        return tuple(level for level, (first, last) in sorted(self.levels.items()) for _ in range(first, last + 1))


class Position(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The middle of a place on the schematic map, and how many of its slots are side by side."""

    place: str
    x: int
    y: int
    columns: int = 2


class Junction(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The point where the arms of a line with more than two ends meet."""

    line: str
    x: int
    y: int


class MarketPosition(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The middle of a market on the schematic map."""

    market: str
    x: int
    y: int


class Layout(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """The schematic map of the board, x to the right and y down."""

    width: int
    height: int
    places: tuple[Position, ...]
    junctions: tuple[Junction, ...]
    markets: tuple[MarketPosition, ...]

    @cached_property
    def point(self) -> dict[str, tuple[int, int]]:
        """The position of each place."""
        return {position.place: (position.x, position.y) for position in self.places}

    @cached_property
    def columns(self) -> dict[str, int]:
        """The number of slots of each place that are side by side."""
        return {position.place: position.columns for position in self.places}

    @cached_property
    def junction(self) -> dict[str, tuple[int, int]]:
        """The points where the arms of each line with more than two ends meet."""
        return {junction.line: (junction.x, junction.y) for junction in self.junctions}

    @cached_property
    def market(self) -> dict[str, tuple[int, int]]:
        """The position of each market."""
        return {market.market: (market.x, market.y) for market in self.markets}


TileT = TypeVar("TileT", bound=Tile, covariant=True)


class Components(
    msgspec.Struct, Generic[TileT, PriceT], frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True
):
    """The figures that both games have, and lookups derived from them once."""

    constants: Constants
    towns: tuple[Town, ...]
    lines: tuple[Line, ...]
    link_prices: LinkPrices[PriceT]
    industry_tiles: Any
    """The tiles of one player by industry: a row per level, lowest level first."""
    markets: Markets
    income_track: IncomeTrack
    layout: Layout

    @property
    def sites(self) -> Iterable[tuple[str, Slots]]:
        """The places that have slots, with their slots."""
        return ((town.id, town.slots) for town in self.towns)

    @property
    @abstractmethod
    def printed_link_icons(self) -> Mapping[str, int]:
        """The link icons printed on the board at every place."""

    @property
    @abstractmethod
    def names(self) -> Mapping[str, str]:
        """The names of places, cards and industries."""

    @property
    @abstractmethod
    def card_towns(self) -> Mapping[str, frozenset[str]]:
        """The towns each card may be played for as a location card; none for industry cards."""

    @property
    @abstractmethod
    def card_industries(self) -> Mapping[str, tuple[str, ...]]:
        """The industries each card may be played for as an industry card; none for location cards."""

    @cached_property
    def slots(self) -> dict[str, Slots]:
        """The slots of every place that has any."""
        return dict(self.sites)

    @cached_property
    def icons(self) -> dict[str, tuple[str, ...]]:
        """The industries whose icons each slot shows, by the slot's name: ``wigan/1``."""
        return {f"{place}/{number}": icons for place, slots in self.slots.items() for number, icons in enumerate(slots)}

    @cached_property
    def slots_by_place(self) -> dict[str, tuple[str, ...]]:
        """The ids of the slots of each place that has some."""
        return {
            place: tuple(f"{place}/{number}" for number in range(len(slots))) for place, slots in self.slots.items()
        }

    @cached_property
    def showing(self) -> dict[str, tuple[str, ...]]:
        """The slots that show each industry's icon."""
        return {
            industry: tuple(slot for slot, icons in self.icons.items() if industry in icons) for industry in self.tiles
        }

    @cached_property
    def map(self) -> Map:
        """The printed lines, with a cache of the networks that links form."""
        return Map({line.id: line.ends for line in self.lines})

    @cached_property
    def line(self) -> dict[str, Line]:
        """Lines by id."""
        return {line.id: line for line in self.lines}

    @cached_property
    def lines_of(self) -> dict[Era, tuple[Line, ...]]:
        """The lines that may be used in each era."""
        return {era: tuple(line for line in self.lines if era in line.eras) for era in ERAS}

    @cached_property
    def tiles(self) -> dict[str, tuple[TileT, ...]]:
        """The rows of each industry, lowest level first."""
        rows: Any = self.industry_tiles
        return {industry: getattr(rows, industry) for industry in rows.__struct_fields__}

    @cached_property
    def _by_level(self) -> dict[str, dict[int, TileT]]:
        return {industry: {tile.level: tile for tile in tiles} for industry, tiles in self.tiles.items()}

    def tile(self, industry: str, level: int) -> TileT:
        """Return the figures of an industry tile."""
        return self._by_level[industry][level]

    @cached_property
    def stacks(self) -> dict[str, tuple[int, ...]]:
        """The levels of all tiles of each industry on a full mat, in the order in which they are taken."""
        return {
            industry: tuple(tile.level for tile in tiles for _ in range(tile.count))
            for industry, tiles in self.tiles.items()
        }


# --------------------------------------------------------------------------------------------------------------------
# Consistency checks
# --------------------------------------------------------------------------------------------------------------------


def check_unique(names: Iterable[str], table: str, field: str = "id") -> None:
    """Check that no two rows of a table have the same name."""
    seen: set[str] = set()
    for name in names:
        expect(name not in seen, table, field, f"{name!r} stands there twice")
        seen.add(name)


def check_stack(tiles: Sequence[Tile], table: str) -> None:
    """Check that the tiles of one industry have levels 1, 2, 3 … and no negative figure."""
    levels = [tile.level for tile in tiles]
    expect(levels == list(range(1, len(tiles) + 1)), table, "level", f"levels must be 1, 2, 3 …, they are {levels}")
    for tile in tiles:
        for field in ("count", "money", "coal", "iron", "cubes", "vp", "income_spaces", "link_icons"):
            expect(getattr(tile, field) >= 0, f"{table}[{tile.level - 1}]", field, "must not be negative")
        expect(bool(tile.eras), f"{table}[{tile.level - 1}]", "eras", "a tile is for at least one era")


def check_lines(lines: Sequence[Line], places: Iterable[str], layout: Layout) -> None:
    """Check that lines join known places on the map, and that lines with more than two ends have a junction."""
    known = set(places)
    check_unique((line.id for line in lines), "lines")
    for row, line in enumerate(lines):
        check_known(line.ends, known, f"lines[{row}]", "ends")
        expect(len(set(line.ends)) == len(line.ends) >= 2, f"lines[{row}]", "ends", "at least two different ends")
        expect(bool(line.eras), f"lines[{row}]", "eras", "a line is for at least one era")
    check_known(known, layout.point, "layout", "places")
    many = {line.id for line in lines if len(line.ends) > 2}
    expect(many == set(layout.junction), "layout", "junctions", f"needed for exactly {', '.join(sorted(many))}")


def check_market(market: Market, table: str) -> None:
    """Check that prices rise and the cubes at set-up fit."""
    expect(list(market.spaces) == sorted(market.spaces), table, "spaces", "the prices must rise")
    expect(0 <= market.initial_cubes <= len(market.spaces), table, "initial_cubes", "more cubes than market spaces")
    expect(market.price_when_empty >= market.spaces[-1], table, "price_when_empty", "cheaper than the dearest space")


def check_income_track(track: IncomeTrack, starting_space: int) -> None:
    """Check that levels follow one another without a gap and cover the track from end to end."""
    expected = track.first_space
    for level, (first, last) in sorted(track.levels.items()):
        expect(first == expected, "income_track", "levels", f"level {level} must begin at space {expected}")
        expect(last >= first, "income_track", "levels", f"level {level} has no space")
        expected = last + 1
    expect(expected - 1 == track.last_space, "income_track", "last_space", f"the levels end at space {expected - 1}")
    inside = track.first_space <= starting_space <= track.last_space
    expect(inside, "constants", "starting_income_space", "is not on the track")


def reachable(start: str, lines: Iterable[Line]) -> set[str]:
    """Return every place that all lines together would connect with the start."""
    beside: dict[str, set[str]] = {}
    for line in lines:
        for end in line.ends:
            beside.setdefault(end, set()).update(line.ends)
    seen, todo = {start}, [start]
    while todo:
        fresh = beside.get(todo.pop(), set()) - seen
        seen |= fresh
        todo.extend(fresh)
    return seen


def check_player_counts(table: str, field: str, figures: Mapping[int, int], counts: Iterable[int]) -> None:
    """Check that a figure that depends on the number of players exists for each number and is not negative."""
    expect(set(figures) == set(counts), table, field, f"needed for {', '.join(map(str, counts))} players")
    expect(min(figures.values()) >= 0, table, field, "must not be negative")
