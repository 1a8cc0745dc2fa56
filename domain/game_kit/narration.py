"""Narration: a function for each kind of fact, and sentences joined into a paragraph."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce, singledispatch
from typing import Any, TypeVar

from domain.message import Message, joined

Known = TypeVar("Known")
Result = TypeVar("Result")

Narrators = Mapping[type, Callable[[Any, Known], Result]]
"""The function that narrates each kind of fact, given the names in the game."""


def narrator(narrators: Narrators[Known, Result]) -> Callable[[Any, Known], Result]:
    """Return a function that dispatches on the kind of fact, or on its nearest base class; TypeError if it has none."""

    @singledispatch
    def narrate(fact: Any, known: Known) -> Result:
        raise TypeError(f"no function narrates {type(fact).__name__}")

    for kind, narrate_kind in narrators.items():
        narrate.register(kind, narrate_kind)
    return narrate


def paragraph(*said: Message | None) -> Message:
    """Join sentences, leaving out None. At least one must be there."""
    return reduce(joined, (sentence for sentence in said if sentence is not None))
