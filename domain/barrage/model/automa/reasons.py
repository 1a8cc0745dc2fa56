"""Reasons for an automa's move, complete and checkable: the candidates, and those left after each rule."""

from __future__ import annotations

import msgspec


class Narrowed(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One rule and the candidates that fit it; if none fits, all remain (TA-16.9)."""

    rule: str
    criterion: str = ""
    """The criterion of the card, or the code at its foot."""
    fitting: tuple[str, ...] = ()
    """The remaining candidates that fit."""
    values: tuple[int, ...] = ()
    """The compared value of each remaining candidate, such as its potential energy, if the highest fits."""


class Reason(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One choice: of a site, tile, system, its drops, a contract, plan for drops, dam, work, or officer."""

    of: str
    candidates: tuple[str, ...] = ()
    steps: tuple[Narrowed, ...] = ()
    chosen: tuple[str, ...] = ()
    """The chosen candidates; empty if there was nothing to choose."""


class Failed(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An action that was tried but not performed, by its place in the search, and the condition that failed."""

    line: int
    rule: str
    instead: str = ""
    """The action that would have replaced it because of the officer."""
