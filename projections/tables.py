"""The lobby and every player's inbox: who sits where, whose turn it is and why, where each game stands.

Branches are no tables; see :mod:`projections.branches`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from domain import play
from domain.game import Place, ToAct, worked_out
from domain.message import Message
from domain.table import Arrival, UndoRequest
from projections.fold import Change
from projections.read_model import ReadModel
from projections.rows import Row, Rows, timestamp

Filter = Literal["all", "mine", "playing", "my_turn", "open", "running", "finished"]


class Seat(msgspec.Struct, frozen=True):
    """Who sits at a seat (all empty where it is free), and the reason why it must act now, if it must.

    ``automa`` is the level of a seat that the rules play.
    """

    seat: int
    name: str
    user: str | None
    bot: str | None
    automa: str
    to_act: Message | None


class Table(msgspec.Struct, frozen=True):
    """One game as the lobby shows it. Times are ISO 8601 in UTC; the ranking is there once the game is finished.

    ``listed`` tells whether it is shown to everybody: not so where it is private, nor where it was imported, until
    its owner wants it listed. (That stands beside the log, which a file has to agree with byte for byte.)
    """

    stream: str
    name: str
    ruleset: str
    options: dict[str, Any]
    owner: str
    private: bool
    imported: Arrival | None
    listed: bool
    undo: str
    phase: str
    seats: list[Seat]
    request: UndoRequest | None
    ranking: list[Place]
    version: int
    opened_at: str
    updated_at: str


# --------------------------------------------------------------------------------------------------------------------
# Writing
# --------------------------------------------------------------------------------------------------------------------


def _process(rows: Rows, changes: Sequence[Change]) -> None:
    games = [change for change in changes if change.game.origin is None]
    rows.execute_many(
        "INSERT INTO tables (stream, name, ruleset, options, owner, private, imported, undo, phase, free, request,"
        " ranking, version, opened_at, updated_at) VALUES (:stream, :name, :ruleset, :options, :owner, :private,"
        " :imported, :undo, :phase, :free, :request, :ranking, :version, :opened_at, :updated_at)"
        " ON CONFLICT (stream) DO UPDATE SET"
        " owner = excluded.owner, imported = excluded.imported, phase = excluded.phase, free = excluded.free,"
        " request = excluded.request, ranking = excluded.ranking, version = excluded.version,"
        " updated_at = excluded.updated_at",
        [_table_row(change) for change in games],
    )
    rows.execute_many(
        "INSERT INTO table_seats (stream, seat, name, user_id, bot, automa, to_act)"
        " VALUES (:stream, :seat, :name, :user_id, :bot, :automa, :to_act) ON CONFLICT (stream, seat) DO UPDATE SET"
        " name = excluded.name, user_id = excluded.user_id, bot = excluded.bot, to_act = excluded.to_act",
        [row for change in games for row in _seat_rows(change)],
    )


def _table_row(change: Change) -> Row:
    table = change.game.table
    finished = table.phase == "finished"
    ranking = change.game.ruleset.standing(change.state).ranking if finished else []
    return {
        "stream": change.stream,
        "name": table.opened.name,
        "ruleset": table.opened.ruleset,
        "options": _json(table.opened.options),
        "owner": table.opened.owner,
        "private": table.opened.private,
        "imported": None if table.imported is None else _json(table.imported),
        "undo": table.opened.undo,
        "phase": table.phase,
        "free": sum(chair.free for chair in table.chairs),
        "request": None if table.request is None else _json(table.request),
        "ranking": _json(ranking),
        "version": change.version,
        "opened_at": timestamp(change.game.records[0].at),
        "updated_at": timestamp(change.last.at),
    }


def _seat_rows(change: Change) -> list[Row]:
    waiting = {act.seat: act for act in _to_act(change)}
    return [
        {
            "stream": change.stream,
            "seat": seat,
            "name": chair.name,
            "user_id": chair.user,
            "bot": chair.bot,
            "automa": chair.automa,
            "to_act": _json(waiting[seat].reason) if seat in waiting else None,
        }
        for seat, chair in enumerate(change.game.table.chairs)
    ]


def _to_act(change: Change) -> Sequence[ToAct]:
    return () if change.state is None else play.to_act(change.game.ruleset, change.game.table, change.state)


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


TABLES = ReadModel(
    name="tables",
    tables=("tables", "table_seats"),
    schema=(
        "CREATE TABLE tables (stream TEXT PRIMARY KEY, name TEXT NOT NULL, ruleset TEXT NOT NULL,"
        " options TEXT NOT NULL, owner TEXT NOT NULL, private BOOLEAN NOT NULL, imported TEXT,"
        " undo TEXT NOT NULL, phase TEXT NOT NULL, free BIGINT NOT NULL, request TEXT, ranking TEXT NOT NULL,"
        " version BIGINT NOT NULL, opened_at TEXT NOT NULL, updated_at TEXT NOT NULL)",
        "CREATE INDEX tables_by_phase ON tables (phase, updated_at, stream)",
        "CREATE INDEX tables_by_time ON tables (updated_at, stream)",
        "CREATE TABLE table_seats (stream TEXT NOT NULL, seat BIGINT NOT NULL, name TEXT NOT NULL, user_id TEXT,"
        " bot TEXT, automa TEXT NOT NULL, to_act TEXT, PRIMARY KEY (stream, seat))",
        "CREATE INDEX table_seats_by_user ON table_seats (user_id, stream)",
    ),
    process=_process,
)


# --------------------------------------------------------------------------------------------------------------------
# Reading
# --------------------------------------------------------------------------------------------------------------------

Cursor = tuple[str, str]
"""``updated_at`` and stream of the last table seen."""

START: Cursor = ("9999", "")
"""Before the first table."""

_LISTED = "(CASE WHEN imported IS NULL THEN NOT private ELSE stream IN (SELECT stream FROM listed_games) END)"
_COLUMNS = (
    f"SELECT stream, name, ruleset, options, owner, private, imported, {_LISTED} AS listed, undo, phase, request,"  # noqa: S608
    " ranking, version, opened_at, updated_at FROM tables"
)
_MINE = "(:user <> '' AND (owner = :user OR stream IN (SELECT stream FROM table_seats WHERE user_id = :user)))"
_VISIBLE = f"({_LISTED} OR {_MINE})"

_WHERE: dict[Filter, str] = {
    "all": _VISIBLE,
    "mine": _MINE,
    "playing": f"phase IN ('open', 'running') AND {_MINE}",
    "my_turn": "stream IN (SELECT stream FROM table_seats WHERE user_id = :user AND to_act IS NOT NULL)",
    "open": f"phase = 'open' AND free > 0 AND {_VISIBLE}",
    "running": f"phase = 'running' AND {_VISIBLE}",
    "finished": f"phase = 'finished' AND ({_LISTED} OR imported IS NULL AND {_MINE})",
}


worked_out(Arrival, Message, UndoRequest, Place)


def find(
    rows: Rows, user: str, which: Filter = "all", *, ruleset: str | None = None, after: Cursor = START, limit: int = 50
) -> list[Table]:
    """Tables that a user (``""`` for a visitor) may see, the latest change first.

    Private tables are shown to their owner and to who sits there, imported games that are not listed to their owner
    among all games and their own. The cursor of the next page is ``updated_at`` and
    stream of the last table.
    """
    page = (
        f"{_COLUMNS} WHERE {_WHERE[which]} AND (updated_at, stream) < (:updated_at, :stream)"
        " AND (CAST(:ruleset AS TEXT) IS NULL OR ruleset = :ruleset)"
        " ORDER BY updated_at DESC, stream DESC LIMIT :limit"
    )
    params = {"user": user, "ruleset": ruleset, "updated_at": after[0], "stream": after[1], "limit": limit}
    found = rows.execute(page, params)
    seats = rows.execute(
        "SELECT s.stream, s.seat, s.name, s.user_id, s.bot, s.automa, s.to_act FROM table_seats s"  # noqa: S608
        f" JOIN ({page}) p ON p.stream = s.stream ORDER BY s.seat",
        params,
    )
    return [_table(row, [seat for seat in seats if seat["stream"] == row["stream"]]) for row in found]


def one(rows: Rows, stream: str) -> Table | None:
    """One table, whoever asks; None for a stream that is no table (or not known yet)."""
    found = rows.execute(f"{_COLUMNS} WHERE stream = :stream", {"stream": stream})
    if not found:
        return None
    seats = rows.execute(
        "SELECT seat, name, user_id, bot, automa, to_act FROM table_seats WHERE stream = :stream ORDER BY seat",
        {"stream": stream},
    )
    return _table(found[0], seats)


def waiting_for(rows: Rows, user: str) -> int:
    """The number of games in which it is the user's turn."""
    found = rows.execute(
        "SELECT COUNT(DISTINCT stream) AS games FROM table_seats WHERE user_id = :user AND to_act IS NOT NULL",
        {"user": user},
    )
    return int(found[0]["games"])


def waiting_for_bots(rows: Rows) -> list[str]:
    """The games in which a bot is to act."""
    found = rows.execute(
        "SELECT DISTINCT stream FROM table_seats WHERE bot IS NOT NULL AND to_act IS NOT NULL ORDER BY stream"
    )
    return [row["stream"] for row in found]


def _seat(row: Row) -> Seat:
    reason = _decoded(row["to_act"], Message)
    return Seat(row["seat"], row["name"], row["user_id"], row["bot"], row["automa"], reason)


def _table(row: Row, seats: Sequence[Row]) -> Table:
    return Table(
        **{
            **row,
            "private": bool(row["private"]),
            "imported": _decoded(row["imported"], Arrival),
            "listed": bool(row["listed"]),
            "options": _decoded(row["options"], dict),
            "request": _decoded(row["request"], UndoRequest),
            "ranking": _decoded(row["ranking"], list[Place]),
            "seats": [_seat(seat) for seat in seats],
        }
    )


def _decoded(text: str | None, shape: Any) -> Any:
    return None if text is None else msgspec.json.decode(text, type=shape)
