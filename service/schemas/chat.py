"""Schemas of chats."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from marshmallow import Schema, fields, validate
from msgspec import Struct

from service.chat.messages import Removed
from service.schemas.fields import LARGEST_VERSION, Look, Text, described
from service.schemas.from_struct import about, when

LONGEST = 2000
"""Characters that are said at once."""


class ChatQuery(Look):
    """Which part of the talk."""

    before = fields.Integer(
        validate=validate.Range(min=1, max=LARGEST_VERSION),
        metadata=described("What was said before the word of this number (default: the latest)", 57),
    )
    limit = fields.Integer(
        load_default=50, validate=validate.Range(min=1, max=200), metadata=described("How many at most", 50)
    )


class NewMessage(Schema):
    """Something to say."""

    text = Text(
        "lines",
        LONGEST,
        required=True,
        metadata=described("A word like `#57` leads to that position of the game", "Why coal at #57?"),
    )


class ChatMessage(Struct):
    """A message."""

    number: Annotated[int, about("Counted from 1 in each game", 12)]
    user: Annotated[str | None, about("Who; null: they left the site", None)]
    name: Annotated[str, about("What they are called now", "Ada")]
    seat: Annotated[int | None, about("Where they sit now; null where they do not any more", 0)]
    at: Annotated[datetime, when("When it was said")]
    version: Annotated[int, about("The version of the game then", 57)]
    text: Annotated[str, about("Nothing where it was removed", "Why coal at #57?")]
    removed: Annotated[
        Removed, about("By whom; `left`: it went with its author's account; nothing where it was not", "")
    ]
    yours: bool


class ChatPage(Struct):
    """A part of the chat of a game, the newest message last."""

    messages: list[ChatMessage]
    earlier: Annotated[int | None, about("Ask with this as `before` for what was said earlier", 12)]
    unread: Annotated[int, about("How many words of others you have not read; more than 99 are told as 100", 3)]
    can_post: Annotated[bool, about("You sit at this table", True)]


class ReadReceipt(Schema):
    """How far somebody has read."""

    number = fields.Integer(
        strict=True,
        required=True,
        validate=validate.Range(min=1, max=LARGEST_VERSION),
        metadata=described("The number of the last word", 12),
    )
