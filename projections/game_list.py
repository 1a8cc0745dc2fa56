"""Lists of games, for the lobby and each player: seats, whose turn it is and why, a summary.

Branches are not tables; see :mod:`projections.branches`.
The cost of a list depends on its length, not on the number of games: each is read in the order of a dedicated index (or
merged from two), and every row contains everything that a list shows of its game. So a game has one row for the public
lists, and one for each user involved in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

import msgspec

from domain import play, undo
from domain.aggregate import Game
from domain.game import prepare_decoders
from domain.message import Message, message
from domain.message import Seat as SeatName
from domain.presentation import Emblem, Place
from domain.table.clock.facts import TimeRanOut
from domain.table.clock.options import Bank
from domain.table.rulings.decisions import ranked
from domain.table.seat_changes.decisions import is_offered
from domain.table.seating import ImportRecord, TableState, UndoRequest
from projections.db_protocol import Row, Rows, listed, timestamp
from projections.read_model import ReadModel
from projections.stream_folder import Change

Pace = Literal["none", "days_per_turn", "bank"]
"""No clock; the same time for every turn; a time bank with an increment."""

Filter = Literal["all", "mine", "playing", "my_turn", "open", "running", "finished", "needs_players"]


class ListedSeat(msgspec.Struct, frozen=True):
    """The player of a seat, and the reason why it must act now, if it must: a move, or an answer to a request.

    ``name`` is that of a bot or an automa, ``automa`` the level of a seat that the rules play, ``deadline`` the end of
    its time, ``late`` whether that has passed and ``late_since`` since when, ``offered`` whether a replacement is
    wanted, ``plays`` whether the seat must move, not only answer a request.
    A bot at the seat of a user is a substitute bot.
    """

    seat: int
    name: str
    free: bool
    user: str | None
    bot: str | None
    automa: str
    to_act: Message | None
    deadline: str | None = None
    offered: bool = False
    late: bool = False
    late_since: str | None = None
    plays: bool = False

    @property
    def person(self) -> str | None:
        """The user that the seat is named after."""
        return self.user


class Glance(msgspec.Struct, frozen=True, omit_defaults=True):
    """The progress of a game, the points by seat, and the marks of the seats, as a spectator sees them."""

    headline: Message
    points: list[int]
    emblems: tuple[Emblem | None, ...] = ()


class ListedGame(msgspec.Struct, frozen=True):
    """One game as the lobby shows it. Times are ISO 8601 in UTC; only a finished game has a ranking.

    ``listed``: it is shown to everyone. Private games are not, nor are imported ones unless their owner lists them.
    That setting is not in the log, because the log must match the imported file byte for byte. A game that has not
    started has no summary.
    """

    stream: str
    ruleset: str
    options: dict[str, Any]
    owner: str
    private: bool
    imported: ImportRecord | None
    listed: bool
    undo: str
    pace: Pace
    phase: str
    seats: list[ListedSeat]
    request: UndoRequest | None
    glance: Glance | None
    ranking: list[Place]
    version: int
    opened_at: str
    updated_at: str
    pausing: tuple[int, ...] = ()
    """The seats that ask for a pause, in order of their requests."""
    ran_out: str = ""
    """The possible actions on a seat that is out of time; ``""`` without a clock."""


# --------------------------------------------------------------------------------------------------------------------
# Writing
# --------------------------------------------------------------------------------------------------------------------


def _process(rows: Rows, changes: Sequence[Change]) -> None:
    games = [change for change in changes if change.game.origin is None]
    listed = _wanted_on_lists(rows, [change.stream for change in games if change.game.table.imported is not None])
    _write(rows, [_changed(change, change.stream in listed) for change in games])


def set_listed(rows: Rows, stream: str, listed: bool) -> None:
    """Show a game in the public lists, or hide it; callers have stored that its owner wants this.

    The caller must keep the projector from writing the same rows, since it may have read the former setting.
    """
    found = one(rows, stream)
    if found is not None:
        _write(rows, [msgspec.structs.replace(found, listed=listed)])


def _changed(change: Change, wanted: bool) -> ListedGame:
    """Return the present row of a game; ``wanted`` is the owner's setting if the game was imported."""
    table = change.game.table
    opened = table.opened
    finished = table.phase == "finished"
    return ListedGame(
        stream=change.stream,
        ruleset=opened.ruleset,
        options=opened.options,
        owner=opened.owner,
        private=opened.private,
        imported=table.imported,
        listed=not opened.private if table.imported is None else wanted,
        undo=opened.undo,
        pace=_pace(table),
        phase=table.phase,
        seats=_seats(change),
        request=table.request,
        glance=None if change.state is None else _glance(change),
        ranking=list(ranked(table, change.game.ruleset.standing(change.state))) if finished else [],
        version=change.version,
        opened_at=timestamp(change.game.records[0].at),
        updated_at=timestamp(change.last.at),
        pausing=_pausing(table),
        ran_out="" if table.clocks is None else table.clocks.clock.ran_out,
    )


