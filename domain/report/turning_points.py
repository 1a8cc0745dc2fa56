"""Turning points of a game: lasting changes of the lead, and the largest gain of each seat at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

import msgspec

LEADS = 6
"""The maximum of changes of the lead: those that lasted longest."""


class PointsAtVersion(msgspec.Struct, frozen=True):
    """The points of all seats after the fact at a version."""

    version: int
    points: tuple[int, ...]


class TurningPoint(msgspec.Struct, frozen=True):
    """A turning point of a game: the lead changed, or a seat made its greatest gain."""

    version: int
    points: tuple[int, ...]
    leads: int | None
    """The seat that took the lead."""
    gained: dict[int, int]
    """By seat: points gained here, more than at any other time."""


def standings(seats: int, changes: Iterable[tuple[int, int, int, int]]) -> list[PointsAtVersion]:
    """Return the points after each fact that changed some: changes are (version, seat, change, balance), oldest first.

    The first one has the points before all changes, at version 0.
    """
    known = list(changes)
    first = {seat: balance - change for _, seat, change, balance in reversed(known)}
    points = [first.get(seat, 0) for seat in range(seats)]
    found = [PointsAtVersion(0, tuple(points))]
    for version, seat, _, balance in known:
        points[seat] = balance
        if found[-1].version == version:
            found.pop()
        found.append(PointsAtVersion(version, tuple(points)))
    return found


def turning_points(stood: Sequence[PointsAtVersion], until: int) -> list[TurningPoint]:
    """Return the turning points of a game, oldest first; ``until`` is the version in view.

    The first standing is the initial one, which is no turning point.
    """
    leads = _leads(stood, until)
    gains = _greatest_gains(stood)
    return [
        TurningPoint(
            version=each.version,
            points=each.points,
            leads=leads.get(each.version),
            gained={seat: gained for seat, (version, gained) in gains.items() if version == each.version},
        )
        for each in stood
        if each.version in leads or any(version == each.version for version, _ in gains.values())
    ]


def leader(points: Sequence[int]) -> int | None:
    """Return the seat with more points than any other; None while several have the most."""
    most = max(points)
    return points.index(most) if points.count(most) == 1 and len(points) > 1 else None


def _leads(stood: Sequence[PointsAtVersion], until: int) -> dict[int, int]:
    """Return the new leader by version: of many changes those that lasted longest, then the latest."""
    led = [(each.version, seat) for each in stood if (seat := leader(each.points)) is not None]
    changes = [later for earlier, later in pairwise(led) if earlier[1] != later[1]]
    ends = [version for version, _ in changes[1:]] + [until + 1]
    lasted = {change: end - change[0] for change, end in zip(changes, ends, strict=False)}
    return dict(sorted(changes, key=lambda change: (lasted[change], change[0]), reverse=True)[:LEADS])


def _greatest_gains(stood: Sequence[PointsAtVersion]) -> dict[int, tuple[int, int]]:
    """Return by seat the version of its greatest gain, the first of several, and the gain; omit seats without gains."""
    found: dict[int, tuple[int, int]] = {}
    for before, after in pairwise(stood):
        for seat, (then, now) in enumerate(zip(before.points, after.points, strict=True)):
            if now - then > found.get(seat, (0, 0))[1]:
                found[seat] = (after.version, now - then)
    return found
