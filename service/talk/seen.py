"""How far people have read the talk of their games, and what they were told of it."""

from __future__ import annotations

from projections.rows import Rows

MANY = 99
"""Words that somebody has not read are counted up to here."""

_UNREAD = (
    "SELECT 1 FROM talk WHERE stream = :stream AND number > :seen AND author <> :user AND removed = '' LIMIT :limit"
)


def upto(rows: Rows, stream: str, user: str) -> int:
    """The number of the last word that somebody has read; 0 for none."""
    found = rows.execute(
        "SELECT number FROM talk_seen WHERE stream = :stream AND user_id = :user", {"stream": stream, "user": user}
    )
    return int(found[0]["number"]) if found else 0


def unread(rows: Rows, stream: str, user: str) -> int:
    """How much others have said that somebody has not read; one more than :data:`MANY` where that is more."""
    seen = upto(rows, stream, user)
    asked = {"stream": stream, "user": user, "seen": seen, "limit": MANY + 1}
    return int(rows.execute(f"SELECT COUNT(*) AS words FROM ({_UNREAD}) AS found", asked)[0]["words"])  # noqa: S608


def is_to_be_told(rows: Rows, stream: str, user: str, number: int) -> bool:
    """Somebody has an account, has not read up to a word, and was told of none of those that they have not read."""
    found = rows.execute(
        "SELECT 1 FROM users WHERE id = :user AND NOT EXISTS (SELECT 1 FROM talk_seen"
        " WHERE stream = :stream AND user_id = :user AND (number >= :number OR told > number))",
        {"stream": stream, "user": user, "number": number},
    )
    return bool(found)


def tell(rows: Rows, stream: str, user: str, number: int) -> None:
    """Somebody is told of a word."""
    rows.execute(
        "INSERT INTO talk_seen (stream, user_id, told) VALUES (:stream, :user, :number)"
        " ON CONFLICT (stream, user_id) DO UPDATE SET told = excluded.told",
        {"stream": stream, "user": user, "number": number},
    )


def see(rows: Rows, stream: str, user: str, number: int) -> None:
    """Somebody has read up to a word; what they have read they have read."""
    rows.execute(
        "INSERT INTO talk_seen (stream, user_id, number) VALUES (:stream, :user, :number)"
        " ON CONFLICT (stream, user_id) DO UPDATE SET number = excluded.number"
        " WHERE talk_seen.number < excluded.number",
        {"stream": stream, "user": user, "number": number},
    )