def _glance(change: Change) -> Glance:
    rules = change.game.ruleset
    seen = rules.view(change.state, "spectator")
    return Glance(rules.summary(seen).headline, rules.standing(seen).points, rules.emblems(seen))


def _pace(table: TableState) -> Pace:
    if table.clocks is None:
        return "none"
    return "bank" if isinstance(table.clocks.clock.pace, Bank) else "days_per_turn"


def _wanted_on_lists(rows: Rows, streams: Sequence[str]) -> set[str]:
    if not streams:
        return set()
    among, params = listed("stream", streams)
    found = rows.execute(f"SELECT stream FROM listed_games WHERE stream IN ({among})", params)  # noqa: S608
    return {row["stream"] for row in found}


def _seats(change: Change) -> list[ListedSeat]:
    game = change.game
    acts = () if change.state is None else play.to_act(game.ruleset, game.table, change.state)
    moving = {act.seat: act.reason for act in acts}
    waiting = _asked(game.table) | moving
    running = game.table.clocks.running if game.table.clocks else ()
    ends = {each.seat: timestamp(each.deadline) for each in running if each.deadline is not None}
    late = {seat: _ran_out_at(game, seat) for seat in game.table.clocks.out} if game.table.clocks else {}
    return [
        ListedSeat(
            seat,
            chair.name,
            chair.free,
            chair.user,
            chair.bot,
            chair.automa,
            waiting.get(seat),
            ends.get(seat),
            is_offered(game.table, seat),
            seat in late,
            late.get(seat),
            seat in moving,
        )
        for seat, chair in enumerate(game.table.chairs)
    ]


def _ran_out_at(game: Game, seat: int) -> str | None:
    """Return the time at which a seat last ran out of time."""
    flags = (record for record in reversed(game.records) if isinstance(record.fact, TimeRanOut))
    return next((timestamp(record.at) for record in flags if record.fact.seat == seat), None)


def _asked(table: TableState) -> dict[int, Message]:
    """Return the reasons by seat to answer a request for a pause, for a swap of seats, or to undo moves."""
    asked: dict[int, Message] = {}
    if pausing := _pausing(table):
        asked |= dict.fromkeys(
            _others(table, pausing),
            message("table.pause-requested", "{seat} requests a pause.", seat=SeatName(pausing[0])),
        )
    if table.swap is not None:
        others = _others(table, table.swap.agreed)
        asked |= dict.fromkeys(
            others, message("table.swap-requested", "{seat} proposes swapping seats.", seat=SeatName(table.swap.one))
        )
    if table.request is not None:
        reason = message("table.undo-requested", "{seat} requests an undo.", seat=SeatName(table.request.seat))
        asked |= dict.fromkeys(undo.asked_seats(table), reason)
    return asked


def _pausing(table: TableState) -> tuple[int, ...]:
    return table.clocks.pausing if table.clocks is not None and table.phase == "running" else ()


def _others(table: TableState, agreed: Sequence[int]) -> list[int]:
    """Return the seats of players who are asked and have not agreed with any of their seats."""
    people = {table.chairs[seat].user for seat in agreed}
    return [seat for seat, chair in enumerate(table.chairs) if chair.asked and chair.user not in people]


def _write(rows: Rows, tables: Sequence[ListedGame]) -> None:
    shown = [(table, msgspec.json.encode(table).decode()) for table in tables]
    rows.execute_many(
        "INSERT INTO tables (stream, shelf, ruleset, pace, listed, bots, wanted, updated_at, shown)"
        " VALUES (:stream, :shelf, :ruleset, :pace, :listed, :bots, :wanted, :updated_at, :shown)"
        " ON CONFLICT (stream) DO UPDATE SET shelf = excluded.shelf, pace = excluded.pace, listed = excluded.listed,"
        " bots = excluded.bots, wanted = excluded.wanted, updated_at = excluded.updated_at, shown = excluded.shown",
        [
            _row(table) | {"bots": _waits_for_bots(table), "wanted": _wants_replacement(table), "shown": text}
            for table, text in shown
        ],
    )
    rows.execute_many("DELETE FROM table_people WHERE stream = :stream", [{"stream": table.stream} for table in tables])
    rows.insert("table_people", [person | {"shown": text} for table, text in shown for person in _people(table)])


def _row(table: ListedGame) -> Row:
    return {
        "stream": table.stream,
        "shelf": "full" if table.phase == "open" and not any(seat.free for seat in table.seats) else table.phase,
        "ruleset": table.ruleset,
        "pace": table.pace,
        "listed": table.listed,
        "updated_at": table.updated_at,
    }


