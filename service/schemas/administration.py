"""Schemas of administration."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, get_args

from marshmallow import Schema, fields, validate
from msgspec import Struct

from domain.table.rulings.facts import Reason
from service.administration import audit_trail
from service.schemas.fields import A_GAME, code, described, text, user_name
from service.schemas.from_struct import about, when

REASONS = get_args(Reason)


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


class Suspension(Struct):
    """A suspended account."""

    user: str
    name: str
    since: Annotated[datetime, when("When it was closed")]
    reason: str


class Act(Struct):
    """One entry in the record of administrators."""

    id: str
    at: Annotated[datetime, when("When it was done")]
    act: audit_trail.Act
    by: Annotated[str | None, about("Who did it; null: whoever runs the service", "Ada")]
    user: Annotated[str | None, about("The user; null where the account is gone or nobody is meant", None)]
    name: Annotated[str | None, about("What they are called now", None)]
    game: Annotated[str | None, about("The game that it was done to", A_GAME)]
    competition: Annotated[str | None, about("The competition that somebody was named for", None)]
    reason: str


class FromAct(Schema):
    """Where in the record."""

    cursor = code(metadata=described("The cursor of the page before", "WyIyMDI2LTAzLTAxIl0"))
    action = fields.String(
        validate=validate.OneOf(get_args(audit_trail.Act)),
        metadata=described("Only these: games made void, say", "void"),
    )


class ActsPage(Struct):
    """The record of administrators, latest first."""

    acts: list[Act]
    next: Annotated[str | None, about("Cursor of the next page", "WyIyMDI2LTAzLTAxIl0")]


class Letter(Struct):
    """An undeliverable message."""

    id: str
    recipient: Annotated[str, about("The address, or the id of the channel", "ada@example.org")]
    kind: Annotated[str | None, about("The kind of the channel; null for account email", "webhook")]
    host: Annotated[str | None, about("The host of the channel; null for account email", "ntfy.sh")]
    user: Annotated[str | None, about("The owner of the channel or of the account", A_GAME)]
    name: Annotated[str | None, about("The owner's name", "Ada")]
    written_at: Annotated[datetime, when("When it was written")]
    attempts: int
    failure: Annotated[str, about("Why it was given up", "550 no such mailbox")]


class Tried(Struct):
    """The number of messages that are tried again."""

    letters: int
