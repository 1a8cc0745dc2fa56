"""Where everything stands on the drawn board: worked out once for the component figures of a table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from domain.brass.birmingham.components import Components, Farm, Merchant, of
from domain.brass.components import Line

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

SLOT = 58.0
"""Side of a slot; a tile or merchant tile fills it."""
GAP = 4.0
PLATE = 30.0
"""Height of a name plate."""
BARRELS = 26.0
"""Height of the row of barrels beneath the merchant tiles."""
LETTER = 13.4
"""Width of a letter on a name plate, on average of the wider fonts."""
FARM_PLATE = 84.0


@dataclass(frozen=True)
class Geometry:
    """Middles of slots and merchant spaces, name plates (middle and width), and lines (path and middle)."""

    sites: dict[str, Point]
    plates: dict[str, tuple[float, float, float]]
    paths: dict[str, str]
    middles: dict[str, Point]


@lru_cache(maxsize=16)
def geometry(figures: str) -> Geometry:
    """The geometry of the board with these component figures."""
    components = of(figures)
    boxes = {place: _box(components, place) for place in components.places}
    return Geometry(
        sites={site: point for place in components.places for site, point in _sites(components, place)},
        plates={place: _plate(box) for place, box in boxes.items()},
        paths={line.id: _path(components, line) for line in components.lines},
        middles={line.id: _middle(components, line, boxes) for line in components.lines},
    )


def _count(components: Components, place: str) -> int:
    there = components.places[place]
    return there.spaces if isinstance(there, Merchant) else len(there.slots)


def _columns(components: Components, place: str) -> int:
    return min(_count(components, place), components.layout.columns[place])


def _box(components: Components, place: str) -> Box:
    x, y = components.layout.point[place]
    columns = _columns(components, place)
    rows = -(-_count(components, place) // columns)
    width = max(columns * (SLOT + GAP) - GAP, _plate_width(components, place))
    barrels = BARRELS if isinstance(components.places[place], Merchant) else 0
    height = rows * (SLOT + GAP) - GAP + barrels + PLATE
    return (x - width / 2, y - height / 2, x + width / 2, y + height / 2)


def _plate_width(components: Components, place: str) -> float:
    """Farm breweries have no name on the board and share one short word."""
    if isinstance(components.places[place], Farm):
        return FARM_PLATE
    return len(components.names[place]) * LETTER + 16


def _plate(box: Box) -> tuple[float, float, float]:
    left, _top, right, bottom = box
    return ((left + right) / 2, bottom - PLATE / 2, right - left)


def _sites(components: Components, place: str) -> list[tuple[str, Point]]:
    """Slots in rows from the top left; a last row that is not full stands in the middle."""
    count, columns = _count(components, place), _columns(components, place)
    left, top, right, _bottom = _box(components, place)
    sites: list[tuple[str, Point]] = []
    for number in range(count):
        row, column = divmod(number, columns)
        beside = min(columns, count - row * columns)
        x = (left + right) / 2 + (column - (beside - 1) / 2) * (SLOT + GAP)
        sites.append((f"{place}/{number}", (x, top + SLOT / 2 + row * (SLOT + GAP))))
    return sites


def _path(components: Components, line: Line) -> str:
    point = components.layout.point
    junction = components.layout.junction.get(line.id)
    if junction is None:
        (x1, y1), (x2, y2) = (point[end] for end in line.ends)
        return f"M{x1} {y1}L{x2} {y2}"
    return "".join(f"M{junction[0]} {junction[1]}L{point[end][0]} {point[end][1]}" for end in line.ends)


def _middle(components: Components, line: Line, boxes: dict[str, Box]) -> Point:
    """The middle of what can be seen of a line between the places at its ends."""
    junction = components.layout.junction.get(line.id)
    if junction is not None:
        return junction
    one, other = line.ends
    start, end = components.layout.point[one], components.layout.point[other]
    along = (_leaves(start, end, boxes[one]) + 1 - _leaves(end, start, boxes[other])) / 2
    return (start[0] + along * (end[0] - start[0]), start[1] + along * (end[1] - start[1]))


def _leaves(start: Point, end: Point, box: Box) -> float:
    """How far along the way from start to end, from 0 to 1, it leaves the box around the start."""
    ways = [1.0]
    for low, high, there, step in (
        (box[0], box[2], start[0], end[0] - start[0]),
        (box[1], box[3], start[1], end[1] - start[1]),
    ):
        if step:
            ways.append(((high if step > 0 else low) - there) / step)
    return min(ways)
