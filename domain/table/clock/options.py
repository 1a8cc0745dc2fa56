"""Clock options: the time that a table gives its seats, the hours that count, and the effect of running out of time."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from domain.message import Message, message

DAY = 86_400
"""Seconds."""

HOUR = 3_600
"""Seconds."""

DAYS_A_YEAR = 30
"""Vacation days of a user in a calendar year."""

FEWEST_HOURS = 6
"""The minimum number of hours that count in a day, if not all do."""


class DaysPerTurn(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind", tag="days_per_turn"
):
    """Every turn has the same time, whatever was left of the one before."""

    days: Annotated[int, Meta(ge=1, le=60, description="Days of 24 hours that count.")] = 3


class Bank(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind", tag="bank"):
    """A seat saves what it does not use: it begins with ``start``, and each further turn adds to what is left."""

    start: Annotated[int, Meta(ge=1, le=2_000, description="Hours at the beginning.")] = 168
    increment: Annotated[int, Meta(ge=0, le=1_000, description="Hours that each further turn adds.")] = 12
    cap: Annotated[int, Meta(ge=1, le=2_000, description="Hours of which nothing is added beyond.")] = 240


Pace = DaysPerTurn | Bank

Vacation = Literal["none", "planned", "by_itself"]
"""Whether vacation days count: always; only if not planned in time; never."""

RanOut = Literal["remind", "offer", "stand_in", "end"]
"""The possible consequences when a player is out of time."""


class Hours(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The part of each day that counts, in the zone of whoever sits there: from one full hour to another."""

    first: Annotated[int, Meta(ge=0, le=23)]
    until: Annotated[int, Meta(ge=1, le=24)]


class Clock(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a table agrees on. A table without a clock has none of this."""

    pace: Pace
    weekends_off: Annotated[
        bool, Meta(description="Saturdays and Sundays, in the zone of whoever sits there, do not count.")
    ] = False
    hours: Annotated[
        Hours | None, Meta(description="Only these hours count, in the zone of whoever sits there; null: all.")
    ] = None
    vacation: Annotated[
        Vacation,
        Meta(
            description="Days of vacation: they count; they do not count if planned before the turn; they begin just"
            " before a flag."
        ),
    ] = "none"
    vacation_days: Annotated[
        int,
        Meta(
            ge=1, le=DAYS_A_YEAR, description="Of each calendar year the first so many days of vacation do not count."
        ),
    ] = DAYS_A_YEAR
    ran_out: Annotated[
        RanOut,
        Meta(
            description="When time has run out: only remind; or others may offer the seat to somebody new, let a bot "
            "stand in, or end the game without a result by a majority."
        ),
    ] = "remind"
    by_itself: Annotated[bool, Meta(description="The seat is offered, or the bot stands in, at once.")] = False

    @property
    def all_counts(self) -> bool:
        """Return whether all time counts, so that no one's calendar matters."""
        return not self.weekends_off and self.hours is None and self.vacation == "none"


def objection(clock: Clock) -> Message | None:
    """Return the objection to such a clock, if there is one."""
    if clock.hours is not None and clock.hours.until - clock.hours.first < FEWEST_HOURS:
        return message("clock.too-few-hours", "At least {hours} hours of a day count.", hours=FEWEST_HOURS)
    if isinstance(clock.pace, Bank) and clock.pace.start > clock.pace.cap:
        return message("clock.start-exceeds-cap", "A clock begins with no more than it can hold.")
    if clock.by_itself and clock.ran_out in ("remind", "end"):
        return message(
            "clock.consequence-cannot-be-automatic",
            "Only a seat can be offered, and a bot stand in, without anybody asking for it.",
        )
    return None


def allowance(pace: Pace, left: int | None) -> int:
    """Return the seconds of a seat at the beginning of a turn, given those left after its last turn (None: no turn
    yet).
    """
    if isinstance(pace, DaysPerTurn):
        return pace.days * DAY
    return pace.start * HOUR if left is None else min(pace.cap * HOUR, left + pace.increment * HOUR)
