"""Paths of drops on the map: from a headstream or a dam down the rivers to the dam that holds them, or off the map."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from domain.barrage.model.changes import Change, DropFlowed
from domain.barrage.model.commands import Produce
from domain.barrage.rendering import geometry
from domain.presentation import Motion


def motions(fact: Any) -> tuple[Motion, ...]:
    """Return a motion for every drop that flows with a fact."""
    command = getattr(fact, "command", None)
    return of_changes(getattr(fact, "changes", ()), command.conduit if isinstance(command, Produce) else "")


def of_changes(changes: Iterable[Change], conduit: str) -> tuple[Motion, ...]:
    """Return a motion for every drop that flows; those of dams go through this conduit."""
    flowed = (change for change in changes if isinstance(change, DropFlowed))
    return tuple(Motion("map", _path(drop, conduit)) for drop in flowed)


def _path(drop: DropFlowed, conduit: str) -> str:
    """Return the path to a river, and down all its bends."""
    begin, basins = _through(drop, conduit) if _is_base(drop.start) else _down(drop)
    passed = basins[:-1] if drop.stop else basins
    end = _base(drop.stop)[1] if drop.stop else geometry.EDGE
    return begin + "".join(geometry.BENDS[basin] for basin in passed) + f"V{end:g}"


def _down(drop: DropFlowed) -> tuple[str, tuple[int, ...]]:
    """Return the path from a headstream, and the basins that the drop enters."""
    return f"M{geometry.BASIN[drop.basins[0]][0]:g} {geometry.HEADSTREAM_Y:g}", drop.basins


def _through(drop: DropFlowed, conduit: str) -> tuple[str, tuple[int, ...]]:
    """Return the path from a dam through a conduit to the river below its powerhouses, and the basins the
    drop enters.
    """
    basin = geometry.arrival(conduit)
    way = "L".join(f"{x:g} {y:g}" for x, y in (_base(drop.start), *geometry.TUBES[conduit]))
    return f"M{way}H{geometry.BASIN[basin][0]:g}", (basin, *drop.basins)


def _is_base(start: str) -> bool:
    return len(start) > 1


def _base(site: str) -> tuple[float, float]:
    """Return the middle of a base site (``B6L``)."""
    return geometry.base_site(int(site[1:-1]), site.endswith("U"))
