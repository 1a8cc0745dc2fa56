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
            return message("The table is played without a clock.")
        case ClockAgreed(clock=Clock() as clock):
            return message("The table is played with a clock: {pace}", pace=pace(clock))
        case ClocksSet():
            return _set(fact)
        case TimeRanOut(seat=seat):
            return message("The time of {seat} has run out.", seat=Seat(seat))
        case OutageNoted(began=began, ended=ended):
            return message(
                "The service was out of order from {began} to {ended}: that time is given back.",
                began=Moment(began),
                ended=Moment(ended),
            )
        case CalendarChanged(seat=seat):
            return message("Other time counts for {seat} from now on.", seat=Seat(seat))
        case TimeExtended(seat=seat, seconds=seconds):
            return message("{seat} is given more time: {hours} hours.", seat=Seat(seat), hours=seconds // HOUR)
        case PauseAgreed(seat=seat, agrees=True):
            return message("{seat} agrees to a pause.", seat=Seat(seat))
        case PauseAgreed(seat=seat):
            return message("{seat} wants the clocks to go on.", seat=Seat(seat))
        case Paused():
            return message("The clocks stand still.")
    return message("The clocks go on.")


def _set(fact: ClocksSet) -> Message:
    until = [
        message("{seat} until {moment}", seat=Seat(each.seat), moment=Moment(each.deadline))
        for each in fact.running
        if each.deadline is not None
    ]
    if not until:
        return message("No clock runs.")
    return message("The clock runs: {until}.", until=Listing(tuple(until)))


def agreed(clock: Clock) -> list[Message]:
    """Describe all clock settings of a table."""
    told = [pace(clock)]
    if clock.weekends_off:
        told.append(message("weekends off"))
    if clock.hours is not None:
        told.append(message("from {first} to {until} o'clock", first=clock.hours.first, until=clock.hours.until))
    if clock.vacation != "none":
        told.append(message("up to {days} days of vacation a year do not count", days=clock.vacation_days))
    told.append(_RAN_OUT[clock.ran_out])
    return told


_RAN_OUT = {
    "remind": message("out of time: reminded"),
    "offer": message("out of time: the seat may be offered"),
    "stand_in": message("out of time: a bot may stand in"),
    "end": message("out of time: a majority may end the game"),
}


def pace(clock: Clock) -> Message:
    """Describe the time per turn."""
    match clock.pace:
        case DaysPerTurn(days=days):
            return message("days per turn: {days}", days=days)
        case Bank(start=start, increment=increment, cap=cap):
            return message(
                "{start} hours and {increment} more per turn, up to {cap}", start=start, increment=increment, cap=cap
            )
