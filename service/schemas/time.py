"""Schemas of clocks, vacations and time zones."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Annotated, Any

import msgspec
from flask_babel import gettext
from marshmallow import Schema, ValidationError, fields, validates_schema
from msgspec import Struct

from domain.data_faults import explained
from domain.table.clock.options import Clock
from service.http import messages
from service.schemas.fields import described, seat, text
from service.schemas.from_struct import about, described_by, when

_AN_EXAMPLE = {"pace": {"kind": "days_per_turn", "days": 3}, "weekends_off": True}


class ClockField(fields.Raw):
    """The clock of a table; None: no clock."""

    def __init__(self, **settings: Any) -> None:
        about = described("The settings of the clock; null: no clock", _AN_EXAMPLE)
        either = [{"$ref": "#/components/schemas/daybook.Clock"}, {"type": "null"}]
        super().__init__(allow_none=True, metadata={"anyOf": either, **about}, **settings)

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Clock:
        try:
            return msgspec.convert(value, Clock)
        except msgspec.ValidationError as error:
            raise ValidationError(messages.text(explained(error))) from error


class ClockAgreement(Schema):
    """The clock that you propose, or none."""

    clock = ClockField(required=True)


AgreedClock = Annotated[
    Clock | None,
    about(
        "The settings of the clock; null: no clock",
        _AN_EXAMPLE,
        anyOf=[{"$ref": "#/components/schemas/daybook.Clock"}, {"type": "null"}],
    ),
]


class RunningClock(Struct):
    """The clock of a seat that must act."""

    seat: int
    began: Annotated[datetime, when("The time when this turn of the seat began")]
    since: Annotated[datetime, when("The time when the clock was last set")]
    left: Annotated[int, about("The number of seconds left at this time", 259200)]
    deadline: Annotated[datetime | None, when("The deadline; null while the clocks are paused")]
    windows: Annotated[
        Sequence[Sequence[Annotated[datetime, when("The start or end of a period")]]],
        about("The periods in which the clock runs; empty: always", []),
    ]


class StoppedClock(Struct):
    """The clock of a seat that does not have to act."""

    seat: int
    left: Annotated[
        int, about("The number of seconds left in the time bank, or those of each turn without one", 259200)
    ]


class Clocks(Struct):
    """The clocks of a table."""

    running: list[RunningClock]
    stopped: list[StoppedClock]
    timed_out: Annotated[Sequence[int], about("Seats that are out of time in this turn", [1])]
    paused: bool
    pause_agreed: Annotated[Sequence[int], about("Seats that agree to pause the clocks", [])]


class SeatOffer(Schema):
    """An offer of a seat to a replacement, or the cancellation of the offer."""

    seat = fields.Integer(required=True, strict=True)
    offered = fields.Boolean(load_default=True, truthy={True}, falsy={False})


class SeatTakeover(Schema):
    """The offered seat that you want to take over."""

    seat = fields.Integer(required=True, strict=True)


class NewSubstituteBot(Schema):
    """A substitute bot for a player who is out of time."""

    seat = fields.Integer(required=True, strict=True)
    bot = text(60, metadata=described("The name of one of the game's bots (default: the game's default bot)", "greedy"))


class SwapRequest(Schema):
    """A proposal to swap seats (``other``), or the answer to one (``agrees``)."""

    seat = seat()
    other = fields.Integer(strict=True, metadata=described("The seat with which you want to swap", 1))
    agrees = fields.Boolean(truthy={True}, falsy={False})

    @validates_schema
    def one_of_both(self, data: dict[str, Any], **_: Any) -> None:
        """Raise ValidationError unless exactly one of the two fields is sent."""
        if ("other" in data) == ("agrees" in data):
            raise ValidationError(gettext("Send either `other` or `agrees`."))


class PauseRequest(Schema):
    """Whether you agree to pause the clocks."""

    seat = seat()
    agrees = fields.Boolean(load_default=True, truthy={True}, falsy={False})


class Swap(Struct):
    """A proposal to swap two seats."""

    one: int
    other: int
    agreed: Annotated[Sequence[int], about("Seats that agree to the swap", [0])]


class VacationSchema(Schema):
    """A vacation, from its first to its last day, in your time zone."""

    first = fields.Date(required=True, metadata=described("The first day", "2026-12-20"))
    last = fields.Date(required=True, metadata=described("The last day", "2026-12-31"))
    automatic = fields.Boolean(
        dump_only=True,
        required=True,
        metadata=described(
            "True if the vacation started automatically, just before you would have run out of time", False
        ),
    )


class VacationQuery(Schema):
    """The vacation to cancel."""

    first = fields.Date(required=True, metadata=described("The first day", "2026-12-20"))


class Vacation(Struct):
    """A scheduled vacation."""

    first: date
    last: date
    automatic: bool


class Vacations(Struct):
    """Your vacations."""

    vacations: list[Annotated[Vacation, described_by(VacationSchema)]]
    days_left: Annotated[int, about("The vacation days that you have left this year", 18)]


class Deadline(Struct):
    """The deadline of a seat."""

    seat: int
    deadline: Annotated[datetime | None, when("The deadline; null while the clocks are paused")]
