"""The current state of every game and branch, complete (as the auditor sees it): a read costs one look-up.

What leaves the service goes through the ruleset's ``view`` first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from domain.game import ruleset
from projections.fold import Change
from projections.read_model import ReadModel
from projections.rows import Rows


class Position(msgspec.Struct, frozen=True):
    """A stream's state at its latest version; ``state`` is None before the start."""

    stream: str
    version: int
    ruleset: str
    phase: str
    state: Any


def _process(rows: Rows, changes: Sequence[Change]) -> None:
    rows.execute_many(
        "INSERT INTO positions (stream, version, ruleset, phase, state)"
        " VALUES (:stream, :version, :ruleset, :phase, :state)"
        " ON CONFLICT (stream) DO UPDATE SET version = excluded.version, phase = excluded.phase,"
        " state = excluded.state",
        [_row(change) for change in changes],
    )


def _row(change: Change) -> dict[str, Any]:
    return {
        "stream": change.stream,
        "version": change.version,
        "ruleset": change.game.ruleset.name,
        "phase": change.game.table.phase,
        "state": None if change.state is None else msgspec.json.encode(change.state).decode(),
    }


POSITIONS = ReadModel(
    name="positions",
    tables=("positions",),
    schema=(
        "CREATE TABLE positions (stream TEXT PRIMARY KEY, version BIGINT NOT NULL, ruleset TEXT NOT NULL,"
        " phase TEXT NOT NULL, state TEXT)",
    ),
    process=_process,
)


def current(rows: Rows, stream: str) -> Position | None:
    """The latest position known; None for a stream that is unknown (or not known yet)."""
    found = rows.execute(
        "SELECT stream, version, ruleset, phase, state FROM positions WHERE stream = :stream", {"stream": stream}
    )
    if not found:
        return None
    row = found[0]
    if row["state"] is not None:
        row["state"] = msgspec.json.decode(row["state"], type=ruleset(row["ruleset"]).state)
    return Position(**row)
