"""Schemas of chats."""

from __future__ import annotations

from typing import get_args

from marshmallow import Schema, fields, validate

from service.chat.messages import Removed
from service.schemas.fields import LARGEST_VERSION, Look, Text, described, moment

LONGEST = 2000
"""Characters that are said at once."""


class TalkQuery(Look):
    """Which part of the talk."""

    before = fields.Integer(
        validate=validate.Range(min=1, max=LARGEST_VERSION),
        metadata=described("What was said before the word of this number (default: the latest)", 57),
    )
    limit = fields.Integer(
        load_default=50, validate=validate.Range(min=1, max=200), metadata=described("How many at most", 50)
    )


class NewWord(Schema):
    """Something to say."""

    text = Text(
        "lines",
        LONGEST,
        required=True,
        metadata=described("A word like `#57` leads to that position of the game", "Why coal at #57?"),
    )


class WordSchema(Schema):
    """What somebody said."""

    number = fields.Integer(required=True, metadata=described("Counted from 1 in each game", 12))
    user = fields.String(required=True, allow_none=True, metadata=described("Who; null: they left the site", None))
    name = fields.String(required=True, metadata=described("What they are called now", "Ada"))
    seat = fields.Integer(
        required=True, allow_none=True, metadata=described("Where they sit now; null where they do not any more", 0)
    )
    at = moment("When it was said")
    version = fields.Integer(required=True, metadata=described("The version of the game then", 57))
    text = fields.String(required=True, metadata=described("Nothing where it was removed", "Why coal at #57?"))
    removed = fields.String(
        required=True,
        validate=validate.OneOf(get_args(Removed)),
        metadata=described("By whom; `left`: it went with its author's account; nothing where it was not", ""),
    )
    yours = fields.Boolean(required=True)


class TalkPage(Schema):
    """A part of the talk of a game, the newest last."""

    words = fields.List(fields.Nested(WordSchema), required=True)
    earlier = fields.Integer(
        required=True, allow_none=True, metadata=described("Ask with this as `before` for what was said earlier", 12)
    )
    unread = fields.Integer(
        required=True, metadata=described("How many words of others you have not read; more than 99 are told as 100", 3)
    )
    may_say = fields.Boolean(required=True, metadata=described("You sit at this table", True))


class ReadSchema(Schema):
    """How far somebody has read."""

    number = fields.Integer(
        strict=True,
        required=True,
        validate=validate.Range(min=1, max=LARGEST_VERSION),
        metadata=described("The number of the last word", 12),
    )
