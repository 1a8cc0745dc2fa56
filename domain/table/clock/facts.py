"""Facts about time; :mod:`domain.table.clock.clocks` and :mod:`domain.table.clock.transitions` apply them."""

from __future__ import annotations

from datetime import datetime

import msgspec

from domain.game import Fact, facts_in
from domain.table.clock.counting import Interval
from domain.table.clock.options import Clock


class Running(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The running clock of a seat that must act.

    At ``since`` the seat had ``left`` seconds. Only time within ``windows`` counts (none: all time), so the seat is out
    of time at ``deadline``; None while the game is paused. ``began`` is the start of this turn of the seat.
    """

    seat: int
    began: datetime
    since: datetime
    left: int
    deadline: datetime | None = None
    windows: tuple[Interval, ...] = ()


class ClockAgreed(Fact, frozen=True, kw_only=True, tag="clock.agreed"):
    """The table's clock was set up, or removed (None)."""

    clock: Clock | None


class ClocksSet(Fact, frozen=True, kw_only=True, omit_defaults=True, tag="clock.set"):
    """All clocks were set: the running ones, and the seconds left on the stopped ones.

    ``out`` are the seats that are out of time in their current turn. ``absent`` are the seats whose current turn a
    substitute bot plays, with the seconds that they had left in it.
    """

    running: tuple[Running, ...] = ()
    stopped: dict[int, int] = {}
    out: tuple[int, ...] = ()
    absent: dict[int, int] = {}


class TimeRanOut(Fact, frozen=True, kw_only=True, tag="clock.ran_out"):
    """A seat that still had to act passed its deadline."""

    seat: int


class OutageNoted(Fact, frozen=True, kw_only=True, tag="clock.outage"):
    """The service was unavailable between these moments; this time does not count."""

    began: datetime
    ended: datetime


class CalendarChanged(Fact, frozen=True, kw_only=True, tag="clock.calendar_changed"):
    """The counted time of a seat changed, because its player's vacation or the time-zone database changed."""

    seat: int


class TimeExtended(Fact, frozen=True, kw_only=True, tag="clock.extended"):
    """A seat received more time."""

    seat: int
    seconds: int


class PauseAgreed(Fact, frozen=True, kw_only=True, tag="clock.pause_agreed"):
    """A seat agreed to pause all clocks, or withdrew its agreement."""

    seat: int
    agrees: bool


class Paused(Fact, frozen=True, kw_only=True, tag="clock.paused"):
    """All clocks were paused."""


class Resumed(Fact, frozen=True, kw_only=True, tag="clock.resumed"):
    """The clocks were resumed."""


TIME_WENT_BY = (ClocksSet, TimeRanOut, OutageNoted, CalendarChanged)
"""Automatic facts, which do not invalidate a move that a player has decided on."""

CLOCK_FACTS = facts_in(__name__)
