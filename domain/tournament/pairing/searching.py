"""Tables of any size without repetitions: a search through all seatings of the entrants, neighbours in the order first.

Each step seats the entrant with the fewest possible opponents left, at every possible table in turn. So the search
finds a round without repetitions, or proves that none exists, unless it takes too long.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.tournament.standings import Met

STEPS = 200_000
"""The maximum of people tried at tables: a second or two, and more than any usual field needs."""


class _Search:
    """The state of a search: the possible opponents of each person, as bits; known dead ends; the steps left."""

    def __init__(self, order: Sequence[str], met: Met) -> None:
        everybody = (1 << len(order)) - 1
        places = {person: place for place, person in enumerate(order)}
        self.new = [
            everybody & ~(1 << place) & ~sum(1 << places[each] for each in met.get(person, ()) if each in places)
            for place, person in enumerate(order)
        ]
        self.nowhere: set[tuple[int, tuple[int, ...]]] = set()
        self.left = STEPS

    def seated(self, free: int, sizes: tuple[int, ...]) -> list[tuple[int, ...]] | None:
        """Return tables of these sizes for all free people; None if there are none, or if no steps are left."""
        if not free:
            return []
        if (free, sizes) in self.nowhere:
            return None
        one = min(_places(free), key=lambda place: (self.new[place] & free).bit_count())
        for size in dict.fromkeys(sizes):
            at = sizes.index(size)
            for table in self.grown((one,), self.new[one] & free, size):
                others = self.seated(free & ~sum(1 << place for place in table), sizes[:at] + sizes[at + 1 :])
                if others is not None:
                    return [table, *others]
        self.nowhere.add((free, sizes))
        return None

    def grown(self, table: tuple[int, ...], among: int, size: int) -> Iterator[tuple[int, ...]]:
        """Yield the table extended by people who have met no one there, first those near the person whom it is for."""
        self.left -= 1
        if len(table) == size:
            yield table
            return
        for place in sorted(_places(among), key=lambda place: abs(place - table[0])):
            if self.left < 0:
                return
            among &= ~(1 << place)  # all tables that include them are yielded now
            yield from self.grown((*table, place), among & self.new[place], size)


def searched(order: Sequence[str], at_tables: Sequence[int], met: Met) -> list[tuple[str, ...]] | None:
    """Return tables without repeated pairings; None if none are found."""
    found = _Search(order, met).seated((1 << len(order)) - 1, tuple(sorted(at_tables, reverse=True)))
    if found is None:
        return None
    tables = sorted((tuple(sorted(table)) for table in found), key=lambda table: (-len(table), table))
    return [tuple(order[place] for place in table) for table in tables]


def _places(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
