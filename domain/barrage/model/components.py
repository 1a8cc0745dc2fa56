"""The component figures of Barrage, typed: the rows of ``components.toml``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import ClassVar

from domain.barrage.model import pieces
from domain.barrage.model.pieces import AREAS, COLOURS, Contract, Effect, Piecewise, Reward, Tile
from domain.components import check_known, expect

PLAYER_COUNTS = range(2, 5)


class Parts(Piecewise, frozen=True, kw_only=True):
    """Figures of the kinds to which an expansion may add some."""

    counted: ClassVar[frozenset[str]]
    """Possible counts of bonus tiles."""
    factors: ClassVar[frozenset[str]]
    """Possible factors of effects."""
    table: ClassVar[str] = ""
    """The table that contains these figures, as a prefix of their places."""
    companies: tuple[pieces.Company, ...]
    officers: tuple[pieces.Officer, ...]
    basic_tiles: tuple[Tile, ...]
    special_tiles: tuple[pieces.SpecialTile, ...]
    advanced_tiles: tuple[Tile, ...]
    bonus_tiles: tuple[pieces.BonusTile, ...]

    def placed_tiles(self) -> Iterator[tuple[str, Tile]]:
        """Yield every basic and advanced tile, with its place in the figures."""
        yield from ((f"{self.table}basic_tiles[{tile.id}]", tile) for tile in self.basic_tiles)
        yield from ((f"{self.table}advanced_tiles[{tile.id}]", tile) for tile in self.advanced_tiles)

    def rewards(self) -> Iterator[tuple[str, Reward]]:
        """Yield every reward, with its place in the figures."""
        yield from ((place, tile.effect) for place, tile in self.placed_tiles() if tile.effect)
        for company in self.companies:
            for piece in ("base", "elevation", "conduit"):
                incomes: dict[int, tuple[Effect, ...]] = getattr(company.income, piece)
                for ordinal, reward in incomes.items():
                    yield f"{self.table}companies[{company.id}].income.{piece}.{ordinal}", reward


class Components(Parts, frozen=True, kw_only=True, dict=True):
    """All figures of the game, and lookups derived from them once."""

    counted = frozenset({"contracts", "bases", "elevations", "conduits", "powerhouses", "advanced_tiles"})
    factors = frozenset({"base", "elevation", "powerhouse", "raised_dam", "advanced_tile", "conduit_value"})
    constants: pieces.Constants
    costs: pieces.Costs
    basins: tuple[pieces.Basin, ...]
    headstreams: tuple[pieces.HeadstreamSource, ...]
    base_sites: tuple[pieces.BaseSite, ...]
    powerhouse_sites: tuple[pieces.PowerhouseSite, ...]
    conduit_sites: tuple[pieces.ConduitSite, ...]
    headstream_tiles: tuple[pieces.HeadstreamTile, ...]
    neutral_dam_tiles: tuple[pieces.NeutralDamTile, ...]
    construction_spaces: tuple[pieces.ConstructionSpace, ...]
    rows: tuple[pieces.Row, ...]
    patent_spaces: tuple[pieces.PatentSpace, ...]
    contracts: pieces.Contracts
    objective_tiles: tuple[pieces.ObjectiveTile, ...]
    energy_track: pieces.EnergyTrack
    beginner_seats: tuple[pieces.BeginnerSeat, ...]

    @property
    def parts(self) -> tuple[Parts, ...]:
        """The figures of those kinds."""
        return (self,)

    @cached_property
    def structures_per_company(self) -> dict[str, int]:
        """The pieces of every structure type on a company board."""
        return dict(self.constants.pieces.items())

    @cached_property
    def basin(self) -> dict[int, pieces.Basin]:
        """Basins by number."""
        return {basin.id: basin for basin in self.basins}

    @cached_property
    def source(self) -> dict[str, int]:
        """The first basin of every headstream."""
        return {headstream.id: headstream.basin for headstream in self.headstreams}

    @cached_property
    def base_site(self) -> dict[str, pieces.BaseSite]:
        """Base sites by id."""
        return {site.id: site for site in self.base_sites}

    @cached_property
    def bases_in(self) -> dict[int, tuple[str, ...]]:
        """The base sites of every basin in the order in which water meets them."""
        return {basin: tuple(s.id for s in self.base_sites if s.basin == basin) for basin in self.basin}

    @cached_property
    def base_area(self) -> dict[str, pieces.Area]:
        """The areas of base sites."""
        return {site.id: self.basin[site.basin].area for site in self.base_sites}

    @cached_property
    def red_bases(self) -> frozenset[str]:
        """The red base sites."""
        return frozenset(site.id for site in self.base_sites if site.red)

    @cached_property
    def red_powerhouses(self) -> frozenset[str]:
        """The red powerhouse sites."""
        return frozenset(site.id for site in self.powerhouse_sites if site.red)

    @cached_property
    def powerhouse_site(self) -> dict[str, pieces.PowerhouseSite]:
        """Powerhouse sites by id."""
        return {site.id: site for site in self.powerhouse_sites}

    @cached_property
    def conduit_site(self) -> dict[str, pieces.ConduitSite]:
        """Conduit sites by id."""
        return {site.id: site for site in self.conduit_sites}

    @cached_property
    def conduits_in(self) -> dict[int, tuple[pieces.ConduitSite, ...]]:
        """The conduit sites of every basin."""
        return {basin: tuple(site for site in self.conduit_sites if site.basin == basin) for basin in self.basin}

    @cached_property
    def row(self) -> dict[str, pieces.Row]:
        """Rows of the management board by id."""
        return {row.id: row for row in self.rows}

    @cached_property
    def company(self) -> dict[str, pieces.Company]:
        """All companies by id."""
        return {company.id: company for part in self.parts for company in part.companies}

    @cached_property
    def officer(self) -> dict[str, pieces.Officer]:
        """All officers by id."""
        return {officer.id: officer for part in self.parts for officer in part.officers}

    @cached_property
    def tile(self) -> dict[str, Tile]:
        """All basic and advanced technology tiles by id; the officers' special tiles are not among them."""
        return {tile.id: tile for part in self.parts for tile in (*part.basic_tiles, *part.advanced_tiles)}

    @cached_property
    def special_tile(self) -> dict[str, pieces.SpecialTile]:
        """The officers' special tiles by id."""
        return {tile.id: tile for part in self.parts for tile in part.special_tiles}

    @cached_property
    def bonus_tile(self) -> dict[str, pieces.BonusTile]:
        """All bonus tiles by id."""
        return {tile.id: tile for part in self.parts for tile in part.bonus_tiles}

    @cached_property
    def objective_tile(self) -> dict[str, pieces.ObjectiveTile]:
        """Objective tiles by id."""
        return {tile.id: tile for tile in self.objective_tiles}

    @cached_property
    def headstream_tile(self) -> dict[str, pieces.HeadstreamTile]:
        """Headstream tiles by id."""
        return {tile.id: tile for tile in self.headstream_tiles}

    @cached_property
    def neutral_dam_tile(self) -> dict[str, pieces.NeutralDamTile]:
        """Tiles of neutral dams by id."""
        return {tile.id: tile for tile in self.neutral_dam_tiles}

    @cached_property
    def private_contracts(self) -> dict[str, tuple[Contract, ...]]:
        """The private contracts of each colour."""
        return {colour: getattr(self.contracts.private, colour) for colour in COLOURS}

    @cached_property
    def contract_tables(self) -> dict[str, tuple[Contract, ...]]:
        """All contracts by their tables in the figures."""
        private = {f"contracts.private.{colour}": contracts for colour, contracts in self.private_contracts.items()}
        return {
            "contracts.starting": self.contracts.starting,
            "contracts.national": self.contracts.national,
            **private,
        }

    @cached_property
    def contract(self) -> dict[str, Contract]:
        """All contracts by id."""
        return {contract.id: contract for contracts in self.contract_tables.values() for contract in contracts}

    @cached_property
    def contract_colour(self) -> dict[str, str]:
        """The colour of every private contract."""
        return {contract.id: colour for colour, row in self.private_contracts.items() for contract in row}

    def rewards(self) -> Iterator[tuple[str, Reward]]:
        """Yield every reward, with its place in the figures."""
        for table, contracts in self.contract_tables.items():
            yield from ((f"{table}[{contract.id}]", contract.reward) for contract in contracts)
        yield from ((f"rows[{row.id}]", row.effect) for row in self.rows)
        yield from super().rewards()


