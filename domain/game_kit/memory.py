"""A cache of results for one state, for queries field by field and command by command.

A game queries a state through its own position class, which serves the rules for one seat. Two things are cached: the
position that was requested last, and, in its ``memory``, the results computed from it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, Protocol, TypeVar, TypeVarTuple

Memory = dict[Hashable, Any]
"""Computed results, by their function and arguments."""


class Counting(Protocol):
    """A state that counts the facts applied to it."""

    facts: int


class Remembering(Protocol):
    """A position with a memory of its own."""

    memory: Memory


CountingT = TypeVar("CountingT", bound=Counting)
PositionT = TypeVar("PositionT")
RememberingT = TypeVar("RememberingT", bound=Remembering)
Arguments = TypeVarTuple("Arguments")
Result = TypeVar("Result")


def latest(position: Callable[[CountingT, int], PositionT]) -> Callable[[CountingT, int], PositionT]:
    """Return a function that caches the position of a state and seat, until another is requested or a fact is applied.

    A command is asked for field by field, and enumeration of all commands asks the same questions many times.
    """
    kept: tuple[CountingT, int, int, PositionT] | None = None

    def recall(state: CountingT, seat: int) -> PositionT:
        nonlocal kept
        last = kept  # read once: another thread may replace it meanwhile
        if last and last[0] is state and last[1] == state.facts and last[2] == seat:
            return last[3]
        found = position(state, seat)
        kept = (state, state.facts, seat, found)
        return found

    return recall


def remembered(
    function: Callable[[RememberingT, *Arguments], Result],
) -> Callable[[RememberingT, *Arguments], Result]:
    """Cache the results of a function in the position, by the function's arguments."""

    @wraps(function)
    def recall(position: RememberingT, *args: *Arguments) -> Result:
        known, key = position.memory, (function, args)
        try:
            result: Result = known[key]
        except KeyError:
            result = known[key] = function(position, *args)
        return result

    return recall
