"""Every fact of every game and branch: whether it is on the line or abandoned, and the data that undo needs.

The content of a fact is only in the event store, where later releases of a game can read it; a page of the history
reads just the facts of its rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, takewhile

from domain import aggregate, log, undo
from domain.aggregate import Game
from domain.undo import UndoStep
from projections.chunked_rows import ALL, ChunkedTable
from projections.db_protocol import Rows
from projections.read_model import ReadModel
from projections.stream_folder import Change


class HistoryRow(UndoStep, frozen=True, array_like=True):
    """One fact of a stream. Facts that are not moves have no ``on_line`` and no ``parent``."""

    on_line: bool | None


# --------------------------------------------------------------------------------------------------------------------
# Writing
# --------------------------------------------------------------------------------------------------------------------


def _process(rows: Rows, changes: Sequence[Change]) -> None:
    _HISTORY.update_line(rows, changes)
    _HISTORY.add(rows, ((change.stream, _entered(change)) for change in changes))


def _entered(change: Change) -> Iterator[HistoryRow]:
    return _entries(change.game, [(step.version, step.on_line) for step in change.steps])


def entries(game: Game, versions: Sequence[int]) -> list[HistoryRow]:
    """Return the rows of these versions, in either order, from a replayed game."""
    first = min(versions, default=0)
    line = set(takewhile(lambda version: version >= first, log.backward(game.tree)))
    places = [(version, version in line if aggregate.is_move(game, version) else None) for version in versions]
    return list(_entries(game, places))


def _entries(game: Game, places: Sequence[tuple[int, bool | None]]) -> Iterator[HistoryRow]:
    moves = aggregate.move_starts(game, [version for version, _ in places])
    for (version, on_line), move in zip(places, moves, strict=True):
        if on_line is None:
            step = UndoStep(version, move, game.records[version - 1].seat, parent=None, reveals=False)
        else:
            step = undo.step_of(game, version, move)
        yield HistoryRow(step.version, step.move, step.seat, step.parent, step.reveals, on_line)


_HISTORY = ChunkedTable("history", HistoryRow)

HISTORY = ReadModel(
    name="history",
    tables=("history",),
    schema=(_HISTORY.schema, _HISTORY.schema_for_moves),
    process=_process,
    revision=3,
)


# --------------------------------------------------------------------------------------------------------------------
# Reading
# --------------------------------------------------------------------------------------------------------------------

version = _HISTORY.last
"""Return the version up to which a stream is shown; 0 if it is unknown (or not known yet)."""


def forward(rows: Rows, stream: str, *, after: int = 0, limit: int | None = None) -> list[HistoryRow]:
    """Return facts after a version, oldest first; the last one's version is the cursor of the next page."""
    return list(islice(_HISTORY.forward(rows, stream, after, ALL if limit is None else limit), limit))


def backward(rows: Rows, stream: str, *, before: int | None = None, limit: int) -> list[HistoryRow]:
    """Return facts before a version (None: the latest), newest first; the last version is the next page's cursor."""
    found = _HISTORY.backward(rows, stream, ALL if before is None else before, limit)
    return list(islice(found, limit))


_AT_A_TIME = 50
"""Entries of the line to read at once: most undo stays within a turn, which has fewer."""


def line(rows: Rows, stream: str) -> Iterator[HistoryRow]:
    """Yield the moves on the line, latest first, read on demand."""
    return _HISTORY.line(rows, stream, _AT_A_TIME)


def steps_after(rows: Rows, stream: str, version: int) -> list[HistoryRow]:
    """Return all facts of moves after a version, on the line or abandoned, in order."""
    return list(_HISTORY.moves_after(rows, stream, version))
