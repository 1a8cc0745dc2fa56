"""Schemas of notifications and channels."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated

from marshmallow import Schema, fields, validate
from msgspec import Struct

from service.notifications.channel_kinds import CHANNEL_KINDS
from service.notifications.channels import KINDS
from service.outbox.circuits import State
from service.schemas.fields import A_GAME, code, described, text
from service.schemas.from_struct import about, when

_CLOCK = [validate.Regexp("^([01][0-9]|2[0-3]):[0-5][0-9]$", error="Send a time like 22:00."), validate.Length(equal=5)]


class NotificationsQuery(Schema):
    """Which notices."""

    cursor = code(metadata=described("`next` of the page before", "WyIyMDI2Il0"))
    limit = fields.Integer(
        load_default=50, validate=validate.Range(min=1, max=100), metadata=described("Notices at a time", 50)
    )


class Notification(Struct):
    """A notification."""

    id: str
    kind: Annotated[str, about("What it is about", "turn")]
    game: Annotated[str | None, about("The id of the game; null if it is about a channel", A_GAME)]
    channel: Annotated[str | None, about("The id of the channel that has ended; null for games", None)]
    name: Annotated[str, about("The name of the game or of the channel", "Evening")]
    version: Annotated[int, about("Who has looked at this version has seen it", 57)]
    title: Annotated[str, about("In words", "Your turn in Evening")]
    detail: Annotated[str, about("More of it", "Take an action (1 left)")]
    created_at: Annotated[datetime, when("When it was noted")]
    read: Annotated[bool, about("You have looked at the game since, or at this list", True)]


class NotificationsPage(Struct):
    """Notifications, the latest first."""

    unread: Annotated[int, about("How many you have not seen; 51 for more than 50", 2)]
    notifications: list[Notification]
    next: Annotated[str | None, about("The cursor of older ones; null at the end", "WyIyMDI2Il0")]


class ChannelChanges(Schema):
    """What you want of a channel; what is left out stays as it is."""

    label = text(60, shortest=0, metadata=described("What you know it by", "my telephone"))
    events = fields.List(
        fields.String(validate=validate.OneOf(KINDS)),
        metadata=described("What is told there", ["turn", "undo"]),
    )
    daily_digest = fields.Boolean(metadata=described("Once a day, all together", False))
    paused = fields.Boolean(metadata=described("Nothing is told there for now", False))
    muted = fields.List(
        fields.String(validate=[validate.Regexp("^[0-9a-f]{32}$"), validate.Length(equal=32)]),
        validate=validate.Length(max=500),
        metadata=described("The games of which nothing is told there", [A_GAME]),
    )


class NewChannel(ChannelChanges):
    """A way on which you want to be told."""

    kind = fields.String(
        required=True, validate=validate.OneOf(CHANNEL_KINDS), metadata=described("What kind of way it is", "webhook")
    )
    address = text(
        2000,
        shortest=0,
        load_default="",
        metadata=described("Where; for mail nothing, which goes to your confirmed address", "https://example.org/hook"),
    )


class Channel(Struct, kw_only=True):
    """A notification channel."""

    id: str
    kind: Annotated[str, about("What kind of way it is", "webhook")]
    label: Annotated[str, about("What you know it by", "my telephone")]
    address: Annotated[str, about("The server; a path, topic or token is never shown", "https://example.org/…")]
    events: Annotated[Sequence[str], about("What is told there", ["turn", "undo"])]
    daily_digest: Annotated[bool, about("Once a day, all together", False)]
    paused: Annotated[bool, about("Nothing is told there for now", False)]
    muted: Annotated[Sequence[str], about("Games of which nothing is told there", [A_GAME])]
    secret: Annotated[str | None, about("What signs a webhook; null for others", "6Xr0…")]
    created_at: Annotated[datetime, when("When you made it")]
    state: Annotated[
        State, about("`failing`: it is retried later. `ended`: nothing is sent until you retry it", "working")
    ]
    failure: Annotated[
        str | None, about("The receiver's response to the last failed attempt, or the error", "410 Gone")
    ]
    failed_at: Annotated[datetime | None, when("When it last failed; null if the last attempt succeeded")]
    retry_at: Annotated[datetime | None, when("The earliest time of the next attempt; null if it is not failing")]
    ended_at: Annotated[datetime | None, when("When it ended; null if it has not")]


class ScheduleSchema(Schema):
    """When you want to be told, by the clock of the zone that your profile says."""

    quiet_from = fields.String(
        required=True, validate=_CLOCK, metadata=described("Nothing is told from then on", "22:00")
    )
    quiet_until = fields.String(
        required=True,
        validate=_CLOCK,
        metadata=described("Then what was held back is told, as one; the same as `quiet_from`: none", "07:00"),
    )
    daily_at = fields.String(
        required=True, validate=_CLOCK, metadata=described("When channels tell that do so once a day", "08:00")
    )


class Schedule(Struct):
    """When you want to be notified: "22:00"."""

    quiet_from: str
    quiet_until: str
    daily_at: str


class PushKey(Struct):
    """The key that signs web push messages of this site."""

    key: Annotated[str, about("A point of P-256, in base64url", "BNcRdreALRFXTkOO…")]
