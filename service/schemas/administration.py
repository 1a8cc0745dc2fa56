"""Schemas of administration."""

from __future__ import annotations

from typing import get_args

from marshmallow import Schema, fields, validate

from domain.table.rulings.facts import Reason
from service.administration.audit_trail import Act
from service.schemas.fields import A_GAME, code, described, moment, text, user_name

REASONS = get_args(Reason)

_OF_A_PERSON = "The user; null where the account is gone or nobody is meant"


def reason() -> fields.String:
    """Why a game is decided over by somebody who does not play there."""
    words = (
        "What its log says of why: somebody plays no more, all want it, foul play, a fault of the service, no time left"
    )
    return fields.String(required=True, validate=validate.OneOf(REASONS), metadata=described(words, "absence"))


class Voiding(Schema):
    """Why a game is to be void."""

    reason = reason()
    note = text(
        500, 0, load_default="", metadata=described("More words, for the record of operators only", "See the mails")
    )


class Suspending(Schema):
    """Whose account is to be closed, and why."""

    name = user_name(required=True)
    reason = text(500, required=True, metadata=described("What they are told, too", "Two accounts at one table"))


class RemovingWord(Schema):
    """Why what somebody said at a table is to be taken away."""

    reason = text(500, required=True, metadata=described("For the record of operators", "It insults somebody"))


class SuspensionSchema(Schema):
    """An account that is closed."""

    user = fields.String(required=True)
    name = fields.String(required=True)
    since = moment("When it was closed")
    reason = fields.String(required=True)


class ActSchema(Schema):
    """One act in the record of operators."""

    id = fields.String(required=True)
    at = moment("When it was done")
    act = fields.String(required=True, validate=validate.OneOf(get_args(Act)))
    by = fields.String(
        required=True, allow_none=True, metadata=described("Who did it; null: whoever runs the service", "Ada")
    )
    user = fields.String(required=True, allow_none=True, metadata=described(_OF_A_PERSON, None))
    name = fields.String(required=True, allow_none=True, metadata=described("What they are called now", None))
    game = fields.String(required=True, allow_none=True, metadata=described("The game that it was done to", A_GAME))
    competition = fields.String(
        required=True, allow_none=True, metadata=described("The competition that somebody was named for", None)
    )
    reason = fields.String(required=True)


class FromAct(Schema):
    """Where in the record."""

    cursor = code(metadata=described("The cursor of the page before", "WyIyMDI2LTAzLTAxIl0"))
    act = fields.String(
        validate=validate.OneOf(get_args(Act)),
        metadata=described("Only these: games made void, say", "void"),
    )


class ActsPage(Schema):
    """The record of operators, latest first."""

    acts = fields.List(fields.Nested(ActSchema), required=True)
    next = fields.String(
        required=True, allow_none=True, metadata=described("Cursor of the next page", "WyIyMDI2LTAzLTAxIl0")
    )


class LetterSchema(Schema):
    """A mail that nobody took."""

    id = fields.String(required=True)
    recipient = fields.String(
        required=True, metadata=described("The address, or the id of the channel", "ada@example.org")
    )
    kind = fields.String(
        required=True, allow_none=True, metadata=described("The kind of the channel; null for account email", "webhook")
    )
    host = fields.String(
        required=True, allow_none=True, metadata=described("The host of the channel; null for account email", "ntfy.sh")
    )
    user = fields.String(
        required=True, allow_none=True, metadata=described("The owner of the channel or of the account", A_GAME)
    )
    name = fields.String(required=True, allow_none=True, metadata=described("The owner's name", "Ada"))
    written_at = moment("When it was written")
    attempts = fields.Integer(required=True)
    failure = fields.String(required=True, metadata=described("Why it was given up", "550 no such mailbox"))


class Tried(Schema):
    """How many mails are tried again."""

    letters = fields.Integer(required=True)
