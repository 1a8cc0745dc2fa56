"""Positions of all parts of our own schematic map, which is not traced from the printed map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.barrage.model.pieces import Area

Point = tuple[float, float]

WIDTH, HEIGHT = 1000.0, 1077.0
BANDS: Mapping[Area, tuple[float, float]] = {
    "mountain": (90.0, 307.0),
    "hills": (307.0, 594.0),
    "plains": (594.0, 1073.0),
}
"""Top and bottom of each area."""
NAMES: Mapping[Area, Point] = {"mountain": (500, 108), "hills": (92, 334), "plains": (522, 1050)}
"""The middle of each area's name, clear of water and conduits."""

BASIN: Mapping[int, Point] = {
    1: (130, 196), 2: (377, 196), 3: (623, 196), 4: (870, 196),
    5: (335, 478), 6: (580, 478), 7: (835, 478),
    8: (140, 768), 9: (440, 768), 10: (745, 768),
    11: (300, 1122), 12: (745, 1122),
}  # fmt: skip
"""The middle between the two base sites, also in the lowest basins, which have none."""
NUMBERS: Mapping[int, Point] = {
    1: (36, -83), 2: (36, -83), 3: (36, -83), 4: (36, -83),
    5: (84, -84), 6: (-84, -84), 7: (84, -84),
    8: (-118, -88), 9: (112, -84), 10: (130, -84),
    11: (-178, -84), 12: (178, -84),
}  # fmt: skip
"""The number of a basin from its middle, clear of names of sites."""
POWERHOUSES_ABOVE = 130.0
"""The height of the powerhouses above the middle of a basin."""
SITE_STEP = 60.0
LONG_STEPS: Mapping[int, float] = {10: 70.0, 11: 74.0, 12: 74.0}
"""The distance of powerhouse sites with long names, by basin; that of others is SITE_STEP."""
BASES_APART = 35.0
DAM = (112.0, 62.0)
"""Width and height of a base site."""
CONDUIT_ASIDE = 92.0
VALVE = 24.0
"""Radius of a conduit site."""
HEADSTREAM = (222.0, 78.0)
HEADSTREAM_Y = 46.0

TUBES: Mapping[str, Sequence[Point]] = {
    "1A": [(38, 638), (50, 638)],
    "1B": [(222, 307), (274, 348)],
    "2A": [(285, 273), (519, 341)],
    "2B": [(457, 241), (457, 567), (637, 628)],
    "3A": [(531, 273), (396, 348)],
    "3B": [(715, 284), (641, 348)],
    "4A": [(774, 348)],
    "4B": [(968, 231), (968, 1007), (896, 1007)],
    "5A": [(243, 577), (230, 638)],
    "5B": [(427, 570), (637, 650)],
    "6A": [(488, 564), (530, 638)],
    "6B": [(672, 393), (774, 358)],
    "7A": [(743, 533), (853, 638)],
    "7B": [(927, 977), (896, 977)],
    "8A": [(48, 992), (149, 992)],
    "8B": [(232, 708), (350, 638)],
    "9A": [(348, 863), (451, 975)],
    "9B": [(532, 923), (594, 992)],
    "10A": [(653, 863), (451, 1009)],
    "10B": [(837, 915), (828, 962)],
}
"""The path of every conduit from its site to the powerhouses."""

BENDS: Mapping[int, str] = {
    1: "V261C130 393 140 533 140 618",
    2: "V261C377 299 335 292 335 343",
    3: "V261C623 299 580 292 580 343",
    4: "V261C870 299 835 292 835 343",
    5: "V533C335 591 440 570 440 628",
    6: "V533C580 591 735 570 740 628L745 643",
    7: "V533C835 591 755 570 750 628L745 643",
    8: "V818C140 889 300 889 300 958",
    9: "V818C440 889 305 889 305 958",
    10: "",
    11: "",
    12: "",
}
"""The path of a river from the middle of a basin to its straight run into the next one, or off the map."""
EDGE = 1067.0
"""The points at which rivers leave the map."""


def _river(first: int, *others: int) -> str:
    return f"M{BASIN[first][0]:g} 80" + "".join(BENDS[basin] for basin in (first, *others))


RIVERS: Sequence[str] = (
    f"{_river(1, 8)}V{EDGE:g}",
    _river(2, 5, 9),
    _river(3, 6),
    _river(4, 7),
    f"M{BASIN[10][0]:g} 643V{EDGE:g}",
)
"""The drawn rivers: one that joins another ends there."""


def base_site(basin: int, upper: bool) -> Point:
    """Return the middle of a base site."""
    x, y = BASIN[basin]
    return x, y - BASES_APART if upper else y + BASES_APART


def powerhouse_site(basin: int, number: int, of: int) -> Point:
    """Return the middle of the powerhouse site with this number, from 0, of so many in the basin."""
    x, y = BASIN[basin]
    return x + site_step(basin) * (number - (of - 1) / 2), y - POWERHOUSES_ABOVE


def site_step(basin: int) -> float:
    """Return the distance of the powerhouse sites of a basin."""
    return LONG_STEPS.get(basin, SITE_STEP)


def conduit_site(id: str, basin: int) -> Point:
    """Return the middle of a conduit site."""
    x, y = BASIN[basin]
    return (x - CONDUIT_ASIDE if id.endswith("A") else x + CONDUIT_ASIDE), y


def tube(id: str, basin: int) -> str:
    """Return the path of a conduit from its site on."""
    x, y = conduit_site(id, basin)
    return f"M{x:g} {y:g}" + "".join(f"L{there:g} {down:g}" for there, down in TUBES[id])


def rises(id: str, basin: int) -> bool:
    """Return whether a conduit leads upwards from its site."""
    return TUBES[id][0][1] <= conduit_site(id, basin)[1]


def tube_end(id: str) -> Point:
    """Return the end of a conduit."""
    return TUBES[id][-1]


def arrival(id: str) -> int:
    """Return the basin that a conduit leads to: that of the powerhouses at its end."""
    x, y = tube_end(id)
    return min(BASIN, key=lambda basin: abs(BASIN[basin][0] - x) + abs(BASIN[basin][1] - POWERHOUSES_ABOVE - y))
