"""Links on the board: the places they connect and the distances between these, the same in both Brass games.

A line joins two places, or three. Any number of a line's ends are one link apart from each other when it carries a
link. Connections use everyone's links; the owner of a link matters only for a player's own network.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial

_REMEMBERED = 256
"""Networks a map keeps, so that a decision that is asked for field by field searches once."""

Distances = Mapping[str, int]
"""Places that can be reached, with the number of links on the shortest way there."""


class Network:
    """The links on the board at one moment."""

    def __init__(self, ends: Mapping[str, tuple[str, ...]], links: Iterable[str]) -> None:
        self._beside: dict[str, set[str]] = {}
        for line in links:
            for end in ends[line]:
                self._beside.setdefault(end, set()).update(ends[line])
        self._found: dict[tuple[str, ...], Distances] = {}

    def distances(self, *places: str) -> Distances:
        """How far every place connected to any of the given places is from the nearest of them; 0 for themselves."""
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
    """The printed lines, with the networks on them that were used last."""

    network: Callable[[frozenset[str]], Network]
    """Returns the network of these lines carrying links."""

    def __init__(self, ends: Mapping[str, tuple[str, ...]]) -> None:
        self.ends = ends
        self.network = lru_cache(_REMEMBERED)(partial(Network, ends))