def _waits_for_bots(table: ListedGame) -> bool:
    return any(seat.bot is not None and seat.to_act is not None for seat in table.seats)


def _wants_replacement(table: ListedGame) -> bool:
    return any(seat.offered for seat in table.seats)


def _people(table: ListedGame) -> Iterable[Row]:
    """Yield a row for each user involved in a game. Games imported after their end have a separate list there."""
    row = _row(table)
    if table.imported is not None and table.phase == "finished":
        row["shelf"] = "brought"
    waiting = {seat.user for seat in table.seats if seat.to_act is not None and seat.bot is None}
    people = dict.fromkeys([table.owner, *(seat.user for seat in table.seats)])
    for person in people:
        if person:
            yield row | {"user_id": person, "playing": table.phase != "finished", "waiting": person in waiting}


TABLES = ReadModel(
    name="tables",
    tables=("tables", "table_people"),
    schema=(
        "CREATE TABLE tables (stream TEXT PRIMARY KEY, shelf TEXT NOT NULL, ruleset TEXT NOT NULL,"
        " pace TEXT NOT NULL, listed BOOLEAN NOT NULL, bots BOOLEAN NOT NULL, wanted BOOLEAN NOT NULL,"
        " updated_at TEXT NOT NULL, shown TEXT NOT NULL)",
        "CREATE INDEX tables_wanting ON tables (updated_at, stream, ruleset) WHERE listed AND wanted",
        "CREATE INDEX tables_listed ON tables (updated_at, stream) WHERE listed",
        "CREATE INDEX tables_on_shelves ON tables (shelf, updated_at, stream) WHERE listed",
        "CREATE INDEX tables_of_rulesets ON tables (ruleset, shelf, updated_at, stream) WHERE listed",
        "CREATE INDEX tables_of_paces ON tables (pace, updated_at, stream) WHERE listed AND shelf = 'open'",
        "CREATE INDEX tables_for_bots ON tables (stream) WHERE bots",
        "CREATE TABLE table_people (stream TEXT NOT NULL, user_id TEXT NOT NULL, shelf TEXT NOT NULL,"
        " ruleset TEXT NOT NULL, pace TEXT NOT NULL, listed BOOLEAN NOT NULL, playing BOOLEAN NOT NULL,"
        " waiting BOOLEAN NOT NULL, updated_at TEXT NOT NULL, shown TEXT NOT NULL, PRIMARY KEY (stream, user_id))",
        # The ruleset comes last: a list of one ruleset skips the others without reading their rows.
        "CREATE INDEX table_people_mine ON table_people (user_id, updated_at, stream, ruleset)",
        "CREATE INDEX table_people_playing ON table_people (user_id, updated_at, stream, ruleset) WHERE playing",
        "CREATE INDEX table_people_waiting ON table_people (user_id, updated_at, stream, ruleset) WHERE waiting",
        "CREATE INDEX table_people_unlisted ON table_people (user_id, updated_at, stream, ruleset) WHERE NOT listed",
        "CREATE INDEX table_people_shelves ON table_people (user_id, shelf, updated_at, stream, ruleset)"
        " WHERE NOT listed",
    ),
    process=_process,
    revision=5,
)


# --------------------------------------------------------------------------------------------------------------------
# Reading
# --------------------------------------------------------------------------------------------------------------------

Cursor = tuple[str, str]
"""``updated_at`` and stream of the last table seen."""

START: Cursor = ("9999", "")
"""The cursor before the first table."""

MANY = 50
"""The limit of the count of games waiting for a user."""

BOTS_AT_A_TIME = 50
"""Games in which a bot is to act, per query."""

_SHELVES = ("open", "full", "running", "finished")


_OWN: dict[Filter, str] = {
    "all": "NOT listed",
    "mine": "TRUE",
    "playing": "playing",
    "my_turn": "waiting",
    "open": "NOT listed AND shelf = 'open'",
    "running": "NOT listed AND shelf = 'running'",
    "finished": "NOT listed AND shelf = 'finished'",
    "needs_players": "FALSE",
}
"""Conditions for the user's games that belong to a list, in addition to its public games. Here and in
:func:`_parts`, each condition selects a range of one index.
"""

prepare_decoders(ListedGame)


