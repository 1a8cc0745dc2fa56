"""Links on the board: the places they connect and the distances between them, in both Brass games.

A line joins two or three places. If a line has a link, its ends are one link apart.
Connections use everyone's links; the owner of a link matters only for a player's own network.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial

_REMEMBERED = 256
"""The number of cached networks of a map, so that asking field by field searches only once."""

Distances = Mapping[str, int]
"""Places that can be reached, with the number of links on the shortest path."""


class Network:
    """The links on the board at one moment."""

    def __init__(self, ends: Mapping[str, tuple[str, ...]], links: Iterable[str]) -> None:
        self._beside: dict[str, set[str]] = {}
        for line in links:
            for end in ends[line]:
                self._beside.setdefault(end, set()).update(ends[line])
        self._found: dict[tuple[str, ...], Distances] = {}

    def distances(self, *places: str) -> Distances:
        """Return the distance of every place connected to any of the given places from the nearest of them; 0 for
        themselves.
        """
        found = self._found.get(places)
        if found is None:
            found = self._found[places] = self._search(places)
        return found

    def _search(self, places: tuple[str, ...]) -> Distances:
        distances = dict.fromkeys(places, 0)
        edge: Iterable[str] = places
        distance = 0
        while edge:
            distance += 1
            fresh: list[str] = []
            for place in edge:
                for other in self._beside.get(place, ()):
                    if other not in distances:
                        distances[other] = distance
                        fresh.append(other)
            edge = fresh
        return distances


class Map:
    """The printed lines, with a cache of recently used networks."""

    network: Callable[[frozenset[str]], Network]
    """Returns the network of these lines carrying links."""

    def __init__(self, ends: Mapping[str, tuple[str, ...]]) -> None:
        self.ends = ends
        self.network = lru_cache(_REMEMBERED)(partial(Network, ends))
