"""Timing of repeated runs, without the garbage collector's pauses, in milliseconds."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

Thing = TypeVar("Thing")


def milliseconds(work: Callable[[], Any]) -> float:
    """Return the milliseconds of one run."""
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def best(work: Callable[[Thing], Any], prepared: Callable[[], Thing], runs: int = 3) -> float:
    """Return the time of the fastest of several runs, each newly prepared: the work without disturbance."""
    return min(milliseconds(partial(work, prepared())) for _ in range(runs))


def medians(repeats: int, *works: Callable[[], Any]) -> list[float]:
    """Return the median time of each function; they take turns, so that a slow moment affects all of them."""
    return [statistics.median(times) for times in _in_turns(repeats, works)]


def fastest(repeats: int, *works: Callable[[], Any]) -> list[float]:
    """Return the fastest time of each function, for pure calculations: any excess is due to other programs."""
    return [min(times) for times in _in_turns(repeats, works)]


def _in_turns(repeats: int, works: Sequence[Callable[[], Any]]) -> list[tuple[float, ...]]:
    for work in works:
        work()
    with undisturbed():
        rounds = [[milliseconds(work) for work in works] for _ in range(repeats)]
    return list(zip(*rounds, strict=True))


def quantile(values: Sequence[float], share: float) -> float:
    """Return the value that this share of all values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def spread(values: Sequence[Any], count: int) -> list[Any]:
    """Return at most ``count`` of the values, at even intervals."""
    step = max(1, len(values) // count)
    return list(values[::step][:count])


@contextmanager
def undisturbed() -> Iterator[None]:
    """Collect garbage now, and not again until the block ends."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
