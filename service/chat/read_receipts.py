"""Read receipts: how far users have read a chat, and which messages they were notified of."""

from __future__ import annotations

from projections.db_protocol import Rows

MANY = 99
"""Words that somebody has not read are counted up to here."""

_UNREAD = (
    "SELECT 1 FROM chat_messages WHERE stream = :stream AND number > :seen AND author <> :user AND removed = ''"
    " LIMIT :limit"
)


def upto(rows: Rows, stream: str, user: str) -> int:
    """The number of the last word that somebody has read; 0 for none."""
    found = rows.execute(
        "SELECT number FROM chat_read_receipts WHERE stream = :stream AND user_id = :user",
        {"stream": stream, "user": user},
    )
    return int(found[0]["number"]) if found else 0


def unread(rows: Rows, stream: str, user: str) -> int:
    """How much others have said that somebody has not read; one more than :data:`MANY` where that is more."""
    seen = upto(rows, stream, user)
    asked = {"stream": stream, "user": user, "seen": seen, "limit": MANY + 1}
    return int(rows.execute(f"SELECT COUNT(*) AS words FROM ({_UNREAD}) AS found", asked)[0]["words"])  # noqa: S608


def tell(rows: Rows, stream: str, user: str, number: int) -> bool:
    """Whether somebody is told of a word: who has an account, has not read up to it, and was told of nothing unread."""
    told = rows.execute(
        "INSERT INTO chat_read_receipts AS receipts (stream, user_id, notified)"
        " SELECT :stream, id, :number FROM users WHERE id = :user"
        " ON CONFLICT (stream, user_id) DO UPDATE SET notified = excluded.notified"
        " WHERE receipts.number < excluded.notified AND receipts.notified <= receipts.number RETURNING notified",
        {"stream": stream, "user": user, "number": number},
    )
    return bool(told)


def see(rows: Rows, stream: str, user: str, number: int) -> None:
    """Somebody has read up to a word; what they have read they have read."""
    rows.execute(
        "INSERT INTO chat_read_receipts (stream, user_id, number) VALUES (:stream, :user, :number)"
        " ON CONFLICT (stream, user_id) DO UPDATE SET number = excluded.number"
        " WHERE chat_read_receipts.number < excluded.number",
        {"stream": stream, "user": user, "number": number},
    )
