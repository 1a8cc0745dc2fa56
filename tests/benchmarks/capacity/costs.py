"""Measured costs of a site's work: the only source of figures for the model."""

from __future__ import annotations

from collections.abc import Callable

import msgspec


class Cost(msgspec.Struct, frozen=True, kw_only=True):
    """The cost of one piece of work, by the parts of a site."""

    web: float = 0.0
    """Milliseconds of CPU, of the web process that does it."""
    projector: float = 0.0
    """Milliseconds of CPU."""
    database: float = 0.0
    """Milliseconds of CPU, of all sessions and background processes."""
    round_trips: float = 0.0
    """The number of waits of the web process for the database."""
    log: float = 0.0
    """Bytes of write-ahead log: what standbys are sent, and what is archived."""
    disk: float = 0.0
    """Bytes that the database grows by."""
    sent: float = 0.0
    """Bytes that clients are sent, before the proxy compresses them."""

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
    """A move that is accepted, until the read models show it."""
    question: Cost
    """A step of choosing a move (``choices``)."""
    page: Cost
    """A page of a game at a version that is not cached yet."""
    past: Cost
    """The position at an earlier version (``state?at=``)."""
    news: Cost
    """A move, for each listener of its game."""
    followed: Cost
    """A move, for each web process besides: all of them follow the whole journal, by its one sequence."""
    kept: float
    """Bytes of a move that stay on the disk, with its read models, when its game is packed and its answer swept."""
    projected_ms: float
    """CPU time of the projector for a fact when it is so busy that it takes hundreds at once."""
    append_ms: float
    """Time of an undisturbed append, during which it holds the lock on the sequence and no other can append."""
    grouped_ms: float
    """Added time of each further append when several are written together, including the stored response."""
    facts: float
    """Facts of a move."""
    listener_kb: float
    """Memory of an open stream."""
    web_mb: float
    """Memory of a web process that has worked for a while."""
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
"""As last measured, with *Brass: Birmingham* for four, on two cores of an Intel Xeon that others used, load 5.

Of three runs the one with least CPU: at a load of 6 to 8 a move with its effects took 5 % more of the web
processes and 43 % more of PostgreSQL. A further append added 0.14 to 0.19 ms.
"""
