"""Schemas of notifications and channels."""

from __future__ import annotations

from typing import get_args

from marshmallow import Schema, fields, validate

from service.notifications.channel_kinds import CHANNEL_KINDS
from service.notifications.channels import KINDS
from service.outbox.circuits import State
from service.schemas.fields import A_GAME, code, described, moment, text

_CLOCK = [validate.Regexp("^([01][0-9]|2[0-3]):[0-5][0-9]$", error="Send a time like 22:00."), validate.Length(equal=5)]


class NoticesQuery(Schema):
    """Which notices."""

    cursor = code(metadata=described("`next` of the page before", "WyIyMDI2Il0"))
    limit = fields.Integer(
        load_default=50, validate=validate.Range(min=1, max=100), metadata=described("Notices at a time", 50)
    )


class NoticeSchema(Schema):
    """Something you were told."""

    id = fields.String(required=True)
    kind = fields.String(required=True, metadata=described("What it is about", "turn"))
    game = fields.String(
        required=True, allow_none=True, metadata=described("The id of the game; null if it is about a channel", A_GAME)
    )
    channel = fields.String(
        required=True, allow_none=True, metadata=described("The id of the channel that has ended; null for games", None)
    )
    name = fields.String(required=True, metadata=described("The name of the game or of the channel", "Evening"))
    version = fields.Integer(required=True, metadata=described("Who has looked at this version has seen it", 57))
    title = fields.String(required=True, metadata=described("In words", "Your turn in Evening"))
    detail = fields.String(required=True, metadata=described("More of it", "Take an action (1 left)"))
    created_at = moment("When it was noted")
    seen = fields.Boolean(required=True, metadata=described("You have looked at the game since, or at this list", True))


class NoticesPage(Schema):
    """What you were told, the latest first."""

    unseen = fields.Integer(required=True, metadata=described("How many you have not seen; 51 for more than 50", 2))
    notices = fields.List(fields.Nested(NoticeSchema), required=True)
    next = fields.String(
        required=True, allow_none=True, metadata=described("The cursor of older ones; null at the end", "WyIyMDI2Il0")
    )


class ChannelChanges(Schema):
    """What you want of a channel; what is left out stays as it is."""

    label = text(60, shortest=0, metadata=described("What you know it by", "my telephone"))
    wanted = fields.List(
        fields.String(validate=validate.OneOf(KINDS)),
        metadata=described("What is told there", ["turn", "undo"]),
    )
    daily = fields.Boolean(metadata=described("Once a day, all together", False))
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


class ChannelSchema(Schema):
    """A way on which you are told."""

    id = fields.String(required=True)
    kind = fields.String(required=True, metadata=described("What kind of way it is", "webhook"))
    label = fields.String(required=True, metadata=described("What you know it by", "my telephone"))
    address = fields.String(
        required=True, metadata=described("The server; a path, topic or token is never shown", "https://example.org/…")
    )
    wanted = fields.List(fields.String(), required=True, metadata=described("What is told there", ["turn", "undo"]))
    daily = fields.Boolean(required=True, metadata=described("Once a day, all together", False))
    paused = fields.Boolean(required=True, metadata=described("Nothing is told there for now", False))
    muted = fields.List(
        fields.String(), required=True, metadata=described("Games of which nothing is told there", [A_GAME])
    )
    secret = fields.String(
        required=True,
        allow_none=True,
        metadata=described("What signs a webhook; null for others", "6Xr0…"),
    )
    created_at = moment("When you made it")
    state = fields.String(
        required=True,
        validate=validate.OneOf(get_args(State)),
        metadata=described("`failing`: it is retried later. `ended`: nothing is sent until you retry it", "working"),
    )
    failure = fields.String(
        required=True,
        allow_none=True,
        metadata=described("The receiver's response to the last failed attempt, or the error", "410 Gone"),
    )
    failed_at = moment("When it last failed; null if the last attempt succeeded", allow_none=True)
    retry_at = moment("The earliest time of the next attempt; null if it is not failing", allow_none=True)
    ended_at = moment("When it ended; null if it has not", allow_none=True)


class TimesSchema(Schema):
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


class PushKeySchema(Schema):
    """What signs pushes of this site."""

    key = fields.String(required=True, metadata=described("A point of P-256, in base64url", "BNcRdreALRFXTkOO…"))
