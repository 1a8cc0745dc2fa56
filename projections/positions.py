"""The current state of every game and branch, read by one lookup.

The stored state is complete (as the auditor sees it). Rows name the program that wrote them: another release may derive
a different position from the same facts, so readers of that release replay until its projector has rewritten the row.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from projections.db_protocol import Rows
from projections.game_snapshot import Current, current_of
from projections.program import digest_of_rules
from projections.read_model import ReadModel
from projections.stream_folder import Change


class StoredPosition(msgspec.Struct, frozen=True):
    """A stream at its latest known version, as stored; ``program`` wrote it.

    ``now`` and ``state`` are JSON; there is no state before the start.
    """

    version: int
    program: str
    now: str
    state: str | None

    @property
    def usable(self) -> bool:
        """Whether this program would derive the same position from the facts."""
        return self.program == digest_of_rules()

    @property
    def current(self) -> Current:
        """Everything except the state."""
        return msgspec.json.decode(self.now, type=Current)


def _process(rows: Rows, changes: Sequence[Change]) -> None:
    rows.execute_many(
        "INSERT INTO positions (stream, version, program, now, state)"
        " VALUES (:stream, :version, :program, :now, :state)"
        " ON CONFLICT (stream) DO UPDATE SET version = excluded.version, program = excluded.program,"
        " now = excluded.now, state = excluded.state",
        [_row(change) for change in changes],
    )


def _row(change: Change) -> dict[str, Any]:
    return {
        "stream": change.stream,
        "version": change.version,
        "program": digest_of_rules(),
        "now": msgspec.json.encode(current_of(change.game, change.root)).decode(),
        "state": None if change.state is None else msgspec.json.encode(change.state).decode(),
    }


POSITIONS = ReadModel(
    name="positions",
    tables=("positions",),
    schema=(
        "CREATE TABLE positions (stream TEXT PRIMARY KEY, version BIGINT NOT NULL, program TEXT NOT NULL,"
        " now TEXT NOT NULL, state TEXT)",
        "CREATE INDEX positions_by_program ON positions (program, stream, version)",
    ),
    process=_process,
    revision=2,
)


def stored(rows: Rows, stream: str) -> StoredPosition | None:
    """Return the latest known position; None for a stream that is unknown (or not known yet)."""
    found = rows.execute(
        "SELECT version, program, now, state FROM positions WHERE stream = :stream", {"stream": stream}
    )
    return StoredPosition(**found[0]) if found else None


class RowVersion(NamedTuple):
    """The program that wrote the row of a stream, and the version of the row."""

    program: str
    stream: str
    version: int


FIRST = ("", "")
"""The cursor before every row."""


def of_other_programs(rows: Rows, after: tuple[str, str], limit: int) -> list[RowVersion]:
    """Return rows that another program wrote: those that follow ``after``, in order of programs and streams."""
    beside = [
        "SELECT * FROM (SELECT program, stream, version FROM positions"  # noqa: S608
        f" WHERE (program, stream) > (:program, :stream) AND program {side} :this"
        " ORDER BY program, stream LIMIT :limit) AS beside"
        for side in ("<", ">")
    ]
    found = rows.execute(
        f"{' UNION ALL '.join(beside)} ORDER BY program, stream LIMIT :limit",
        {"program": after[0], "stream": after[1], "this": digest_of_rules(), "limit": limit},
    )
    return [RowVersion(**row) for row in found]


def state_of(now: Current, text: str) -> Any:
    """Return a stored state; a new object each time."""
    return msgspec.json.decode(text, type=now.ruleset.state)
