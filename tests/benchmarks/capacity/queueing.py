"""Queues: formulas for the simplest, and a simulation for all others.

Arrivals are random at a steady rate, and service times are random too (exponential): the usual, rather pessimistic
case. Rates are per second; times are in seconds.
"""

from __future__ import annotations

import heapq
import random
import sys
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from math import inf
from statistics import fmean
from typing import NamedTuple


def utilisation(rate: float, seconds: float, servers: int) -> float:
    """Return the share of the time for which the servers work."""
    return rate * seconds / servers


def mean_wait(rate: float, seconds: float, servers: int = 1) -> float:
    """Return the mean wait until work begins (M/M/c, by Erlang's formula); infinite if there is too much work."""
    busy = utilisation(rate, seconds, servers)
    if busy >= 1:
        return inf
    lost = 1.0  # The share that would be lost without a queue, server by server (Erlang B).
    for number in range(1, servers + 1):
        lost = rate * seconds * lost / (number + rate * seconds * lost)
    waiting = lost / (1 - busy * (1 - lost))
    return waiting * seconds / (servers * (1 - busy))


class Visit(NamedTuple):
    """The times of a request in a queue: arrival, start and end."""

    came: float
    begun: float
    done: float

    @property
    def waited(self) -> float:
        return self.begun - self.came


def arrivals(rate: float, number: int, chance: random.Random) -> Iterator[float]:
    """Yield this number of random arrival times."""
    moment = 0.0
    for _ in range(number):
        moment += chance.expovariate(rate)
        yield moment


def line(coming: Iterable[float], takes: Callable[[], float], servers: int = 1) -> list[Visit]:
    """Simulate a queue in which arrivals are served in order, each by the first free server."""
    free = [0.0] * servers
    visits = []
    for came in coming:
        begun = max(came, free[0])
        heapq.heapreplace(free, begun + (took := takes()))
        visits.append(Visit(came, begun, begun + took))
    return visits


def grouped_line(
    coming: Iterable[tuple[float, int]], takes: Callable[[int], float], most: int = sys.maxsize
) -> list[Visit]:
    """Simulate a queue in which requests at one place are served together.

    Each request has a time and a place; ``takes`` is the time for a group of this size, and groups are served one after
    the other. While a group of a place is served, its next one forms; both together have at most ``most`` members.
    """
    server = _GroupServer(takes, most)
    for came, place in coming:
        server.come(came, place)
    server.end(inf)
    return server.visits


class _GroupServer:
    def __init__(self, takes: Callable[[int], float], most: int) -> None:
        self.visits: list[Visit] = []
        self._takes, self._most = takes, most
        self._waiting: defaultdict[int, deque[float]] = defaultdict(deque)
        self._served: dict[int, int] = {}
        """The size of each place's group at the server."""
        self._ends: deque[tuple[float, int]] = deque()
        self._free = 0.0

    def come(self, moment: float, place: int) -> None:
        """Add a request at a place; requests must come in the order of their times."""
        self.end(moment)
        self._waiting[place].append(moment)
        if place not in self._served:
            self._serve(place, moment, self._most)

    def end(self, moment: float) -> None:
        """End all groups that are done by this moment, and start the next groups of their places."""
        while self._ends and self._ends[0][0] <= moment:
            done, place = self._ends.popleft()
            gathered = self._most - self._served.pop(place)
            if self._waiting[place]:
                self._serve(place, done, max(1, gathered))

    def _serve(self, place: int, moment: float, most: int) -> None:
        waiting = self._waiting[place]
        group = [waiting.popleft() for _ in range(min(len(waiting), most))]
        begun = max(moment, self._free)
        self._free = begun + self._takes(len(group))
        self._ends.append((self._free, place))
        self._served[place] = len(group)
        self.visits += [Visit(came, begun, self._free) for came in group]


class GroupCommit(NamedTuple):
    """Appends to one sequence, under its lock."""

    append: float
    """Seconds of a single append."""
    grouped: float
    """Seconds that each further append adds to its group."""
    processes: int = 1
    """The number of processes; the appends that wait in one process form a group."""
    most: int = sys.maxsize
    """The maximum number of concurrent requests of a process."""

    def line(self, coming: Iterable[float], chance: random.Random) -> list[Visit]:
        """Simulate appends, each in a random process."""

        def takes(size: int) -> float:
            further = chance.gammavariate(size - 1, self.grouped) if size > 1 else 0.0
            return chance.expovariate(1 / self.append) + further

        return grouped_line(((came, chance.randrange(self.processes)) for came in coming), takes, self.most)


def mean_time(visits: Iterable[Visit]) -> float:
    """Return the mean time from arrival to end."""
    return fmean(visit.done - visit.came for visit in visits)


class Spread(NamedTuple):
    """The layout of cells, each with its own queues."""

    cells: int
    webs: int
    """Web processes of each cell."""
    one_sequence: bool
    """Whether all cells append under one lock, because one sequence numbers all facts; otherwise each has its own."""


Appending = Callable[[Iterable[float]], list[Visit]]
"""A function that returns the visits of appends to one sequence, which arrive at these moments."""


def mean_times(
    spread: Spread, rate: float, *, web: float, append: Appending, number: int, chance: random.Random
) -> tuple[float, float]:
    """Return the mean times until moves are decided, and from then until they are appended, including waits.

    Each move goes to a random cell, because random ids of games determine their cells. All cells together get
    ``number`` moves.
    """
    moments: list[list[float]] = [[] for _ in range(spread.cells)]
    for moment in arrivals(rate, number, chance):
        moments[chance.randrange(spread.cells)].append(moment)
    decided = [line(cell, lambda: chance.expovariate(1 / web), spread.webs) for cell in moments]
    leaving = [sorted(visit.done for visit in cell) for cell in decided]
    locks = [sorted(heapq.merge(*leaving))] if spread.one_sequence else leaving
    return mean_time(chain(*decided)), mean_time(chain(*map(append, locks)))
