"""Facts about time; :mod:`domain.table.clock.clocks` and :mod:`domain.table.clock.transitions` apply them."""

from __future__ import annotations

from datetime import datetime

import msgspec

from domain.game import Fact, facts_in
from domain.table.clock.counting import Interval
from domain.table.clock.options import Clock


class Running(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The clock of a seat that is awaited.

    At ``since`` the seat had ``left`` seconds, of which only those within ``windows`` count (none: all do), so that its
    time runs out at ``deadline``; None while the game is paused. ``began`` is when this turn of the seat began.
    """

    seat: int
    began: datetime
    since: datetime
    left: int
    deadline: datetime | None = None
    windows: tuple[Interval, ...] = ()


class ClockAgreed(Fact, frozen=True, kw_only=True, tag="clock.agreed"):
    """The table is played with this clock, or (None) without one."""

    clock: Clock | None


class ClocksSet(Fact, frozen=True, kw_only=True, omit_defaults=True, tag="clock.set"):
    """All clocks as they stand from here on: those that run, and seconds that the others had left when they stopped.

    ``out`` are seats whose time has run out in the turn that they have not taken yet. ``absent`` are seats for which a
    bot takes the turn that they began, with the seconds that they had left in it.
    """

    running: tuple[Running, ...] = ()
    stopped: dict[int, int] = {}
    out: tuple[int, ...] = ()
    absent: dict[int, int] = {}


class TimeRanOut(Fact, frozen=True, kw_only=True, tag="clock.ran_out"):
    """The deadline of a seat has passed, and it was still awaited."""

    seat: int


class OutageNoted(Fact, frozen=True, kw_only=True, tag="clock.outage"):
    """The service could not be played on between these moments: that time is given back."""

    began: datetime
    ended: datetime


class CalendarChanged(Fact, frozen=True, kw_only=True, tag="clock.calendar_changed"):
    """From here on other time counts for a seat: its person's zone or vacation changed, or the time-zone database."""

    seat: int


class TimeExtended(Fact, frozen=True, kw_only=True, tag="clock.extended"):
    """A seat is given more time."""

    seat: int
    seconds: int


class PauseAgreed(Fact, frozen=True, kw_only=True, tag="clock.pause_agreed"):
    """A seat agrees to let all clocks stand still, or takes that back."""

    seat: int
    agrees: bool


class Paused(Fact, frozen=True, kw_only=True, tag="clock.paused"):
    """All clocks stand still."""


class Resumed(Fact, frozen=True, kw_only=True, tag="clock.resumed"):
    """The clocks go on."""


TIME_WENT_BY = (ClocksSet, TimeRanOut, OutageNoted, CalendarChanged)
"""Automatic facts, which do not invalidate a move that a player has decided on."""

CLOCK_FACTS = facts_in(__name__)
