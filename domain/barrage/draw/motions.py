"""The ways of drops on the map: from a headstream or a dam down the rivers to the dam that holds them, or away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from domain.barrage.draw import geometry
from domain.barrage.draw.geometry import Point
from domain.barrage.vocabulary.changes import Change, DropFlowed
from domain.barrage.vocabulary.commands import Produce
from domain.game import Motion


def motions(fact: Any) -> tuple[Motion, ...]:
    """One for every drop that a fact lets flow."""
    command = getattr(fact, "command", None)
    return of_changes(getattr(fact, "changes", ()), command.conduit if isinstance(command, Produce) else "")


def of_changes(changes: Iterable[Change], conduit: str) -> tuple[Motion, ...]:
    """One for every drop that flows; those of dams go through this conduit."""
    flowed = (change for change in changes if isinstance(change, DropFlowed))
    return tuple(Motion("map", _path([*_way(drop, conduit)])) for drop in flowed)


def _way(drop: DropFlowed, conduit: str) -> Iterator[Point]:
    """Natural flow passes the middle of basins."""
    if _is_base(drop.start):
        yield _base(drop.start)
        yield from geometry.TUBES.get(conduit, ())
    else:
        yield geometry.BASIN[drop.basins[0]][0], geometry.HEADSTREAM_Y
    passed = drop.basins[:-1] if drop.stop else drop.basins
    yield from (geometry.BASIN[basin] for basin in passed)
    if drop.stop:
        yield _base(drop.stop)


def _is_base(start: str) -> bool:
    return len(start) > 1


def _base(site: str) -> Point:
    """The middle of a base site (``B6L``)."""
    return geometry.base_site(int(site[1:-1]), site.endswith("U"))


def _path(way: list[Point]) -> str:
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in way)
