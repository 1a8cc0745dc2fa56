"""Tables filled in order, so that neighbours meet, followed by swaps.

As long as two entrants at a table have met before, one of them is swapped with an entrant at another table. The swap
that avoids the most repetitions is chosen, or the nearest of several. This is fast and leaves most entrants in place,
but some repetitions may remain.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations

from domain.tournament.standings import Met

TRIES = 30
"""The number of orders that are tried besides the true one."""

_Tables = list[list[str]]


def exchanged(order: Sequence[str], at_tables: Sequence[int], met: Met) -> list[tuple[str, ...]]:
    """Fill tables in order, and swap until there are no repetitions or no swap helps."""
    return [tuple(table) for table in _without_repetitions(_dealt(order, at_tables), met)]


def best(order: Sequence[str], at_tables: Sequence[int], met: Met, seed: int) -> list[tuple[str, ...]]:
    """Return the tables with the fewest repetitions, from the order itself and from some others."""
    tried = (exchanged(each, at_tables, met) for each in _orders(order, seed))
    return min(tried, key=lambda tables: sum(_repetitions(table, met) for table in tables))


def _orders(order: Sequence[str], seed: int) -> Iterator[Sequence[str]]:
    """Yield the order itself, then others that differ more and more."""
    yield order
    numbers = random.Random(seed)
    for far in range(1, TRIES + 1):
        places = {person: place + numbers.uniform(0, far * len(order) / TRIES) for place, person in enumerate(order)}
        yield sorted(order, key=places.__getitem__)


def _dealt(order: Sequence[str], at_tables: Sequence[int]) -> _Tables:
    rest = iter(order)
    return [[next(rest) for _ in range(size)] for size in at_tables]


def _repetitions(table: Sequence[str], met: Met) -> int:
    return sum(other in met.get(one, ()) for one, other in combinations(table, 2))


def _without_repetitions(tables: _Tables, met: Met) -> _Tables:
    """Swap people, each time with the greatest gain, until no repetition is left or nothing is gained."""
    while (change := _best_change(tables, met)) is not None:
        (here, place), (there, other) = change
        tables[here][place], tables[there][other] = tables[there][other], tables[here][place]
    return tables


_Place = tuple[int, int]


def _best_change(tables: _Tables, met: Met) -> tuple[_Place, _Place] | None:
    best, found = 0, None
    for here, place in _repeating(tables, met):
        for there in sorted(set(range(len(tables))) - {here}, key=lambda table: abs(table - here)):
            for other in range(len(tables[there])):
                gain = _gain(tables, met, (here, place), (there, other))
                if gain > best:
                    best, found = gain, ((here, place), (there, other))
    return found


def _repeating(tables: _Tables, met: Met) -> Iterator[_Place]:
    for here, table in enumerate(tables):
        for place, person in enumerate(table):
            if any(other in met.get(person, ()) for other in table):
                yield here, place


def _gain(tables: _Tables, met: Met, one: _Place, other: _Place) -> int:
    """Return the number of repetitions that swapping two people saves."""
    (here, place), (there, elsewhere) = one, other
    mover, answer = tables[here][place], tables[there][elsewhere]
    staying = [person for person in tables[here] if person != mover]
    waiting = [person for person in tables[there] if person != answer]
    before = _seen(mover, staying, met) + _seen(answer, waiting, met)
    return before - _seen(mover, waiting, met) - _seen(answer, staying, met)


def _seen(person: str, others: Sequence[str], met: Met) -> int:
    known = met.get(person, ())
    return sum(other in known for other in others)