# --------------------------------------------------------------------------------------------------------------------
# Consistency checks
# --------------------------------------------------------------------------------------------------------------------


SITES_OF_ZONE: Mapping[str, tuple[int, int, int]] = {
    "mountain": (0, 2, 2),
    "hills": (2, 2, 2),
    "upper_plains": (3, 2, 2),
    "lower_plains": (4, 0, 0),
}
"""Powerhouse, base and conduit sites of every basin of a zone (BA-4.2)."""
DESCENT = tuple(SITES_OF_ZONE)
REQUIREMENTS: Mapping[str, range] = {"green": range(2, 5), "yellow": range(5, 8), "red": range(8, 11)}
CONTRACTS_PER_COLOUR = 15


def check(components: Components) -> None:
    """Raise Inconsistent unless the figures fit together."""
    _check_ids(components)
    _check_basins(components)
    _check_conduits(components)
    _check_neutral_dams(components)
    _check_companies(components)
    _check_officers_and_tiles(components)
    _check_board(components)
    _check_contracts(components)
    _check_energy_track(components)
    _check_rewards(components)


def _check_ids(components: Components) -> None:
    tables: dict[str, Iterable[Iterable[object]]] = {
        "basins": [components.basins],
        "base_sites": [components.base_sites],
        "powerhouse_sites": [components.powerhouse_sites],
        "conduit_sites": [components.conduit_sites],
        "headstream_tiles": [components.headstream_tiles],
        "neutral_dam_tiles": [components.neutral_dam_tiles],
        "rows": [components.rows],
        "companies": [part.companies for part in components.parts],
        "officers": [part.officers for part in components.parts],
        "advanced_tiles": [part.advanced_tiles for part in components.parts],
        "bonus_tiles": [part.bonus_tiles for part in components.parts],
        "objective_tiles": [components.objective_tiles],
        "contracts": [
            components.contracts.starting,
            components.contracts.national,
            *components.private_contracts.values(),
        ],
    }
    for table, parts in tables.items():
        ids = Counter(getattr(row, "id", None) for rows in parts for row in rows)
        twice = [str(id) for id, count in ids.items() if count > 1]
        expect(not twice, table, "id", f"used twice: {', '.join(twice)}")


