"""The deadlines of all games, with an index, so that the cost of a query does not depend on the number of games.

A paused clock has a row without a deadline, so that a scan of all clocks finds it too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from domain.table.clock.clocks import mostly_over
from domain.table.clock.facts import Running
from projections.db_protocol import Row, Rows, listed, timestamp
from projections.read_model import ReadModel
from projections.stream_folder import Change


class Due(NamedTuple):
    """The clock of a seat, and the time of its next check."""

    deadline: str
    stream: str
    seat: int
    user: str
    """The player of the seat; empty if it has no player any more."""


FIRST = Due("", "", -1, "")
"""The cursor before the first deadline."""


def _process(rows: Rows, changes: Sequence[Change]) -> None:
    games = [change for change in changes if change.game.table.clocks is not None and change.game.origin is None]
    rows.execute_many("DELETE FROM deadlines WHERE stream = :stream", [{"stream": game.stream} for game in games])
    rows.insert("deadlines", [_row(game, clock) for game in games for clock in _running(game)])


def _running(change: Change) -> Sequence[Running]:
    clocks = change.game.table.clocks
    return clocks.running if clocks else ()


def _row(change: Change, clock: Running) -> Row:
    clocks = change.game.table.clocks
    assert clocks is not None
    remind_at = mostly_over(clocks.clock.pace, clock)
    return {
        "stream": change.stream,
        "seat": clock.seat,
        "user_id": change.game.table.chairs[clock.seat].user or "",
        "remind_at": None if remind_at is None else timestamp(remind_at),
        "deadline": None if clock.deadline is None else timestamp(clock.deadline),
    }


DEADLINES = ReadModel(
    name="deadlines",
    tables=("deadlines",),
    schema=(
        "CREATE TABLE deadlines (stream TEXT NOT NULL, seat INTEGER NOT NULL, user_id TEXT NOT NULL,"
        " remind_at TEXT, deadline TEXT, PRIMARY KEY (stream, seat))",
        "CREATE INDEX deadlines_by_time ON deadlines (deadline, stream, seat) WHERE deadline IS NOT NULL",
        "CREATE INDEX deadlines_of_people ON deadlines (user_id, deadline, stream)",
    ),
    process=_process,
)


def due(rows: Rows, until: str, after: Due, limit: int) -> list[Due]:
    """Return the deadlines up to a moment that follow ``after``, the earliest first."""
    found = rows.execute(
        "SELECT deadline, stream, seat, user_id FROM deadlines WHERE deadline IS NOT NULL AND deadline <= :until"
        " AND (deadline, stream, seat) > (:deadline, :stream, :seat) ORDER BY deadline, stream, seat LIMIT :limit",
        {"until": until, "deadline": after.deadline, "stream": after.stream, "seat": after.seat, "limit": limit},
    )
    return [Due(row["deadline"], row["stream"], row["seat"], row["user_id"]) for row in found]


class Reminder(NamedTuple):
    """The time to remind a player of a game (None: their clock is paused)."""

    stream: str
    user: str
    at: str | None


def reminders(rows: Rows, streams: Iterable[str]) -> list[Reminder]:
    """Return the reminders of the players in these games: one for each of a player's clocks, the earliest last."""
    among, params = listed("stream", streams)
    found = rows.execute(
        f"SELECT stream, user_id, remind_at FROM deadlines WHERE stream IN ({among}) AND user_id <> ''"  # noqa: S608
        " ORDER BY stream, remind_at DESC",
        params,
    )
    return [Reminder(row["stream"], row["user_id"], row["remind_at"]) for row in found]


def streams_with_clocks(rows: Rows, after: str, limit: int) -> list[str]:
    """Return the games in which a clock runs or is paused: those that follow ``after``, in order of streams."""
    found = rows.execute(
        "SELECT DISTINCT stream FROM deadlines WHERE stream > :after ORDER BY stream LIMIT :limit",
        {"after": after, "limit": limit},
    )
    return [row["stream"] for row in found]


def streams_of(rows: Rows, user: str) -> list[str]:
    """Return the games in which a clock of this user runs or is paused."""
    found = rows.execute("SELECT DISTINCT stream FROM deadlines WHERE user_id = :user ORDER BY stream", {"user": user})
    return [row["stream"] for row in found]


def next_of(rows: Rows, user: str, limit: int) -> list[Due]:
    """Return the deadlines of a user, the nearest first."""
    found = rows.execute(
        "SELECT deadline, stream, seat, user_id FROM deadlines WHERE user_id = :user AND deadline IS NOT NULL"
        " ORDER BY deadline, stream LIMIT :limit",
        {"user": user, "limit": limit},
    )
    return [Due(row["deadline"], row["stream"], row["seat"], row["user_id"]) for row in found]
