"""Waiting lines: what mathematics says of the simplest, and a simulation for all others.

Work comes at random moments at a steady rate, and takes times that are random too (exponential): the common, somewhat
gloomy case. Rates are per second, times in seconds.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable, Iterable, Iterator
from math import inf
from typing import NamedTuple


def utilisation(rate: float, seconds: float, servers: int = 1) -> float:
    """The share of their time that servers work."""
    return rate * seconds / servers


def mean_wait(rate: float, seconds: float, servers: int = 1) -> float:
    """How long work waits until it is begun (M/M/c, by Erlang's formula); for ever where there is too much of it."""
    busy = utilisation(rate, seconds, servers)
    if busy >= 1:
        return inf
    lost = 1.0  # The share that would be lost if nobody waited, server by server (Erlang B).
    for number in range(1, servers + 1):
        lost = rate * seconds * lost / (number + rate * seconds * lost)
    waiting = lost / (1 - busy * (1 - lost))
    return waiting * seconds / (servers * (1 - busy))


class Visit(NamedTuple):
    """Of some work to a line: when it came, was begun and was done."""

    came: float
    begun: float
    done: float

    @property
    def waited(self) -> float:
        return self.begun - self.came


def arrivals(rate: float, number: int, chance: random.Random) -> Iterator[float]:
    """So many random moments."""
    moment = 0.0
    for _ in range(number):
        moment += chance.expovariate(rate)
        yield moment


def line(coming: Iterable[float], takes: Callable[[], float], servers: int = 1) -> list[Visit]:
    """Who comes first is served first, by whichever server is free first."""
    free = [0.0] * servers
    visits = []
    for came in coming:
        begun = max(came, free[0])
        heapq.heapreplace(free, begun + (took := takes()))
        visits.append(Visit(came, begun, begun + took))
    return visits


class Spread(NamedTuple):
    """How cells with lines of their own are laid out."""

    cells: int
    webs: int
    """Web processes of each cell."""
    one_sequence: bool
    """All cells append under one lock, because one sequence numbers all facts; or each under its own."""


def mean_times(
    spread: Spread, rate: float, *, web: float, append: float, number: int, chance: random.Random
) -> tuple[float, float]:
    """How long moves take until they are decided, and then until they are appended: waiting included.

    Each move is of a game, whose id says in which cell it lives; so many moves come in all.
    """
    moments: list[list[float]] = [[] for _ in range(spread.cells)]
    for moment in arrivals(rate, number, chance):
        moments[chance.randrange(spread.cells)].append(moment)
    decided = [line(cell, lambda: chance.expovariate(1 / web), spread.webs) for cell in moments]
    leaving = [sorted(visit.done for visit in cell) for cell in decided]
    locks = [sorted(heapq.merge(*leaving))] if spread.one_sequence else leaving
    appended = [line(lock, lambda: chance.expovariate(1 / append)) for lock in locks]
    return _mean(decided), _mean(appended)


def _mean(lines: Iterable[list[Visit]]) -> float:
    times = [visit.done - visit.came for visits in lines for visit in visits]
    return sum(times) / len(times)
