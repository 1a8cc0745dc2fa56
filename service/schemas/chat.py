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
"""The maximum number of characters in a message."""


class ChatQuery(Look):
    """The part of the chat to return."""

    before = fields.Integer(
        validate=validate.Range(min=1, max=LARGEST_VERSION),
        metadata=described("Return messages before the one with this number (default: the latest messages)", 57),
    )
    limit = fields.Integer(
        load_default=50,
        validate=validate.Range(min=1, max=200),
        metadata=described("The maximum number of messages", 50),
    )


class NewMessage(Schema):
    """A message to post."""

    text = Text(
        "lines",
        LONGEST,
        required=True,
        metadata=described("The message; `#57` becomes a link to this position of the game", "Why coal at #57?"),
    )


class ChatMessage(Struct):
    """A message."""

    number: Annotated[int, about("The number of the message; it starts at 1 in each game", 12)]
    user: Annotated[str | None, about("The author; null if the account is deleted", None)]
    name: Annotated[str, about("The current name of the author", "Ada")]
    seat: Annotated[int | None, about("The current seat of the author; null if they no longer play", 0)]
    at: Annotated[datetime, when("The time of the message")]
    version: Annotated[int, about("The version of the game at this time", 57)]
    text: Annotated[str, about("The text; empty if the message was removed", "Why coal at #57?")]
    removed: Annotated[
        Removed,
        about(
            "`author`: the author removed it. `operator`: an administrator removed it. `left`: it was deleted with the"
            " author's account. Empty: it is shown",
            "",
        ),
    ]
    yours: bool


class ChatPage(Struct):
    """A part of a game's chat, newest message last."""

    messages: list[ChatMessage]
    earlier: Annotated[int | None, about("Send this as `before` to get earlier messages; null if there are none", 12)]
    unread: Annotated[int, about("The number of unread messages from others; 100 means more than 99", 3)]
    can_post: Annotated[bool, about("True if you can post messages here", True)]


class ReadReceipt(Schema):
    """The last message that you have read."""

    number = fields.Integer(
        strict=True,
        required=True,
        validate=validate.Range(min=1, max=LARGEST_VERSION),
        metadata=described("The number of this message", 12),
    )
