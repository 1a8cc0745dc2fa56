"""A row per fact of every game and branch, on the line or abandoned.

Facts are complete here; what leaves the service goes through the ruleset's ``veil`` first, and is told in words by
``narrate`` only then.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from projections.fold import Change, Step
from projections.read_model import ReadModel, redraw_line
from projections.rows import Row, Rows, timestamp


class Entry(msgspec.Struct, frozen=True):
    """One fact of a stream. Facts of one command share ``command`` and make up one move.

    ``on_line`` is None for facts that are no moves. ``fact`` is its JSON text; ``at`` is ISO 8601 in UTC.
    """

    version: int
    command: str
    seat: int | None
    actor: str
    topic: str
    fact: str
    at: str
    on_line: bool | None


def _process(rows: Rows, changes: Sequence[Change]) -> None:
    redraw_line(rows, "history", changes)
    rows.execute_many(
        "INSERT INTO history (stream, version, command, seat, actor, topic, fact, at, on_line)"
        " VALUES (:stream, :version, :command, :seat, :actor, :topic, :fact, :at, :on_line)",
        [_row(change.stream, step) for change in changes for step in change.steps],
    )


def _row(stream: str, step: Step) -> Row:
    record = step.record
    return {
        "stream": stream,
        "version": step.version,
        "command": record.command,
        "seat": record.seat,
        "actor": record.actor,
        "topic": record.fact.__struct_config__.tag,
        "fact": msgspec.json.encode(record.fact).decode(),
        "at": timestamp(record.at),
        "on_line": step.on_line,
    }


HISTORY = ReadModel(
    name="history",
    tables=("history",),
    schema=(
        "CREATE TABLE history (stream TEXT NOT NULL, version BIGINT NOT NULL, command TEXT NOT NULL, seat BIGINT,"
        " actor TEXT NOT NULL, topic TEXT NOT NULL, fact TEXT NOT NULL, at TEXT NOT NULL, on_line BOOLEAN,"
        " PRIMARY KEY (stream, version))",
    ),
    process=_process,
)

_COLUMNS = "SELECT version, command, seat, actor, topic, fact, at, on_line FROM history"


def forward(rows: Rows, stream: str, *, after: int = 0, limit: int = 100) -> list[Entry]:
    """Facts after a version, oldest first; the last one's version is the cursor of the next page."""
    found = rows.execute(
        f"{_COLUMNS} WHERE stream = :stream AND version > :after ORDER BY version LIMIT :limit",
        {"stream": stream, "after": after, "limit": limit},
    )
    return [_entry(row) for row in found]


def backward(rows: Rows, stream: str, *, before: int | None = None, limit: int = 100) -> list[Entry]:
    """Facts before a version (None: the latest), newest first; the last one's version is the next page's cursor."""
    found = rows.execute(
        f"{_COLUMNS} WHERE stream = :stream AND version < :before ORDER BY version DESC LIMIT :limit",
        {"stream": stream, "before": 2**62 if before is None else before, "limit": limit},
    )
    return [_entry(row) for row in found]


def _entry(row: Row) -> Entry:
    on_line: Any = row["on_line"]
    return Entry(**{**row, "on_line": None if on_line is None else bool(on_line)})
