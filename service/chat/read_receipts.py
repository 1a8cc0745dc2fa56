"""Read receipts: how far users have read a chat, and which messages they were notified of."""

from __future__ import annotations

from collections.abc import Collection

from projections.db_protocol import Rows, listed

MANY = 99
"""The maximum of the count of unread messages."""

_UNREAD = (
    "SELECT 1 FROM chat_messages AS later WHERE later.stream = chats.stream AND later.author <> :user"
    " AND later.removed = '' AND later.number > COALESCE((SELECT number FROM chat_read_receipts"
    " WHERE stream = chats.stream AND user_id = :user), 0) LIMIT :limit"
)
"""The unread messages of one of several games."""


def upto(rows: Rows, stream: str, user: str) -> int:
    """Return the number of the last message that a user has read; 0 for none."""
    found = rows.execute(
        "SELECT number FROM chat_read_receipts WHERE stream = :stream AND user_id = :user",
        {"stream": stream, "user": user},
    )
    return int(found[0]["number"]) if found else 0


def unread(rows: Rows, stream: str, user: str) -> int:
    """Return how many messages of others a user has not read; one more than :data:`MANY` if there are more."""
    return unread_of(rows, [stream], user).get(stream, 0)


def unread_of(rows: Rows, streams: Collection[str], user: str) -> dict[str, int]:
    """Return the same for each of these games with unread messages."""
    if not streams:
        return {}
    among, params = listed("stream", streams)
    found = rows.execute(
        f"SELECT chats.stream, (SELECT COUNT(*) FROM ({_UNREAD}) AS found) AS words"  # noqa: S608
        f" FROM chat_messages AS chats WHERE chats.stream IN ({among}) AND chats.number = 1",
        params | {"user": user, "limit": MANY + 1},
    )
    return {row["stream"]: int(row["words"]) for row in found if row["words"]}


def mark_notified(rows: Rows, stream: str, user: str, number: int) -> bool:
    """Return whether to notify a user of a message: they have an account, have not read it, and no unread
    notification.
    """
    marked = rows.execute(
        "INSERT INTO chat_read_receipts AS receipts (stream, user_id, notified)"
        " SELECT :stream, id, :number FROM users WHERE id = :user"
        " ON CONFLICT (stream, user_id) DO UPDATE SET notified = excluded.notified"
        " WHERE receipts.number < excluded.notified AND receipts.notified <= receipts.number RETURNING notified",
        {"stream": stream, "user": user, "number": number},
    )
    return bool(marked)


def see(rows: Rows, stream: str, user: str, number: int) -> None:
    """Record that a user has read up to a message; the receipt never moves back."""
    rows.execute(
        "INSERT INTO chat_read_receipts (stream, user_id, number) VALUES (:stream, :user, :number)"
        " ON CONFLICT (stream, user_id) DO UPDATE SET number = excluded.number"
        " WHERE chat_read_receipts.number < excluded.number",
        {"stream": stream, "user": user, "number": number},
    )
