"""An edition: the sum of a game's parts, each found by its kind and its name.

The base game and each expansion have their own edition; the game in play is their sum. The modules of the parts define
their kinds: most of them are in :mod:`domain.barrage.engine.parts`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

import msgspec

PartT = TypeVar("PartT", bound="Part")


class _Replacing(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    replaces: Part | None = None
    """The part of another edition, with the same name, that this one replaces."""


class Part(_Replacing, frozen=True):
    """A part of the game. Logs, figures and commands hold its name, code refers to the part itself."""

    name: str

    @classmethod
    def kinds(cls) -> Iterator[type[Part]]:
        """Return the kinds of this class; within each kind a name is unique."""
        return (kind for kind in cls.__mro__ if issubclass(kind, Part) and kind is not Part)


class Edition:
    """Parts by kind and name. Raises ValueError if two of a kind have one name and the later does not replace the
    earlier.
    """

    def __init__(self, *parts: Part) -> None:
        self._parts = parts
        self._named: dict[type[Part], dict[str, Any]] = {}
        for part in parts:
            for kind in part.kinds():
                self._put(self._named.setdefault(kind, {}), part)

    @staticmethod
    def _put(named: dict[str, Any], part: Part) -> None:
        if named.get(part.name, part.replaces) is not part.replaces:
            raise ValueError(f"there is a {type(part).__name__} {part.name!r} already, which this one does not replace")
        named[part.name] = part

    def __add__(self, other: Edition) -> Edition:
        """Return the sum of both."""
        return Edition(*self._parts, *other._parts)

    def all(self, kind: type[PartT]) -> Mapping[str, PartT]:
        """Return the parts of a kind by name, in the order in which they were added."""
        return self._named.get(kind, {})