def find(
    rows: Rows,
    user: str,
    which: Filter = "all",
    *,
    ruleset: str | None = None,
    pace: Pace | None = None,
    after: Cursor = START,
    limit: int = 50,
) -> list[ListedGame]:
    """Return tables that a user (``""`` for a visitor) may see, the latest change first. ``pace`` filters open ones.

    Private tables are shown to their owner and their players. Imported games that are not listed are shown to their
    owner, among all games and among their own. The cursor of the next page is ``updated_at`` and stream of the last
    table.
    """
    parts = _parts(which, user, ruleset)
    if not parts:
        return []
    more = " AND (updated_at, stream) < (:updated_at, :stream)"
    if ruleset is not None:
        more += " AND ruleset = :ruleset"
    if pace is not None and which == "open":
        more += " AND pace = :pace"
    order = "ORDER BY updated_at DESC, stream DESC LIMIT :limit"
    # Each part in order, so that they can be merged up to the length of the list.
    ordered = [f"SELECT * FROM (SELECT updated_at, stream, shown FROM {part}{more} {order}) AS part" for part in parts]  # noqa: S608
    found = rows.execute(
        f"{' UNION ALL '.join(ordered)} {order}",
        {"user": user, "ruleset": ruleset, "pace": pace, "updated_at": after[0], "stream": after[1], "limit": limit},
    )
    return [_table(row) for row in found]


def _parts(which: Filter, user: str, ruleset: str | None) -> list[str]:
    """Return the disjoint conditions that select the games of a list."""
    parts = []
    if which in ("open", "running", "finished"):
        parts = [f"tables WHERE listed AND shelf = '{which}'"]
    elif which == "all" and ruleset is not None:
        parts = [f"tables WHERE listed AND shelf = '{shelf}'" for shelf in _SHELVES]
    elif which == "all":
        parts = ["tables WHERE listed"]
    elif which == "needs_players":
        return ["tables WHERE listed AND wanted"]
    return [*parts, f"table_people WHERE user_id = :user AND {_OWN[which]}"] if user else parts


def streams_of(rows: Rows, user: str) -> list[str]:
    """Return all tables that a user is involved in, the latest change first."""
    found = rows.execute(
        "SELECT stream FROM table_people WHERE user_id = :user ORDER BY updated_at DESC, stream DESC", {"user": user}
    )
    return [row["stream"] for row in found]


def streams_played(rows: Rows, user: str) -> list[str]:
    """Return all tables of a user that are not over."""
    found = rows.execute("SELECT stream FROM table_people WHERE user_id = :user AND playing", {"user": user})
    return [row["stream"] for row in found]


def changed_since(rows: Rows, user: str, moment: str, limit: int) -> list[ListedGame]:
    """Return a user's games that have changed since a moment, oldest change first; if too many, only the latest."""
    found = rows.execute(
        "SELECT shown FROM table_people WHERE user_id = :user AND updated_at > :moment"
        " ORDER BY updated_at DESC, stream DESC LIMIT :limit",
        {"user": user, "moment": moment, "limit": limit},
    )
    return [_table(row) for row in reversed(found)]


def one(rows: Rows, stream: str) -> ListedGame | None:
    """Return one table, regardless of the reader; None for a stream that is not a table (or not known yet)."""
    found = rows.execute("SELECT shown FROM tables WHERE stream = :stream", {"stream": stream})
    return _table(found[0]) if found else None


def some(rows: Rows, streams: Iterable[str]) -> list[ListedGame]:
    """Return those of these streams that are tables."""
    among, params = listed("stream", streams)
    found = rows.execute(f"SELECT shown FROM tables WHERE stream IN ({among})", params)  # noqa: S608
    return [_table(row) for row in found]


def waiting_for(rows: Rows, user: str) -> int:
    """Return the number of games in which it is the user's turn; one more than :data:`MANY` if there are more."""
    found = rows.execute(
        "SELECT COUNT(*) AS games FROM"
        " (SELECT stream FROM table_people WHERE user_id = :user AND waiting LIMIT :limit) AS found",
        {"user": user, "limit": MANY + 1},
    )
    return int(found[0]["games"])


def waiting_longest_for(rows: Rows, user: str, but: str) -> ListedGame | None:
    """Return the game that has waited longest for the user's turn, except a given one."""
    found = rows.execute(
        "SELECT shown FROM table_people WHERE user_id = :user AND waiting AND stream <> :but"
        " ORDER BY updated_at, stream LIMIT 1",
        {"user": user, "but": but},
    )
    return _table(found[0]) if found else None


def waiting_for_bots(rows: Rows, after: str = "") -> list[str]:
    """Return games in which a bot is to act: those that follow ``after``, in order of streams, or none at the end."""
    found = rows.execute(
        "SELECT stream FROM tables WHERE bots AND stream > :after ORDER BY stream LIMIT :limit",
        {"after": after, "limit": BOTS_AT_A_TIME},
    )
    return [row["stream"] for row in found]


def _table(row: Row) -> ListedGame:
    return msgspec.json.decode(row["shown"], type=ListedGame)