def _check_basins(components: Components) -> None:
    for basin in components.basins:
        row = f"basins[{basin.id}]"
        sites = (components.powerhouse_sites, components.base_sites, components.conduit_sites)
        counts = tuple(sum(site.basin == basin.id for site in kind) for kind in sites)
        wanted = SITES_OF_ZONE[basin.zone]
        reason = f"the zone has {wanted} powerhouse, base and conduit sites in a basin, these are {counts}"
        expect(counts == wanted, row, "zone", reason)
        if basin.downstream is None:
            expect(basin.zone == "lower_plains", row, "downstream", "water leaves the map from the lower plains only")
            continue
        check_known([basin.downstream], components.basin, row, "downstream")
        below = components.basin[basin.downstream].zone
        expect(DESCENT.index(below) > DESCENT.index(basin.zone), row, "downstream", "rivers run downhill")
    for number, (upper, *lower) in ((number, sites) for number, sites in components.bases_in.items() if sites):
        red = components.base_site[upper].red and not any(components.base_site[site].red for site in lower)
        expect(red, "base_sites", "red", f"the upper site of basin {number} is red, the lower one free")
    for headstream in components.headstreams:
        check_known([headstream.basin], components.basin, f"headstreams[{headstream.id}]", "basin")


def _check_conduits(components: Components) -> None:
    with_powerhouses = {site.basin for site in components.powerhouse_sites}
    for site in components.conduit_sites:
        row = f"conduit_sites[{site.id}]"
        leads = site.to_basin in with_powerhouses and site.to_basin != site.basin
        expect(leads, row, "to_basin", "leads to the powerhouses of another basin")
        expect(1 <= site.value <= 5, row, "value", "is between 1 and 5")
    unreached = with_powerhouses - {site.to_basin for site in components.conduit_sites}
    expect(not unreached, "conduit_sites", "to_basin", f"no conduit leads to {sorted(unreached)}")


def _check_neutral_dams(components: Components) -> None:
    for tile in components.neutral_dam_tiles:
        row = f"neutral_dam_tiles[{tile.id}]"
        check_known([tile.site], components.base_site, row, "site")
        site = components.base_site[tile.site]
        expect(not site.red, row, "site", "a neutral dam stands on the free site")
        expect(components.basin[site.basin].area == tile.area, row, "area", "is not that of its site")
        expect(tile.level == AREAS.index(tile.area) + 1, row, "level", "is 1, 2 or 3 by area")
        expect(0 <= tile.drops <= tile.level, row, "drops", "do not fit into the dam")
    rounds = components.constants.rounds - 1
    for headstream in components.headstream_tiles:
        fits = len(headstream.water) == rounds
        expect(fits, f"headstream_tiles[{headstream.id}]", "water", f"drops for {rounds} rounds")


