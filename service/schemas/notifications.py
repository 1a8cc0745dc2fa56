"""Schemas of notifications and channels."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated

from flask_babel import lazy_gettext
from marshmallow import Schema, fields, validate
from msgspec import Struct

from service.notifications.channel_kinds import CHANNEL_KINDS
from service.notifications.channels import KINDS
from service.outbox.circuits import State
from service.schemas.fields import A_GAME, code, described, text
from service.schemas.from_struct import about, when

_CLOCK = [
    validate.Regexp("^([01][0-9]|2[0-3]):[0-5][0-9]$", error=lazy_gettext("Send a time like 22:00.")),
    validate.Length(equal=5),
]


class NotificationsQuery(Schema):
    """The part of the notifications to return."""

    cursor = code(metadata=described("The value of `next` on the previous page", "WyIyMDI2Il0"))
    limit = fields.Integer(
        load_default=50,
        validate=validate.Range(min=1, max=100),
        metadata=described("The maximum number of notifications", 50),
    )


class Notification(Struct):
    """A notification."""

    id: str
    kind: Annotated[str, about("The kind of event", "turn")]
    game: Annotated[str | None, about("The id of the game; null if the notification is about a channel", A_GAME)]
    channel: Annotated[
        str | None, about("The id of the channel that has stopped; null if the notification is about a game", None)
    ]
    name: Annotated[str, about("The name of the game or of the channel", "Evening")]
    version: Annotated[
        int, about("The version of the game; opening the game at this version marks the notification as read", 57)
    ]
    title: Annotated[str, about("The text of the notification", "Your turn in Evening")]
    detail: Annotated[str, about("Details; may be empty", "Take an action (1 left)")]
    created_at: Annotated[datetime, when("The time of the notification")]
    read: Annotated[
        bool, about("True if you have read it: you opened the game or marked the notification as read", True)
    ]


class NotificationsPage(Struct):
    """A page of notifications, latest first."""

    unread: Annotated[int, about("The number of unread notifications; 51 means more than 50", 2)]
    notifications: list[Notification]
    next: Annotated[str | None, about("The cursor of the next page; null on the last page", "WyIyMDI2Il0")]


class ChannelChanges(Schema):
    """Settings of a channel. Settings that you leave out do not change."""

    label = text(60, shortest=0, metadata=described("Your name for the channel", "my phone"))
    events = fields.List(
        fields.String(validate=validate.OneOf(KINDS)),
        metadata=described("The kinds of events that the channel reports", ["turn", "undo"]),
    )
    daily_digest = fields.Boolean(metadata=described("Send one digest a day", False))
    paused = fields.Boolean(metadata=described("Pause the channel", False))
    muted = fields.List(
        fields.String(validate=[validate.Regexp("^[0-9a-f]{32}$"), validate.Length(equal=32)]),
        validate=validate.Length(max=500),
        metadata=described("Muted games: the channel sends nothing about them", [A_GAME]),
    )


class NewChannel(ChannelChanges):
    """A new notification channel."""

    kind = fields.String(
        required=True, validate=validate.OneOf(CHANNEL_KINDS), metadata=described("The kind of channel", "webhook")
    )
    address = text(
        2000,
        shortest=0,
        load_default="",
        metadata=described(
            "The address of the channel; leave it empty for `email`, which uses your confirmed address",
            "https://example.org/hook",
        ),
    )


class Channel(Struct, kw_only=True):
    """A notification channel."""

    id: str
    kind: Annotated[str, about("The kind of channel", "webhook")]
    label: Annotated[str, about("Your name for the channel", "my phone")]
    address: Annotated[
        str, about("The server of the channel; paths, topics and tokens are not shown", "https://example.org/…")
    ]
    events: Annotated[Sequence[str], about("The kinds of events that the channel reports", ["turn", "undo"])]
    daily_digest: Annotated[bool, about("The channel sends one digest a day", False)]
    paused: Annotated[bool, about("The channel is paused", False)]
    muted: Annotated[Sequence[str], about("Muted games: the channel sends nothing about them", [A_GAME])]
    secret: Annotated[str | None, about("The key that signs the requests of a webhook; null for other kinds", "6Xr0…")]
    created_at: Annotated[datetime, when("The time when you added the channel")]
    state: Annotated[
        State, about("`failing`: the channel is retried later. `ended`: it sends nothing until you retry it", "working")
    ]
    failure: Annotated[
        str | None, about("The recipient's response to the last failed attempt, or the error", "410 Gone")
    ]
    failed_at: Annotated[datetime | None, when("The time of the last failure; null if the last attempt succeeded")]
    retry_at: Annotated[
        datetime | None, when("The earliest time of the next attempt; null if the channel is not failing")
    ]
    ended_at: Annotated[datetime | None, when("The time when the channel ended; null if it has not")]


class ScheduleSchema(Schema):
    """Quiet hours and the time of the daily digest, in the time zone of your profile."""

    quiet_from = fields.String(
        required=True,
        validate=_CLOCK,
        metadata=described("The start of quiet hours, during which channels send nothing", "22:00"),
    )
    quiet_until = fields.String(
        required=True,
        validate=_CLOCK,
        metadata=described(
            "The end of quiet hours, when each channel sends one summary. To turn quiet "
            "hours off, set it to the value of `quiet_from`",
            "07:00",
        ),
    )
    daily_at = fields.String(
        required=True, validate=_CLOCK, metadata=described("The time of the daily digest", "08:00")
    )


class Schedule(Struct):
    """Quiet hours and the time of the daily digest, for example "22:00"."""

    quiet_from: str
    quiet_until: str
    daily_at: str


class PushKey(Struct):
    """The key that signs web push messages of this site."""

    key: Annotated[str, about("A point on the curve P-256, in base64url", "BNcRdreALRFXTkOO…")]
