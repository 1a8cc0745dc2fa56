"""Narration: a function for each kind of fact, and sentences joined into a paragraph."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce, singledispatch
from typing import Any, TypeVar

from domain.message import Message, joined

Known = TypeVar("Known")
Result = TypeVar("Result")

Tellers = Mapping[type, Callable[[Any, Known], Result]]
"""The function that narrates each kind of fact, given the names in the game."""


def teller(tellers: Tellers[Known, Result]) -> Callable[[Any, Known], Result]:
    """Dispatch on the kind of fact, or on its nearest base class; TypeError if there is none."""

    @singledispatch
    def tell(thing: Any, known: Known) -> Result:
        raise TypeError(f"nothing is known to tell of {type(thing).__name__}")

    for kind, tells in tellers.items():
        tell.register(kind, tells)
    return tell


def paragraph(*said: Message | None) -> Message:
    """Join sentences, leaving out None. At least one must be there."""
    return reduce(joined, (sentence for sentence in said if sentence is not None))
