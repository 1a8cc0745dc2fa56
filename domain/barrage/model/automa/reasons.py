"""Reasons for an automa's move, complete and checkable: the candidates, and those left after each rule."""

from __future__ import annotations

import msgspec


class Narrowed(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One rule that was asked which candidates fit; where none does, the choice is as wide as before (TA-16.9)."""

    rule: str
    criterion: str = ""
    """The criterion of the card, or the code at its foot."""
    fitting: tuple[str, ...] = ()
    """Those of the remaining candidates that fit."""
    values: tuple[int, ...] = ()
    """If the highest fits: the value of each remaining candidate, such as its potential energy."""


class Reason(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One choice: of a site, tile, system, its drops, a contract, plan for drops, dam, work, or officer."""

    of: str
    candidates: tuple[str, ...] = ()
    steps: tuple[Narrowed, ...] = ()
    chosen: tuple[str, ...] = ()
    """The choice; empty if there was nothing to choose, several if several go together."""


class Failed(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An action that was tried but not performed, by its place in the search, and the condition that failed."""

    line: int
    rule: str
    instead: str = ""
    """The action that the officer would have put in its place."""
