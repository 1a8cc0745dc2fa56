"""Measured costs of a site's work: the only source of figures for the model."""

from __future__ import annotations

from collections.abc import Callable

import msgspec


class Cost(msgspec.Struct, frozen=True, kw_only=True):
    """The cost of one piece of work for each part of a site."""

    web: float = 0.0
    """Milliseconds of CPU of the web process that does the work."""
    projector: float = 0.0
    """Milliseconds of CPU of the projector."""
    database: float = 0.0
    """Milliseconds of CPU of all PostgreSQL sessions and background processes."""
    round_trips: float = 0.0
    """The number of times that the web process waits for the database."""
    log: float = 0.0
    """Bytes of write-ahead log, which are sent to standbys and archived."""
    disk: float = 0.0
    """Bytes by which the database grows."""
    sent: float = 0.0
    """Bytes sent to clients, before the proxy compresses them."""

    def __sub__(self, other: Cost) -> Cost:
        return _each(lambda one, two: one - two, self, other)

    def __add__(self, other: Cost) -> Cost:
        return _each(lambda one, two: one + two, self, other)

    def __mul__(self, times: float) -> Cost:
        return _each(lambda one, _: one * times, self, self)

    def __truediv__(self, times: float) -> Cost:
        return self * (1 / times)


def _each(calculate: Callable[[float, float], float], one: Cost, two: Cost) -> Cost:
    return Cost(**{name: calculate(getattr(one, name), getattr(two, name)) for name in Cost.__struct_fields__})


class Costs(msgspec.Struct, frozen=True, kw_only=True):
    """The costs of everything that players do."""

    move: Cost
    """An accepted move, until the read models show it."""
    question: Cost
    """A step of choosing a move (``choices``)."""
    page: Cost
    """A page of a game at a version that is not cached yet."""
    past: Cost
    """The position at an earlier version (``state?at=``)."""
    news: Cost
    """A move, for each listener of its game."""
    followed: Cost
    """A move, for each other web process: all of them follow the whole journal, by its one sequence."""
    kept: float
    """Bytes of a move and its read models that stay on disk after its game is packed and its response is deleted."""
    projected_ms: float
    """CPU time of the projector per fact, when it is so busy that it processes hundreds at once."""
    append_ms: float
    """Time of an undisturbed append, which holds the lock on the sequence, so that no other process can append."""
    grouped_ms: float
    """Additional time of each further append when several are written together, including the stored response."""
    facts: float
    """The mean number of facts of a move."""
    listener_kb: float
    """Memory of an open stream."""
    web_mb: float
    """Memory of a web process after some work."""
    idle_mb: float
    projector_mb: float


MEASURED = Costs(
    move=Cost(web=1.87, projector=0.48, database=0.888, round_trips=2.12, log=9567, disk=6344, sent=7516),
    question=Cost(web=1.15, database=0.0851, round_trips=2.06, sent=1321),
    page=Cost(web=14.5, database=1.25, round_trips=21.6, sent=244998),
    past=Cost(web=1.55, database=0.385, round_trips=2.25, sent=6264),
    news=Cost(web=0.0444, database=0.0333, round_trips=0.193, sent=1672),
    followed=Cost(web=0.0806),
    kept=639,
    projected_ms=0.0172,
    append_ms=0.61,
    grouped_ms=0.19,
    facts=1.91,
    listener_kb=18.6,
    web_mb=136,
    idle_mb=87.8,
    projector_mb=74.4,
)
"""The last measurement: *Brass: Birmingham* with four players, on two shared cores of an Intel Xeon, at a load of 5.

This is the run of three that used the least CPU. At a load of 6 to 8, a move with its effects took 5 % more CPU of the
web processes and 43 % more of PostgreSQL. A further append added 0.14 to 0.19 ms.
"""
