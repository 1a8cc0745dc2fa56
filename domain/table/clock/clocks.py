"""The current clocks of a table, folded from facts, and the time left on them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import msgspec

from domain.table.clock.counting import counted, spent
from domain.table.clock.facts import (
    ClockAgreed,
    ClocksSet,
    OutageNoted,
    PauseAgreed,
    Paused,
    Resumed,
    Running,
    TimeRanOut,
)
from domain.table.clock.options import Clock, DaysPerTurn, Pace, allowance


class Clocks(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table's clock settings, and its running and paused clocks; see
    :class:`domain.table.clock.facts.ClocksSet`.

    ``noted`` is the end of the latest recorded outage; ``pausing`` has the seats that agree to a pause.
    """

    clock: Clock
    running: tuple[Running, ...] = ()
    stopped: dict[int, int] = {}
    out: tuple[int, ...] = ()
    absent: dict[int, int] = {}
    paused: bool = False
    pausing: tuple[int, ...] = ()
    noted: datetime | None = None

    def of(self, seat: int) -> Running | None:
        """Return the clock of a seat, if it runs."""
        return next((each for each in self.running if each.seat == seat), None)


def left_at(running: Running, at: datetime) -> int:
    """Return the seconds left at a moment, which is not before the clock was set."""
    if running.deadline is None:
        return running.left
    return max(0, running.left - counted(running.since, at, running.windows))


def left_when_stopped(clocks: Clocks, seat: int) -> int:
    """Return the seconds of a seat whose clock is stopped: those left in its time bank, or else those of a turn."""
    pace = clocks.clock.pace
    whole = allowance(pace, None)
    return whole if isinstance(pace, DaysPerTurn) else clocks.stopped.get(seat, whole)


def mostly_over(pace: Pace, running: Running) -> datetime | None:
    """Return when three quarters of a turn's time have passed; None if the clock is paused.

    For a time bank, this means three quarters of the time that was left when the clock was set; for days per turn,
    three quarters of a whole turn.
    """
    if running.deadline is None:
        return None
    whole = allowance(pace, None) if isinstance(pace, DaysPerTurn) else running.left
    windows = running.windows or ((running.since, running.deadline),)
    return spent(running.since, max(0, running.left - whole // 4), windows)[1]


def overdue(clocks: Clocks, at: datetime) -> Iterator[Running]:
    """Return the clocks that have run out at a moment without a recorded flag."""
    return (each for each in clocks.running if each.deadline is not None and each.deadline <= at)


def evolved(clocks: Clocks | None, fact: Any) -> Clocks | None:
    """Return the clocks after a fact about them."""
    if isinstance(fact, ClockAgreed):
        return None if fact.clock is None else Clocks(fact.clock)
    if clocks is None:
        return None
    change = msgspec.structs.replace
    match fact:
        case ClocksSet():
            return change(clocks, running=fact.running, stopped=fact.stopped, out=fact.out, absent=fact.absent)
        case TimeRanOut(seat=seat):
            running = tuple(each for each in clocks.running if each.seat != seat)
            return change(clocks, running=running, stopped=clocks.stopped | {seat: 0}, out=(*clocks.out, seat))
        case OutageNoted():
            return change(clocks, noted=fact.ended)
        case PauseAgreed():
            others = tuple(seat for seat in clocks.pausing if seat != fact.seat)
            return change(clocks, pausing=(*others, fact.seat) if fact.agrees else others)
        case Paused():
            return change(clocks, paused=True, pausing=())
        case Resumed():
            return change(clocks, paused=False, pausing=())
    return clocks
