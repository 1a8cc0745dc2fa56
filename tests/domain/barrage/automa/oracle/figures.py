"""The component figures that the oracle uses, as plain dictionaries by id."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

Record = dict[str, Any]

_FILE = Path(__file__).parents[5] / "domain" / "barrage" / "components.toml"
FIGURES: Record = tomllib.loads(_FILE.read_text(encoding="utf-8"))
LEEGHWATER: Record = FIGURES["leeghwater"]


def _by_id(*tables: list[Record]) -> dict[Any, Record]:
    return {row["id"]: row for table in tables for row in table}


AREAS = ("mountain", "hills", "plains")
COLOURS = ("green", "yellow", "red")
BASINS = _by_id(FIGURES["basins"])
SOURCES: dict[str, int] = {row["id"]: row["basin"] for row in FIGURES["headstreams"]}
BASE_SITES = _by_id(FIGURES["base_sites"])
POWERHOUSE_SITES = _by_id(FIGURES["powerhouse_sites"])
CONDUITS = _by_id(FIGURES["conduit_sites"])
TILES = _by_id(*(part[kind] for part in (FIGURES, LEEGHWATER) for kind in ("basic_tiles", "advanced_tiles")))
COMPANIES = _by_id(FIGURES["companies"], LEEGHWATER["companies"])
ROWS: list[Record] = FIGURES["rows"]
COSTS: Record = FIGURES["costs"]
TRACK: Record = FIGURES["energy_track"]
PRIVATE_CONTRACTS = _by_id(*FIGURES["contracts"]["private"].values())
CONTRACTS = _by_id(FIGURES["contracts"]["starting"], FIGURES["contracts"]["national"]) | PRIVATE_CONTRACTS
WORKS = _by_id(*LEEGHWATER["external_works"].values())
BUILDINGS = _by_id(LEEGHWATER["private_buildings"])
BUILDING_ROWS: list[Record] = LEEGHWATER["building_rows"]
BUILDING_SITES = {site["id"]: {**site, "row": row["id"] - 1} for row in BUILDING_ROWS for site in row["sites"]}
PIECES: dict[str, int] = {**FIGURES["constants"]["pieces"], "building": LEEGHWATER["buildings_per_company"]}

RED_SITE_POINTS = 3
HIGHEST_DAM = 3


def base_spaces(basin: int) -> tuple[str, ...]:
    """Return the base spaces of a basin, upper before lower (TA-0.5)."""
    return tuple(site for site, row in BASE_SITES.items() if row["basin"] == basin)


def conduits_of(basin: int) -> tuple[str, ...]:
    """Return the conduit sites that start in a basin."""
    return tuple(site for site, row in CONDUITS.items() if row["basin"] == basin)


def area(basin: int) -> str:
    """Mountain, hills or plains."""
    found: str = BASINS[basin]["area"]
    return found


def course(basin: int | None) -> list[int]:
    """Return the natural course of water from a basin on, this basin first (TA-0.4)."""
    found = []
    while basin is not None:
        found.append(basin)
        basin = BASINS[basin].get("downstream")
    return found
