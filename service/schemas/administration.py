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
    """The reason for an intervention in a game."""
    words = (
        "The reason in the log of the game. `absence`: a player is absent. `agreement`: all players agree. `conduct`: "
        "foul play. `fault`: an error of the service. `schedule`: the time is up"
    )
    return fields.String(required=True, validate=validate.OneOf(REASONS), metadata=described(words, "absence"))


class VoidRequest(Schema):
    """The reason for voiding a game."""

    reason = reason()
    note = text(500, 0, load_default="", metadata=described("A note for the audit trail", "See the emails"))


class NewSuspension(Schema):
    """The account to suspend, and the reason."""

    name = user_name(required=True)
    reason = text(500, required=True, metadata=described("The reason; the user sees it", "Two accounts at one table"))


class MessageRemoval(Schema):
    """The reason for removing a chat message."""

    reason = text(500, required=True, metadata=described("The reason, for the audit trail", "It insults a player"))


class Suspension(Struct):
    """A suspended account."""

    user: str
    name: str
    since: Annotated[datetime, when("The time of the suspension")]
    reason: str


class AdminAction(Struct):
    """An entry in the administrators' audit trail."""

    id: str
    at: Annotated[datetime, when("The time of the action")]
    action: audit_trail.Action
    by: Annotated[str | None, about("The administrator's name; null: the operator of the server", "Ada")]
    user: Annotated[
        str | None,
        about("The user that the action concerns; null if the account was deleted or never existed", None),
    ]
    name: Annotated[str | None, about("The current name of this user", None)]
    game: Annotated[str | None, about("The game that the action concerns", A_GAME)]
    tournament: Annotated[str | None, about("The tournament that got a new organiser", None)]
    reason: str


class AdminActionsQuery(Schema):
    """The part of the audit trail to return."""

    cursor = code(metadata=described("The value of `next` on the previous page", "WyIyMDI2LTAzLTAxIl0"))
    action = fields.String(
        validate=validate.OneOf(get_args(audit_trail.Action)),
        metadata=described("Return only actions of this kind", "void"),
    )


class AdminActionsPage(Struct):
    """A page of the audit trail, latest action first."""

    actions: list[AdminAction]
    next: Annotated[str | None, about("The cursor of the next page; null on the last page", "WyIyMDI2LTAzLTAxIl0")]


class UndeliverableEmail(Struct):
    """An undeliverable message."""

    id: str
    recipient: Annotated[str, about("The email address, or the id of the channel", "ada@example.org")]
    kind: Annotated[str | None, about("The kind of channel; null for account email", "webhook")]
    host: Annotated[str | None, about("The host name in the channel's address; null for account email", "ntfy.sh")]
    user: Annotated[str | None, about("The user to whom the channel or account belongs", A_GAME)]
    name: Annotated[str | None, about("The name of this user", "Ada")]
    written_at: Annotated[datetime, when("The time when the message was written")]
    attempts: int
    failure: Annotated[str, about("The error from the last attempt", "550 no such mailbox")]


class Retried(Struct):
    """The number of messages that will be retried."""

    retried: int
