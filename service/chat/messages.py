"""Chat messages as rows outside the log, numbered from 1, the newest last."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Literal

import msgspec

from projections.db_protocol import Row, Rows, parsed, timestamp
from service.accounts import mentions
from service.chat import change_feed
from service.storage import user_rows
from service.storage.user_rows import UserRows

Removed = Literal["", "author", "operator", "left"]
"""The reason why a text is gone: its author or an administrator deleted it, or its author's account was deleted."""

_COLUMNS = "stream, number, author, at, version, text, removed"
_WORDS = f"SELECT {_COLUMNS} FROM chat_messages WHERE stream = :stream"  # noqa: S608
_ADD = (
    "INSERT INTO chat_messages (stream, number, author, at, version, text, command)"  # noqa: S608
    " SELECT :stream, COALESCE(MAX(number), 0) + 1, :author, :at, :version, :text, :command FROM chat_messages"
    f" WHERE stream = :stream ON CONFLICT DO NOTHING RETURNING {_COLUMNS}"
)


class ChatMessage(msgspec.Struct, frozen=True, kw_only=True):
    """A message: ``author`` is a user's id (``""`` if the account was deleted), with the version of the game."""

    stream: str
    number: int
    author: str
    at: datetime
    version: int
    text: str
    removed: Removed = ""


def add(rows: Rows, word: ChatMessage, command: str) -> ChatMessage:
    """Store a message with its number, in the caller's transaction; return the earlier one if the command was repeated.

    If another message took the number meanwhile, it gets the next one.
    """
    row = msgspec.structs.asdict(word) | {"at": timestamp(word.at), "command": command}
    while not (found := rows.execute(_ADD, row)):
        if found := rows.execute(f"{_WORDS} AND command = :command", row):
            return _word(found[0])
    change_feed.note(rows, [word.stream])
    return _word(found[0])


def latest(rows: Rows, stream: str, before: int | None, limit: int) -> list[ChatMessage]:
    """Return the last messages, or the last before a number, in order."""
    earlier = "" if before is None else " AND number < :before"
    found = rows.execute(
        f"{_WORDS}{earlier} ORDER BY number DESC LIMIT :limit", {"stream": stream, "before": before, "limit": limit}
    )
    return [_word(row) for row in reversed(found)]


def one(rows: Rows, stream: str, number: int) -> ChatMessage | None:
    """Return the message with a number."""
    found = rows.execute(f"{_WORDS} AND number = :number", {"stream": stream, "number": number})
    return _word(found[0]) if found else None


def remove(rows: Rows, word: ChatMessage, why: Removed) -> None:
    """Delete the text; the number remains."""
    rows.execute(
        "UPDATE chat_messages SET text = '', removed = :why WHERE stream = :stream AND number = :number"
        " AND removed = ''",
        {"stream": word.stream, "number": word.number, "why": why},
    )
    change_feed.note(rows, [word.stream])


def not_yet_notified(rows: Rows, before: datetime, limit: int) -> list[ChatMessage]:
    """Return messages before a moment of which no one was notified yet, in order."""
    found = rows.execute(
        f"SELECT {_COLUMNS} FROM chat_messages WHERE NOT notified AND at <= :before"  # noqa: S608
        " ORDER BY at, stream, number LIMIT :limit",
        {"before": timestamp(before), "limit": limit},
    )
    return [_word(row) for row in found]


def mark_notified(rows: Rows, found: Iterable[ChatMessage]) -> None:
    """Mark these messages as notified."""
    rows.execute_many(
        "UPDATE chat_messages SET notified = TRUE WHERE stream = :stream AND number = :number",
        [{"stream": word.stream, "number": word.number} for word in found],
    )


def delete_user_data(rows: Rows, user: str, most: int) -> bool:
    """Delete a user's messages, and their read receipts."""
    left = rows.execute(_LEAVE, {"user": user, "most": most})
    change_feed.note(rows, (word["stream"] for word in left))
    return user_rows.delete_some(rows, _USER_ROWS, user, most) or len(left) == most


_LEAVE = (
    "UPDATE chat_messages SET text = '', removed = 'left', author = '' WHERE (stream, number) IN"
    " (SELECT stream, number FROM chat_messages WHERE author = :user LIMIT :most) RETURNING stream"
)
_USER_ROWS = [UserRows("chat_read_receipts", key="stream, user_id")]


def _word(row: Row) -> ChatMessage:
    mentions.note(row["author"], mentions.of_word(row["stream"], int(row["number"])))
    return msgspec.convert({**row, "at": parsed(row["at"])}, ChatMessage)
