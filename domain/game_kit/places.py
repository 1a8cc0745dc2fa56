"""The parts of the drawings that a fact concerns, read from its fields: a game maps each of its names to a part."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from domain.game import HIDDEN

Naming = Callable[[str], tuple[str, ...]]
"""The drawn parts that a value of a field names, the most exact first."""


def of(prefix: str) -> Naming:
    """Return a naming of parts by this prefix and the value: ``slot:leek/0``."""
    return lambda value: (f"{prefix}:{value}",)


def places(fact: object, namings: Mapping[str, Naming]) -> tuple[str, ...]:
    """Return the parts that the named fields of a fact and of its nested values refer to; each once, in order."""
    found: dict[str, None] = {}
    for name, value in _fields(fact):
        if name in namings:
            for each in _values(value):
                found |= dict.fromkeys(namings[name](each))
    return tuple(found)


def _fields(part: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(part, msgspec.Struct):
        for name in part.__struct_fields__:
            value = getattr(part, name)
            yield name, value
            yield from _fields(value)
    elif isinstance(part, tuple | list):
        for each in part:
            yield from _fields(each)


def _values(value: Any) -> Iterator[str]:
    """Yield the values of any container; of a mapping its keys."""
    if isinstance(value, str | int) and not isinstance(value, bool):
        if value not in ("", HIDDEN):
            yield str(value)
    elif isinstance(value, tuple | list | dict):
        for each in value:
            if isinstance(each, str | int):
                yield str(each)
