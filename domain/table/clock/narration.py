"""Narration of facts about clocks."""

from __future__ import annotations

from typing import Any

from domain.message import Listing, Message, Moment, Seat, message
from domain.table.clock.facts import (
    CalendarChanged,
    ClockAgreed,
    ClocksSet,
    OutageNoted,
    PauseAgreed,
    Paused,
    TimeExtended,
    TimeRanOut,
)
from domain.table.clock.options import HOUR, Bank, Clock, DaysPerTurn


def narrated(fact: Any) -> Message:
    """Return a sentence for a fact about clocks."""
    match fact:
        case ClockAgreed(clock=None):
            return message("clock.agreed-no-clock", "The table is played without a clock.")
        case ClockAgreed(clock=Clock() as clock):
            return message("clock.agreed-clock", "The table is played with a clock: {pace}", pace=pace(clock))
        case ClocksSet():
            return _set(fact)
        case TimeRanOut(seat=seat):
            return message("clock.out-of-time", "The time of {seat} has run out.", seat=Seat(seat))
        case OutageNoted(began=began, ended=ended):
            return message(
                "clock.outage-compensated",
                "The service was out of order from {began} to {ended}: that time is given back.",
                began=Moment(began),
                ended=Moment(ended),
            )
        case CalendarChanged(seat=seat):
            return message("clock.calendar-changed", "Other time counts for {seat} from now on.", seat=Seat(seat))
        case TimeExtended(seat=seat, seconds=seconds):
            return message(
                "clock.time-extended",
                "{seat} is given more time: {hours} hours.",
                seat=Seat(seat),
                hours=seconds // HOUR,
            )
        case PauseAgreed(seat=seat, agrees=True):
            return message("clock.agreed-to-pause", "{seat} agrees to a pause.", seat=Seat(seat))
        case PauseAgreed(seat=seat):
            return message("clock.withdrew-pause-agreement", "{seat} wants the clocks to go on.", seat=Seat(seat))
        case Paused():
            return message("clock.paused", "The clocks stand still.")
    return message("clock.resumed", "The clocks go on.")


def _set(fact: ClocksSet) -> Message:
    until = [
        message("clock.seat-and-deadline", "{seat} until {moment}", seat=Seat(each.seat), moment=Moment(each.deadline))
        for each in fact.running
        if each.deadline is not None
    ]
    if not until:
        return message("clock.clocks-set-none-running", "No clock runs.")
    return message("clock.clocks-set", "The clock runs: {until}.", until=Listing(tuple(until)))


def agreed(clock: Clock) -> list[Message]:
    """Describe all clock settings of a table."""
    told = [pace(clock)]
    if clock.weekends_off:
        told.append(message("clock.weekends-off", "weekends off"))
    if clock.hours is not None:
        told.append(
            message(
                "clock.counted-hours",
                "from {first} to {until} o'clock",
                first=clock.hours.first,
                until=clock.hours.until,
            )
        )
    if clock.vacation != "none":
        told.append(
            message(
                "clock.vacation-allowance",
                "up to {days} days of vacation a year do not count",
                days=clock.vacation_days,
            )
        )
    told.append(_RAN_OUT[clock.ran_out])
    return told


_RAN_OUT = {
    "remind": message("clock.out-of-time-reminder", "out of time: reminded"),
    "offer": message("clock.out-of-time-seat-offer", "out of time: the seat may be offered"),
    "stand_in": message("clock.out-of-time-stand-in", "out of time: a bot may stand in"),
    "end": message("clock.out-of-time-game-end", "out of time: a majority may end the game"),
}


def pace(clock: Clock) -> Message:
    """Describe the time per turn."""
    match clock.pace:
        case DaysPerTurn(days=days):
            return message("clock.pace-days-per-turn", "days per turn: {days}", days=days)
        case Bank(start=start, increment=increment, cap=cap):
            return message(
                "clock.pace-time-bank",
                "{start} hours and {increment} more per turn, up to {cap}",
                start=start,
                increment=increment,
                cap=cap,
            )
