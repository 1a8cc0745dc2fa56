"""Narration: the function for each kind of fact, and sentences joined into a paragraph."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce, singledispatch
from typing import Any, TypeVar

from domain.message import Message, message

Known = TypeVar("Known")
Told = TypeVar("Told")

Tellers = Mapping[type, Callable[[Any, Known], Told]]
"""The function that narrates each kind of fact, given the names in the game."""


def teller(tellers: Tellers[Known, Told]) -> Callable[[Any, Known], Told]:
    """Tell each thing as its own kind is told, else as the nearest kind it is derived from; TypeError if none is."""

    @singledispatch
    def tell(thing: Any, known: Known) -> Told:
        raise TypeError(f"nothing is known to tell of {type(thing).__name__}")

    for kind, tells in tellers.items():
        tell.register(kind, tells)
    return tell


def paragraph(*said: Message | None) -> Message:
    """Sentences, one after the other; None where there is nothing to say. At least one must be said."""
    sentences = (sentence for sentence in said if sentence is not None)
    return reduce(lambda first, then: message("{first} {then}", first=first, then=then), sentences)
