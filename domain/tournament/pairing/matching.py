"""Tables of two: a matching of all entrants, with as few repetitions as possible."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations

from domain.tournament.standings import Met

NEAR = 40
"""The distance in the order within which opponents are sought first, before the whole field."""


def matched(order: Sequence[str], met: Met, seed: int) -> list[tuple[str, ...]]:
    """Match all entrants of an even field in pairs: with the fewest repetitions, then with neighbours in the order.

    Random numbers from ``seed`` decide among equally good matchings, so that the result is unique.
    """
    near = _matching(order, met, seed, NEAR)
    if len(near) * 2 == len(order) and not any(order[other] in met.get(order[one], ()) for one, other in near):
        pairs = near
    else:
        pairs = _matching(order, met, seed, len(order))
    return [(order[one], order[other]) for one, other in sorted(pairs)]


def _matching(order: Sequence[str], met: Met, seed: int, reach: int) -> list[tuple[int, int]]:
    from networkx import Graph, max_weight_matching  # most rounds do not need it, and starting must not wait for it

    graph = Graph()
    graph.add_weighted_edges_from(_weighed(order, met, seed, reach))
    return [(min(pair), max(pair)) for pair in max_weight_matching(graph, maxcardinality=True)]


def _weighed(order: Sequence[str], met: Met, seed: int, reach: int) -> Iterator[tuple[int, int, int]]:
    """Yield pairs of places with their weights: a repetition costs more than all distances together."""
    numbers = random.Random(seed)
    people = len(order)
    finest = people**3  # exceeds the sum of all random numbers of a matching, so that these only break ties
    repetition = finest * people**3
    for one, other in combinations(range(people), 2):
        drawn = numbers.randrange(people**2)
        if other - one <= reach:
            again = order[other] in met.get(order[one], ())
            yield one, other, 2 * repetition - again * repetition - finest * (other - one) ** 2 - drawn
