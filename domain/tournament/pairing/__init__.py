"""Pairings of a round: pure functions of an order and of earlier meetings."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations, count

from domain.tournament.pairing import exchanging, matching, searching
from domain.tournament.standings import Met

WAY = 2
"""The number of this way to pair: another one, by which the same field is paired otherwise, gets the next.

By the first one nothing counted for those who had changed places in a game.
"""


def sizes(people: int, seats: int, possible: Collection[int]) -> tuple[list[int], int]:
    """How many sit at each table, as many as ``seats`` where that can be and else fewer, and how many have none."""
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
    """The people of each table, those who stand close together.

    Nobody meets anybody again where that can be. Else as few pairs as possible do at tables of two, and at larger ones
    as few as are found.
    """
    tables = exchanging.exchanged(order, at_tables, met)
    if not repetitions(tables, met):
        return tables
    if set(at_tables) == {2}:
        return matching.matched(order, met, seed)
    return searching.searched(order, at_tables, met) or exchanging.best(order, at_tables, met, seed)


def repetitions(tables: Sequence[Sequence[str]], met: Met) -> list[tuple[str, str]]:
    """Who meets again."""
    pairs = (pair for table in tables for pair in combinations(table, 2))
    return [(one, other) for one, other in pairs if other in met.get(one, ())]
