"""Titles and entrants of tournaments, beside their logs; the tournament of a game."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import msgspec

from projections.db_protocol import Row, Rows, listed, timestamp
from service.accounts import mentions
from service.storage import Database, Statement, user_rows
from service.storage.user_rows import UserRows

LATEST: tuple[str, str] = ("9999", "")
"""Before the first entry of a list, which begins with the latest."""

_COLUMNS = "stream, owner, author, title, opened_at, closed"


class Listed(msgspec.Struct, frozen=True):
    """A tournament in a list."""

    stream: str
    owner: str
    author: str
    """The author of its title."""
    title: str
    opened_at: str
    closed: bool


def naming(stream: str, owner: str, title: str) -> Statement:
    """Return the statements that list a new tournament, along with its first fact."""
    row = {"stream": stream, "owner": owner, "title": title, "now": timestamp(datetime.now(UTC)), "closed": False}
    return Statement(
        "INSERT INTO tournaments (stream, owner, author, title, opened_at, closed)"
        " VALUES (:stream, :owner, :owner, :title, :now, :closed) ON CONFLICT DO NOTHING",
        row,
    )


def closing(stream: str) -> Statement:
    """Return the statement that marks it as closed, along with the fact."""
    return Statement("UPDATE tournaments SET closed = :yes WHERE stream = :stream", {"yes": True, "stream": stream})


def organising(stream: str, owner: str) -> Statement:
    """Return the statement that stores the new organiser, along with the fact; the author of the title
    does not change.
    """
    return Statement("UPDATE tournaments SET owner = :owner WHERE stream = :stream", {"owner": owner, "stream": stream})


def belonging(stream: str, game: str) -> Statement:
    """Return the statement that assigns a game to it, along with the fact."""
    return Statement("INSERT INTO tournament_games VALUES (:game, :stream)", {"game": game, "stream": stream})


def entering(stream: str, person: str) -> Statement:
    """Return the statement that stores an entry, along with the fact. A withdrawal does not remove it. Deleted accounts
    are not stored again.
    """
    return Statement(
        "INSERT INTO tournament_entries (user_id, stream) SELECT id, CAST(:stream AS TEXT) FROM users WHERE id = :user"
        " ON CONFLICT DO NOTHING",
        {"user": person, "stream": stream},
    )


def one(database: Database, stream: str) -> Listed | None:
    """Return one tournament; None if it is unknown."""
    with database.reading() as rows:
        found = rows.execute(f"SELECT {_COLUMNS} FROM tournaments WHERE stream = :stream", {"stream": stream})  # noqa: S608
    return _listed(found[0]) if found else None


def some(database: Database, streams: Sequence[str]) -> dict[str, Listed]:
    """Return several tournaments by id, without unknown ones."""
    among, params = listed("stream", streams)
    with database.reading() as rows:
        found = rows.execute(f"SELECT {_COLUMNS} FROM tournaments WHERE stream IN ({among})", params)  # noqa: S608
    return {row["stream"]: _listed(row) for row in found}


def latest(database: Database, after: tuple[str, str], limit: int) -> list[Listed]:
    """Return all tournaments, the latest first."""
    with database.reading() as rows:
        found = rows.execute(
            f"SELECT {_COLUMNS} FROM tournaments WHERE (opened_at, stream) < (:at, :stream)"  # noqa: S608
            " ORDER BY opened_at DESC, stream DESC LIMIT :limit",
            {"at": after[0], "stream": after[1], "limit": limit},
        )
    return [_listed(row) for row in found]


def of_person(database: Database, person: str) -> list[Listed]:
    """Return the tournaments that a user organises or has named, the first ones first."""
    with database.reading() as rows:
        found = rows.execute(
            f"SELECT {_COLUMNS} FROM tournaments WHERE owner = :person OR author = :person"  # noqa: S608
            " ORDER BY opened_at, stream",
            {"person": person},
        )
    return [_listed(row) for row in found]


def entered_by(database: Database, person: str) -> list[Listed]:
    """Return the tournaments that a user has entered, including those they have left, the first ones first."""
    with database.reading() as rows:
        found = rows.execute(
            f"SELECT {_COLUMNS} FROM tournaments"  # noqa: S608
            " WHERE stream IN (SELECT stream FROM tournament_entries WHERE user_id = :person)"
            " ORDER BY opened_at, stream",
            {"person": person},
        )
    return [_listed(row) for row in found]


def of_game(database: Database, game: str) -> str | None:
    """Return the tournament of a game."""
    with database.reading() as rows:
        found = rows.execute("SELECT stream FROM tournament_games WHERE game = :game", {"game": game})
    return str(found[0]["stream"]) if found else None


def delete_user_data(rows: Rows, user: str, most: int) -> bool:
    """Delete the titles by a user; the tournaments stay."""
    return user_rows.delete_some(rows, _USER_ROWS, user, most)


_USER_ROWS = [
    UserRows("tournaments", key="stream", user="author", blanked="title = '', author = ''"),
    UserRows("tournaments", key="stream", user="owner", blanked="owner = ''"),
    UserRows("tournament_entries", key="user_id, stream"),
]


def _listed(row: Row) -> Listed:
    mentions.note(row["stream"], row["author"], row["owner"])
    return Listed(row["stream"], row["owner"], row["author"], row["title"], row["opened_at"], bool(row["closed"]))
