"""Positions of all parts of our own schematic map, which is not traced from the printed map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.barrage.model.pieces import Area

Point = tuple[float, float]

WIDTH, HEIGHT = 1000.0, 1160.0
BANDS: Mapping[Area, tuple[float, float]] = {
    "mountain": (96.0, 330.0),
    "hills": (330.0, 645.0),
    "plains": (645.0, 1156.0),
}
"""Top and bottom of each area."""
NAMES: Mapping[Area, Point] = {"mountain": (500, 114), "hills": (82, 350), "plains": (530, 1128)}
"""The middle of each area's name, clear of water and conduits."""

BASIN: Mapping[int, Point] = {
    1: (130, 205), 2: (377, 205), 3: (623, 205), 4: (870, 205),
    5: (335, 505), 6: (580, 505), 7: (835, 505),
    8: (140, 830), 9: (440, 830), 10: (745, 830),
    11: (300, 1205), 12: (745, 1205),
}  # fmt: skip
"""The middle between the two base sites, also in the lowest basins, which have none."""
POWERHOUSES_ABOVE = 130.0
"""The height of the powerhouses above the middle of a basin."""
SITE_STEP = 52.0
BASES_APART = 35.0
DAM = (112.0, 62.0)
"""Width and height of a base site."""
CONDUIT_ASIDE = 92.0
VALVE = 24.0
"""Radius of a conduit site."""
HEADSTREAM = (222.0, 78.0)
HEADSTREAM_Y = 46.0

TUBES: Mapping[str, Sequence[Point]] = {
    "1A": [(38, 700), (59, 700)],
    "1B": [(222, 330), (279, 375)],
    "2A": [(285, 285), (524, 368)],
    "2B": [(457, 250), (457, 605), (664, 690)],
    "3A": [(531, 285), (391, 375)],
    "3B": [(715, 300), (636, 375)],
    "4A": [(778, 375)],
    "4B": [(968, 240), (968, 1090), (851, 1090)],
    "5A": [(243, 620), (221, 700)],
    "5B": [(427, 610), (664, 712)],
    "6A": [(488, 600), (521, 700)],
    "6B": [(672, 420), (779, 385)],
    "7A": [(743, 560), (826, 700)],
    "7B": [(927, 1060), (851, 1060)],
    "8A": [(48, 1075), (194, 1075)],
    "8B": [(232, 770), (359, 700)],
    "9A": [(348, 930), (406, 1058)],
    "9B": [(532, 1000), (639, 1075)],
    "10A": [(653, 930), (406, 1092)],
    "10B": [(837, 990), (828, 1045)],
}
"""The path of every conduit from its site to the powerhouses."""

BENDS: Mapping[int, str] = {
    1: "V270C130 420 140 560 140 680",
    2: "V270C377 320 335 310 335 370",
    3: "V270C623 320 580 310 580 370",
    4: "V270C870 320 835 310 835 370",
    5: "V560C335 640 440 610 440 690",
    6: "V560C580 640 735 610 740 690L745 705",
    7: "V560C835 640 755 610 750 690L745 705",
    8: "V880C140 960 300 960 300 1040",
    9: "V880C440 960 305 960 305 1040",
    10: "",
    11: "",
    12: "",
}
"""The path of a river from the middle of a basin to its straight run into the next one, or off the map."""
EDGE = 1150.0
"""The points at which rivers leave the map."""


def _river(first: int, *others: int) -> str:
    return f"M{BASIN[first][0]:g} 80" + "".join(BENDS[basin] for basin in (first, *others))


RIVERS: Sequence[str] = (
    f"{_river(1, 8)}V{EDGE:g}",
    _river(2, 5, 9),
    _river(3, 6),
    _river(4, 7),
    f"M{BASIN[10][0]:g} 705V{EDGE:g}",
)
"""The drawn rivers: one that joins another ends there."""


def base_site(basin: int, upper: bool) -> Point:
    """Return the middle of a base site."""
    x, y = BASIN[basin]
    return x, y - BASES_APART if upper else y + BASES_APART


def powerhouse_site(basin: int, number: int, of: int) -> Point:
    """Return the middle of the powerhouse site with this number, from 0, of so many in the basin."""
    x, y = BASIN[basin]
    return x + SITE_STEP * (number - (of - 1) / 2), y - POWERHOUSES_ABOVE


def conduit_site(id: str, basin: int) -> Point:
    """Return the middle of a conduit site."""
    x, y = BASIN[basin]
    return (x - CONDUIT_ASIDE if id.endswith("A") else x + CONDUIT_ASIDE), y


def tube(id: str, basin: int) -> str:
    """Return the path of a conduit from its site on."""
    x, y = conduit_site(id, basin)
    return f"M{x:g} {y:g}" + "".join(f"L{there:g} {down:g}" for there, down in TUBES[id])


def tube_end(id: str) -> Point:
    """Return the end of a conduit."""
    return TUBES[id][-1]


def arrival(id: str) -> int:
    """Return the basin that a conduit leads to: that of the powerhouses at its end."""
    x, y = tube_end(id)
    return min(BASIN, key=lambda basin: abs(BASIN[basin][0] - x) + abs(BASIN[basin][1] - POWERHOUSES_ABOVE - y))