def _check_companies(components: Components) -> None:
    for table, company in ((part.table, company) for part in components.parts for company in part.companies):
        row = f"{table}companies[{company.id}]"
        for piece in ("base", "elevation", "conduit"):
            revealed = tuple(getattr(company.income, piece))
            wanted = components.constants.income_at
            expect(revealed == wanted, row, f"income.{piece}", f"revealed by pieces {wanted}")
        powers = [field for field in company.power.__struct_fields__ if getattr(company.power, field) is not None]
        expect(len(powers) == 1, row, "power", "a company has one power")
    for number, seat in enumerate(components.beginner_seats):
        row = f"beginner_seats[{number}]"
        check_known([seat.company], components.company, row, "company")
        check_known([seat.officer], components.officer, row, "officer")
        check_known([seat.contract], components.contract, row, "contract")
    most = max(PLAYER_COUNTS)
    expect(len(components.beginner_seats) == most, "beginner_seats", "company", f"a row for each of {most} players")


def _check_officers_and_tiles(components: Components) -> None:
    for table, officer in ((part.table, officer) for part in components.parts for officer in part.officers):
        if officer.special_tile is not None:
            row = f"{table}officers[{officer.id}]"
            check_known([officer.special_tile], components.special_tile, row, "special_tile")
    printed = Counter((tile.level, tile.builds) for tile in components.tile.values() if tile.level)
    twice = [pair for pair, count in printed.items() if count > 1]
    expect(not twice, "advanced_tiles", "level", f"one tile per level and structure, not so {twice}")
    structures = (*components.structures_per_company, "any")
    for part in components.parts:
        for place, tile in part.placed_tiles():
            check_known([tile.builds], structures, place, "builds")
        for tile in part.advanced_tiles:
            place = f"{part.table}advanced_tiles[{tile.id}]"
            expect(tile.level in (1, 2, 3), place, "level", "an advanced tile is of level 1 to 3")
        for bonus in part.bonus_tiles:
            counted = bonus.counts in part.counted
            expect(counted, f"{part.table}bonus_tiles[{bonus.id}]", "counts", f"{bonus.counts} cannot be counted")


def _check_board(components: Components) -> None:
    for row in components.rows:
        left, right = row.left, row.right
        dearer = (right.engineers, right.red) > (left.engineers, left.red)
        expect(not left.red and dearer, f"rows[{row.id}]", "right", "the right space asks for more than the left one")
        expect(row.min_players in PLAYER_COUNTS, f"rows[{row.id}]", "min_players", "is a number of players")
    slots = components.constants.patent_slots
    expect(len(components.patent_spaces) == slots, "patent_spaces", "id", f"one for each of {slots} slots")
    costs = len(components.costs.powerhouse)
    expect(costs == components.constants.pieces["powerhouse"], "costs", "powerhouse", "a cost for each powerhouse")
    for field in ("base", "elevation"):
        complete = set(getattr(components.costs, field)) == set(AREAS)
        expect(complete, "costs", field, "a cost for each area")


def _check_contracts(components: Components) -> None:
    for colour, contracts in components.private_contracts.items():
        table = f"contracts.private.{colour}"
        expect(len(contracts) == CONTRACTS_PER_COLOUR, table, "id", f"{CONTRACTS_PER_COLOUR} contracts of each colour")
        for contract in contracts:
            allowed = REQUIREMENTS[colour]
            fits = contract.requirement in allowed
            reason = f"{colour} contracts require {allowed.start} to {allowed.stop - 1}"
            expect(fits, f"{table}[{contract.id}]", "requirement", reason)


def _check_energy_track(components: Components) -> None:
    track = components.energy_track
    reached = [row.energy for row in track.credits]
    expect(reached == sorted(set(reached)) and reached[0] == 0, "energy_track.credits", "energy", "rises from 0")
    starts = list(track.section_starts)
    expect(starts == sorted(set(starts)), "energy_track", "section_starts", "rise")
    expect(len(starts) == components.constants.rounds, "energy_track", "section_starts", "one for each round")
    expect(starts[-1] == track.last, "energy_track", "last", "is the last section")


def _check_rewards(components: Components) -> None:
    for part in components.parts:
        for table, reward in part.rewards():
            expect(bool(reward), table, "reward", "at least one symbol")
            for effect in reward:
                single = len(effect.printed) == 1
                expect(single, table, "reward", f"one symbol at a time, not {list(effect.printed)}")
                known = effect.per is None or effect.per in part.factors
                expect(known, table, "per", f"nothing is multiplied by {effect.per}")
