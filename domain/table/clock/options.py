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
    """The same time for every turn; unused time is lost."""

    days: Annotated[int, Meta(ge=1, le=60, description="Days per turn, of 24 counted hours each.")] = 3


class Bank(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind", tag="bank"):
    """A time bank: a seat starts with ``start`` hours, keeps unused time, and gets ``increment`` hours each turn."""

    start: Annotated[int, Meta(ge=1, le=2_000, description="Hours at the start.")] = 168
    increment: Annotated[int, Meta(ge=0, le=1_000, description="Hours added each turn.")] = 12
    cap: Annotated[int, Meta(ge=1, le=2_000, description="Most hours that the time bank holds.")] = 240


Pace = DaysPerTurn | Bank

Vacation = Literal["none", "planned", "by_itself"]
"""Whether vacation days count: always; only if not planned in time; never."""

RanOut = Literal["remind", "offer", "stand_in", "end"]
"""The possible consequences when a player is out of time."""


class Hours(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The part of each day that counts, in the player's time zone: from one full hour to another."""

    first: Annotated[int, Meta(ge=0, le=23)]
    until: Annotated[int, Meta(ge=1, le=24)]


class Clock(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The clock settings of a table. A table without a clock has none."""

    pace: Pace
    weekends_off: Annotated[
        bool, Meta(description="Saturdays and Sundays don't count (in the player's time zone).")
    ] = False
    hours: Annotated[
        Hours | None, Meta(description="Only these hours count (in the player's time zone); null: all hours.")
    ] = None
    vacation: Annotated[
        Vacation,
        Meta(
            description="Vacation days: none: they count; planned: they don't count if scheduled before the turn; "
            "by_itself: like planned, and vacation starts automatically before a player runs out of time."
        ),
    ] = "none"
    vacation_days: Annotated[
        int,
        Meta(ge=1, le=DAYS_A_YEAR, description="Vacation days per calendar year that don't count."),
    ] = DAYS_A_YEAR
    ran_out: Annotated[
        RanOut,
        Meta(
            description="When a player is out of time: remind: only send a reminder; offer: others can offer the seat; "
            "stand_in: others can start a substitute bot; end: a majority can abandon the game."
        ),
    ] = "remind"
    by_itself: Annotated[bool, Meta(description="Offer the seat or start the substitute bot automatically.")] = False

    @property
    def all_counts(self) -> bool:
        """Return whether all time counts, so that no one's calendar matters."""
        return not self.weekends_off and self.hours is None and self.vacation == "none"


def objection(clock: Clock) -> Message | None:
    """Return the objection to such a clock, if there is one."""
    if clock.hours is not None and clock.hours.until - clock.hours.first < FEWEST_HOURS:
        return message(
            "clock.too-few-hours", "The clock must run for at least {hours} hours a day.", hours=FEWEST_HOURS
        )
    if isinstance(clock.pace, Bank) and clock.pace.start > clock.pace.cap:
        return message("clock.start-exceeds-cap", "The starting time can't exceed the time bank's maximum.")
    if clock.by_itself and clock.ran_out in ("remind", "end"):
        return message(
            "clock.consequence-cannot-be-automatic", "Only a seat offer or a substitute bot can be automatic."
        )
    return None


def allowance(pace: Pace, left: int | None) -> int:
    """Return the seconds of a seat at the beginning of a turn, given those left after its last turn (None: no turn
    yet).
    """
    if isinstance(pace, DaysPerTurn):
        return pace.days * DAY
    return pace.start * HOUR if left is None else min(pace.cap * HOUR, left + pace.increment * HOUR)
