"""Pairings of a round, as pure functions of an order and of earlier meetings."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations, count

from domain.tournament.pairing import exchanging, matching, searching
from domain.tournament.standings import Met

ALGORITHM_VERSION = 2
"""The version of the pairing algorithm; a change that affects the pairing of any field gets the next number.

In version 1, results of players who had swapped seats did not count.
"""


def sizes(people: int, seats: int, possible: Collection[int]) -> tuple[list[int], int]:
    """Return the size of each table, ``seats`` if possible and else fewer, and the number of byes."""
    for byes in count():
        if people - byes <= 0:
            return [], people
        tables = -(-(people - byes) // seats)
        small, larger = divmod(people - byes, tables)
        found = [small + 1] * larger + [small] * (tables - larger)
        if all(size in possible for size in found):
            return found, byes
    raise AssertionError("Byes are counted up to everybody.")


def paired(order: Sequence[str], at_tables: Sequence[int], met: Met, seed: int) -> list[tuple[str, ...]]:
    """Return the entrants of each table, close together in the order.

    Pairings are not repeated if possible. Else tables of two have the fewest repetitions possible, and larger ones
    the fewest that the search finds.
    """
    tables = exchanging.exchanged(order, at_tables, met)
    if not repetitions(tables, met):
        return tables
    if set(at_tables) == {2}:
        return matching.matched(order, met, seed)
    return searching.searched(order, at_tables, met) or exchanging.best(order, at_tables, met, seed)


def repetitions(tables: Sequence[Sequence[str]], met: Met) -> list[tuple[str, str]]:
    """Return the repeated pairings."""
    pairs = (pair for table in tables for pair in combinations(table, 2))
    return [(one, other) for one, other in pairs if other in met.get(one, ())]
