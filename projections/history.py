"""A row per fact of every game and branch: where it stands, on the line or abandoned, and what undo needs to know.

What the fact says is in the journal and nowhere else, where a game's later releases know how to read it; whoever shows
a page of the history reads just the facts of its rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from domain import aggregate, log, undo
from domain.aggregate import Game
from domain.undo import Step
from projections.fold import Change
from projections.read_model import ReadModel, redraw_line
from projections.rows import Row, Rows


class Entry(Step, frozen=True):
    """One fact of a stream. ``on_line`` is None for facts that are no moves; these follow nothing (``parent`` None).

    ``names`` are those at the seats before the start; None from then on, because nobody comes or goes any more.
    """

    on_line: bool | None
    names: list[str] | None


# --------------------------------------------------------------------------------------------------------------------
# Writing
# --------------------------------------------------------------------------------------------------------------------


def _process(rows: Rows, changes: Sequence[Change]) -> None:
    redraw_line(rows, "history", changes)
    rows.insert("history", [row for change in changes for row in _rows(change)])


def _rows(change: Change) -> Iterator[Row]:
    found = _entries(change.game, [(step.version, step.on_line) for step in change.steps])
    for entry in found:
        names = None if entry.names is None else msgspec.json.encode(entry.names).decode()
        yield {**msgspec.structs.asdict(entry), "stream": change.stream, "names": names}


def entries(game: Game, versions: Iterable[int]) -> list[Entry]:
    """What the rows of these versions, in either order, say, told by a replayed game."""
    line = set(log.line(game.tree))
    places = [(version, version in line if aggregate.is_move(game, version) else None) for version in versions]
    return list(_entries(game, places))


def _entries(game: Game, places: Sequence[tuple[int, bool | None]]) -> Iterator[Entry]:
    seatings = aggregate.seatings(game)
    moves = aggregate.move_starts(game, [version for version, _ in places])
    for (version, on_line), move in zip(places, moves, strict=True):
        names = seatings[version - 1] if version <= len(seatings) else None
        if on_line is None:
            step = Step(version, move, game.records[version - 1].seat, parent=None, reveals=False)
        else:
            step = undo.step_of(game, version, move)
        yield Entry(step.version, step.move, step.seat, step.parent, step.reveals, on_line, names)


HISTORY = ReadModel(
    name="history",
    tables=("history",),
    schema=(
        "CREATE TABLE history (stream TEXT NOT NULL, version BIGINT NOT NULL, move BIGINT NOT NULL, seat BIGINT,"
        " parent BIGINT, reveals BOOLEAN NOT NULL, on_line BOOLEAN, names TEXT, PRIMARY KEY (stream, version))",
        "CREATE INDEX history_of_moves ON history (stream, version) WHERE on_line IS NOT NULL",
    ),
    process=_process,
)


# --------------------------------------------------------------------------------------------------------------------
# Reading
# --------------------------------------------------------------------------------------------------------------------

_COLUMNS = "SELECT version, move, seat, parent, reveals, on_line, names FROM history WHERE stream = :stream"
_ALL = 2**62


def version(rows: Rows, stream: str) -> int:
    """The version up to which a stream is shown; 0 where it is unknown (or not known yet)."""
    found = rows.execute("SELECT MAX(version) AS version FROM history WHERE stream = :stream", {"stream": stream})
    return found[0]["version"] or 0


def forward(rows: Rows, stream: str, *, after: int = 0, limit: int | None = None) -> list[Entry]:
    """Facts after a version, oldest first; the last one's version is the cursor of the next page."""
    found = rows.execute(
        f"{_COLUMNS} AND version > :after ORDER BY version LIMIT :limit",
        {"stream": stream, "after": after, "limit": _ALL if limit is None else limit},
    )
    return [_read(row) for row in found]


def backward(rows: Rows, stream: str, *, before: int | None = None, limit: int) -> list[Entry]:
    """Facts before a version (None: the latest), newest first; the last one's version is the next page's cursor."""
    found = rows.execute(
        f"{_COLUMNS} AND version < :before ORDER BY version DESC LIMIT :limit",
        {"stream": stream, "before": _ALL if before is None else before, "limit": limit},
    )
    return [_read(row) for row in found]


_AT_A_TIME = 50
"""Rows of the line that are read at a time: a turn, which is as far as most undo reaches, has fewer."""


def line(rows: Rows, stream: str) -> Iterator[Entry]:
    """The moves that count, the latest first, read as far as they are asked for."""
    before = _ALL
    while True:
        found = rows.execute(
            f"{_COLUMNS} AND on_line IS NOT NULL AND on_line AND version < :before ORDER BY version DESC LIMIT :limit",
            {"stream": stream, "before": before, "limit": _AT_A_TIME},
        )
        yield from map(_read, found)
        if len(found) < _AT_A_TIME:
            return
        before = found[-1]["version"]


def steps_after(rows: Rows, stream: str, version: int) -> list[Entry]:
    """All facts of moves after a version, those that count and the abandoned ones, in order."""
    found = rows.execute(
        f"{_COLUMNS} AND on_line IS NOT NULL AND version > :after ORDER BY version",
        {"stream": stream, "after": version},
    )
    return [_read(row) for row in found]


def _read(row: Row) -> Entry:
    on_line, names = row["on_line"], row["names"]
    return Entry(
        **{
            **row,
            "reveals": bool(row["reveals"]),
            "on_line": None if on_line is None else bool(on_line),
            "names": None if names is None else msgspec.json.decode(names, type=list[str]),
        }
    )
