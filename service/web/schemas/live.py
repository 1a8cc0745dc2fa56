"""Questions and answers about news: of one game, and of all of one's own."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from service.web.fields import Look, described
from service.web.schemas.play import EventSchema


class Following(Look):
    """News after a version; with ``wait``, one answer when there is some."""

    after = fields.Integer(
        validate=validate.Range(min=0, max=10**9), metadata=described("The version you have seen (default: now)", 57)
    )
    wait = fields.Float(
        validate=validate.Range(min=0, max=60), metadata=described("Seconds to wait for news at most", 20)
    )


class NewsSchema(Schema):
    """What happened after a version, perhaps nothing, and no more than 500 facts at a time."""

    version = fields.Integer(required=True, metadata=described("Ask again after this one: there may be more", 57))
    events = fields.List(fields.Nested(EventSchema), required=True, metadata=described("At most 500", []))


class FollowingAll(Schema):
    """News of one's games after a cursor; with ``wait``, one answer when there is some."""

    after = fields.String(
        validate=validate.Length(max=200),
        metadata=described("The cursor of the last answer", "WyIiLCIiXQ"),
    )
    wait = fields.Float(
        validate=validate.Range(min=0, max=60), metadata=described("Seconds to wait for news at most", 20)
    )


class OwnGameSchema(Schema):
    """A game that has changed."""

    id = fields.String(required=True)
    version = fields.Integer(required=True)
    phase = fields.String(required=True)
    to_act = fields.List(fields.Integer(), required=True, metadata=described("Seats that are to act", [0]))
    your_turn = fields.Boolean(required=True)


class OwnNewsSchema(Schema):
    """One's games that have changed after a cursor, perhaps none."""

    cursor = fields.String(required=True, metadata=described("Ask again after this one", "WyIiLCIiXQ"))
    games = fields.List(fields.Nested(OwnGameSchema), required=True)
