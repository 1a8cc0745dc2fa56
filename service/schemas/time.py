"""Schemas of clocks, vacations and time zones."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Annotated, Any

import msgspec
from marshmallow import Schema, ValidationError, fields, validates_schema
from msgspec import Struct

from domain.table.clock.options import Clock
from service.schemas.fields import described, seat, text
from service.schemas.from_struct import about, described_by, when

_AN_EXAMPLE = {"pace": {"kind": "days_per_turn", "days": 3}, "weekends_off": True}


class ClockField(fields.Raw):
    """What a table agrees on about time; None: nothing."""

    def __init__(self, **settings: Any) -> None:
        about = described("How much time there is; null: there is no clock", _AN_EXAMPLE)
        either = [{"$ref": "#/components/schemas/daybook.Clock"}, {"type": "null"}]
        super().__init__(allow_none=True, metadata={"anyOf": either, **about}, **settings)

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Clock:
        try:
            return msgspec.convert(value, Clock)
        except msgspec.ValidationError as error:
            raise ValidationError(str(error)) from error


class ClockAgreement(Schema):
    """Play with a clock, or without one."""

    clock = ClockField(required=True)


AgreedClock = Annotated[
    Clock | None,
    about(
        "How much time there is; null: there is no clock",
        _AN_EXAMPLE,
        anyOf=[{"$ref": "#/components/schemas/daybook.Clock"}, {"type": "null"}],
    ),
]


class RunningClock(Struct):
    """The clock of a seat that must act."""

    seat: int
    began: Annotated[datetime, when("When this turn of the seat began")]
    since: Annotated[datetime, when("When the clock was set")]
    left: Annotated[int, about("Seconds that there were then", 259200)]
    deadline: Annotated[datetime | None, when("When its time runs out; null while the clocks stand still")]
    windows: Annotated[
        Sequence[Sequence[Annotated[datetime, when("From one moment until another")]]],
        about("The only time that counts until then; none: all of it", []),
    ]


class Clocks(Struct):
    """The clocks of a table."""

    running: list[RunningClock]
    timed_out: Annotated[Sequence[int], about("Seats whose time has run out in this turn", [1])]
    paused: bool
    pause_agreed: Annotated[Sequence[int], about("Seats that agree to let the clocks stand still", [])]


class SeatOffer(Schema):
    """Offer a seat to somebody new, or no longer."""

    seat = fields.Integer(required=True, strict=True)
    offered = fields.Boolean(load_default=True, truthy={True}, falsy={False})


class SeatTakeover(Schema):
    """Go on at a seat that is offered."""

    seat = fields.Integer(required=True, strict=True)


class NewSubstituteBot(Schema):
    """Let a bot stand in for somebody."""

    seat = fields.Integer(required=True, strict=True)
    bot = text(60, metadata=described("The name of one of the game's bots; else the usual one", "greedy"))


class SwapRequest(Schema):
    """Change places: ask for it (``other``), or answer whoever asked (``agrees``)."""

    seat = seat()
    other = fields.Integer(strict=True, metadata=described("The seat to change places with", 1))
    agrees = fields.Boolean(truthy={True}, falsy={False})

    @validates_schema
    def one_of_both(self, data: dict[str, Any], **_: Any) -> None:
        """Either, not both."""
        if ("other" in data) == ("agrees" in data):
            raise ValidationError("Say with whom, or whether you agree.")


class PauseRequest(Schema):
    """Agree to let the clocks stand still, or let them go on."""

    seat = seat()
    agrees = fields.Boolean(load_default=True, truthy={True}, falsy={False})


class Swap(Struct):
    """Two seats that are to be swapped."""

    one: int
    other: int
    agreed: Annotated[Sequence[int], about("Seats that agree to it", [0])]


class VacationSchema(Schema):
    """Days on which you are away, in your own zone, both included."""

    first = fields.Date(required=True, metadata=described("The first day", "2026-12-20"))
    last = fields.Date(required=True, metadata=described("The last day", "2026-12-31"))
    automatic = fields.Boolean(
        dump_only=True, required=True, metadata=described("It began by itself, just before a flag", False)
    )


class VacationQuery(Schema):
    """Which vacation."""

    first = fields.Date(required=True, metadata=described("Its first day", "2026-12-20"))


class Vacation(Struct):
    """A vacation, as it was planned."""

    first: date
    last: date
    automatic: bool


class Vacations(Struct):
    """When you are away."""

    vacations: list[Annotated[Vacation, described_by(VacationSchema)]]
    days_left: Annotated[int, about("Days that are left this year", 18)]


class Deadline(Struct):
    """The deadline of a seat."""

    seat: int
    deadline: Annotated[datetime | None, when("When its time runs out; null while the clocks stand still")]
