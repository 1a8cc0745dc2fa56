"""Titles and entrants of tournaments, beside their logs; the tournament of a game."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import msgspec

from projections.db_protocol import Row, Rows, listed, timestamp
from service.accounts import mentions
from service.storage import Database, Statement, held
from service.storage.held import Held

LATEST: tuple[str, str] = ("9999", "")
"""Before the first of a list, which begins with the latest."""

_COLUMNS = "stream, owner, author, title, opened_at, closed"


class Listed(msgspec.Struct, frozen=True):
    """A competition in a list."""

    stream: str
    owner: str
    author: str
    """Who has called it so."""
    title: str
    opened_at: str
    closed: bool


def naming(stream: str, owner: str, title: str) -> Statement:
    """What lists a new competition, along with its first fact."""
    row = {"stream": stream, "owner": owner, "title": title, "now": timestamp(datetime.now(UTC)), "closed": False}
    return Statement(
        "INSERT INTO tournaments (stream, owner, author, title, opened_at, closed)"
        " VALUES (:stream, :owner, :owner, :title, :now, :closed) ON CONFLICT DO NOTHING",
        row,
    )


def closing(stream: str) -> Statement:
    """What marks it as over, along with the fact that says so."""
    return Statement("UPDATE tournaments SET closed = :yes WHERE stream = :stream", {"yes": True, "stream": stream})


def organising(stream: str, owner: str) -> Statement:
    """What says who organises it from now on, along with the fact; who called it so stays its author."""
    return Statement("UPDATE tournaments SET owner = :owner WHERE stream = :stream", {"owner": owner, "stream": stream})


def belonging(stream: str, game: str) -> Statement:
    """What tells that a game belongs to it, along with the fact that says so."""
    return Statement("INSERT INTO tournament_games VALUES (:game, :stream)", {"game": game, "stream": stream})


def entering(stream: str, person: str) -> Statement:
    """The statement that notes an entry, along with the fact of it. A withdrawal does not remove it. Accounts that are
    deleted are not noted again.
    """
    return Statement(
        "INSERT INTO tournament_entries (user_id, stream) SELECT id, CAST(:stream AS TEXT) FROM users WHERE id = :user"
        " ON CONFLICT DO NOTHING",
        {"user": person, "stream": stream},
    )


def one(database: Database, stream: str) -> Listed | None:
    """One competition; None where it is not known."""
    with database.reading() as rows:
        found = rows.execute(f"SELECT {_COLUMNS} FROM tournaments WHERE stream = :stream", {"stream": stream})  # noqa: S608
    return _listed(found[0]) if found else None


def some(database: Database, streams: Sequence[str]) -> dict[str, Listed]:
    """Several competitions by their ids; those that are not known are left out."""
    among, params = listed("stream", streams)
    with database.reading() as rows:
        found = rows.execute(f"SELECT {_COLUMNS} FROM tournaments WHERE stream IN ({among})", params)  # noqa: S608
    return {row["stream"]: _listed(row) for row in found}


def latest(database: Database, after: tuple[str, str], limit: int) -> list[Listed]:
    """All competitions, the latest first."""
    with database.reading() as rows:
        found = rows.execute(
            f"SELECT {_COLUMNS} FROM tournaments WHERE (opened_at, stream) < (:at, :stream)"  # noqa: S608
            " ORDER BY opened_at DESC, stream DESC LIMIT :limit",
            {"at": after[0], "stream": after[1], "limit": limit},
        )
    return [_listed(row) for row in found]


def of_person(database: Database, person: str) -> list[Listed]:
    """What somebody organises, or has called what it is called, the first ones first."""
    with database.reading() as rows:
        found = rows.execute(
            f"SELECT {_COLUMNS} FROM tournaments WHERE owner = :person OR author = :person"  # noqa: S608
            " ORDER BY opened_at, stream",
            {"person": person},
        )
    return [_listed(row) for row in found]


def entered_by(database: Database, person: str) -> list[Listed]:
    """The competitions that somebody has entered, also those that they have left since, the first ones first."""
    with database.reading() as rows:
        found = rows.execute(
            f"SELECT {_COLUMNS} FROM tournaments"  # noqa: S608
            " WHERE stream IN (SELECT stream FROM tournament_entries WHERE user_id = :person)"
            " ORDER BY opened_at, stream",
            {"person": person},
        )
    return [_listed(row) for row in found]


def of_game(database: Database, game: str) -> str | None:
    """The competition that a game belongs to."""
    with database.reading() as rows:
        found = rows.execute("SELECT stream FROM tournament_games WHERE game = :game", {"game": game})
    return str(found[0]["stream"]) if found else None


def forget_person(rows: Rows, user: str, most: int) -> bool:
    """Delete the titles that a person gave; the competitions stay."""
    return held.forget(rows, _HELD, user, most)


_HELD = [
    Held("tournaments", key="stream", person="author", blanked="title = '', author = ''"),
    Held("tournaments", key="stream", person="owner", blanked="owner = ''"),
    Held("tournament_entries", key="user_id, stream"),
]


def _listed(row: Row) -> Listed:
    mentions.note(row["stream"], row["author"], row["owner"])
    return Listed(row["stream"], row["owner"], row["author"], row["title"], row["opened_at"], bool(row["closed"]))
