"""Positions of all parts of a drawn board, computed from the schematic map."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from domain.brass.model.components import Components, Layout, Line
from domain.graphics.lettering import length

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

SLOT = 58.0
"""Side of a slot; a tile or merchant tile fills it."""
GAP = 4.0
PLATE = 30.0
"""Height of a name plate."""
LETTERS = 24.0
"""The smallest font size on a map: a window of 1280 by 720 shows a unit as 0.462 pixels, which makes this 11 pixels."""
EDGE = 8.0
"""The margin at the edges of the map."""
_LETTER = 14.6
"""Average width of a letter on a name plate in wider fonts."""


@dataclass(frozen=True)
class Footprint:
    """The space that a place needs: its sites, the height of a row beneath them, the least width of its name plate."""

    sites: int
    plate: float
    below: float = 0.0


@dataclass(frozen=True)
class Geometry:
    """Middles of the sites (``leek/0``), name plates (middle and width), and lines (path and middle)."""

    sites: dict[str, Point]
    plates: dict[str, tuple[float, float, float]]
    paths: dict[str, str]
    middles: dict[str, Point]


def plate_width(name: str) -> float:
    """Return the width of the plate of a name."""
    return length(name) * _LETTER + 16


def lay_out(components: Components[Any, Any], footprints: Mapping[str, Footprint]) -> Geometry:
    """Return the geometry of a board whose places have these footprints."""
    layout = components.layout
    boxes = {place: _box(layout, place, footprint) for place, footprint in footprints.items()}
    return Geometry(
        sites={
            site: point
            for place, footprint in footprints.items()
            for site, point in _sites(layout, place, footprint, boxes[place])
        },
        plates={place: _plate(layout, box) for place, box in boxes.items()},
        paths={line.id: _path(layout, line) for line in components.lines},
        middles={line.id: _middle(layout, line, boxes) for line in components.lines},
    )


def _columns(layout: Layout, place: str, footprint: Footprint) -> int:
    return max(1, min(footprint.sites, layout.columns[place]))


def _box(layout: Layout, place: str, footprint: Footprint) -> Box:
    x, y = layout.point[place]
    columns = _columns(layout, place, footprint)
    rows = -(-footprint.sites // columns)
    width = max(columns * (SLOT + GAP) - GAP if rows else 0, footprint.plate)
    height = max(0, rows * (SLOT + GAP) - GAP) + footprint.below + PLATE
    return (x - width / 2, y - height / 2, x + width / 2, y + height / 2)


def _plate(layout: Layout, box: Box) -> tuple[float, float, float]:
    """Place the plate below the sites, as far as that is on the map."""
    left, _top, right, bottom = box
    half = (right - left) / 2
    middle = min(max((left + right) / 2, half + EDGE), layout.width - half - EDGE)
    return (middle, bottom - PLATE / 2, right - left)


def _sites(layout: Layout, place: str, footprint: Footprint, box: Box) -> list[tuple[str, Point]]:
    """Place sites in rows from the top left; a last row that is not full is centred."""
    count, columns = footprint.sites, _columns(layout, place, footprint)
    left, top, right, _bottom = box
    sites: list[tuple[str, Point]] = []
    for number in range(count):
        row, column = divmod(number, columns)
        beside = min(columns, count - row * columns)
        x = (left + right) / 2 + (column - (beside - 1) / 2) * (SLOT + GAP)
        sites.append((f"{place}/{number}", (x, top + SLOT / 2 + row * (SLOT + GAP))))
    return sites


def _path(layout: Layout, line: Line) -> str:
    point = layout.point
    junction = layout.junction.get(line.id)
    if junction is None:
        (x1, y1), (x2, y2) = (point[end] for end in line.ends)
        return f"M{x1} {y1}L{x2} {y2}"
    return "".join(f"M{junction[0]} {junction[1]}L{point[end][0]} {point[end][1]}" for end in line.ends)


def _middle(layout: Layout, line: Line, boxes: dict[str, Box]) -> Point:
    """Return the middle of the visible part of a line between the places at its ends."""
    junction = layout.junction.get(line.id)
    if junction is not None:
        return junction
    one, other = line.ends
    start, end = layout.point[one], layout.point[other]
    along = (_leaves(start, end, boxes[one]) + 1 - _leaves(end, start, boxes[other])) / 2
    return (start[0] + along * (end[0] - start[0]), start[1] + along * (end[1] - start[1]))


def _leaves(start: Point, end: Point, box: Box) -> float:
    """Return where a line from start to end leaves the box around the start, from 0 to 1."""
    ways = [1.0]
    for low, high, there, step in (
        (box[0], box[2], start[0], end[0] - start[0]),
        (box[1], box[3], start[1], end[1] - start[1]),
    ):
        if step:
            ways.append(((high if step > 0 else low) - there) / step)
    return min(ways)
