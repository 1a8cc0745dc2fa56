"""Narration of facts about clocks."""

from __future__ import annotations

from typing import Any

from domain.message import Listing, Message, Moment, Seat, counted, message
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
            return message("clock.agreed-no-clock", "The clock was removed.")
        case ClockAgreed(clock=Clock() as clock):
            return message("clock.agreed-clock", "The clock was set up: {pace}.", pace=pace(clock))
        case ClocksSet():
            return _set(fact)
        case TimeRanOut(seat=seat):
            return message("clock.out-of-time", "{seat} ran out of time.", seat=Seat(seat))
        case OutageNoted(began=began, ended=ended):
            return message(
                "clock.outage-compensated",
                "The site was unavailable from {began} to {ended}. This time did not count.",
                began=Moment(began),
                ended=Moment(ended),
            )
        case CalendarChanged(seat=seat):
            return message("clock.calendar-changed", "{seat}'s clock hours changed.", seat=Seat(seat))
        case TimeExtended(seat=seat, seconds=seconds):
            return counted(
                "clock.time-extended",
                "{seat} received {count} more hour.",
                "{seat} received {count} more hours.",
                seat=Seat(seat),
                count=seconds // HOUR,
            )
        case PauseAgreed(seat=seat, agrees=True):
            return message("clock.agreed-to-pause", "{seat} agreed to pause the clocks.", seat=Seat(seat))
        case PauseAgreed(seat=seat):
            return message(
                "clock.withdrew-pause-agreement", "{seat} chose to keep the clocks running.", seat=Seat(seat)
            )
        case Paused():
            return message("clock.paused", "The clocks were paused.")
    return message("clock.resumed", "The clocks were resumed.")


def _set(fact: ClocksSet) -> Message:
    until = [
        message("clock.seat-and-deadline", "{seat} until {moment}", seat=Seat(each.seat), moment=Moment(each.deadline))
        for each in fact.running
        if each.deadline is not None
    ]
    if not until:
        return message("clock.clocks-set-none-running", "All clocks stopped.")
    return message("clock.clocks-set", "The clocks were set: {until}.", until=Listing(tuple(until)))


def agreed(clock: Clock) -> list[Message]:
    """Describe all clock settings of a table."""
    settings = [pace(clock)]
    if clock.weekends_off:
        settings.append(message("clock.weekends-off", "weekends off"))
    if clock.hours is not None:
        settings.append(
            message(
                "clock.counted-hours",
                "runs only from {first}:00 to {until}:00",
                first=clock.hours.first,
                until=clock.hours.until,
            )
        )
    if clock.vacation != "none":
        settings.append(
            counted(
                "clock.vacation-allowance",
                "up to {count} day of vacation per year",
                "up to {count} days of vacation per year",
                count=clock.vacation_days,
            )
        )
    settings.append(_RAN_OUT[clock.ran_out])
    return settings


_RAN_OUT = {
    "remind": message("clock.out-of-time-reminder", "out of time: players are reminded"),
    "offer": message("clock.out-of-time-seat-offer", "out of time: the seat can be offered"),
    "stand_in": message("clock.out-of-time-substitute-bot", "out of time: a substitute bot can play"),
    "end": message("clock.out-of-time-game-end", "out of time: a majority can abandon the game"),
}


def pace(clock: Clock) -> Message:
    """Describe the time per turn."""
    match clock.pace:
        case DaysPerTurn(days=days):
            return counted("clock.pace-days-per-turn", "{count} day per turn", "{count} days per turn", count=days)
        case Bank(start=start, increment=increment, cap=cap):
            return message(
                "clock.pace-time-bank",
                "time bank of {start} h, +{increment} h per turn, up to {cap} h",
                start=start,
                increment=increment,
                cap=cap,
            )
