"""The current state of every game and branch, and how it looks at a glance: a read costs one look-up.

The state is complete (as the auditor sees it); what leaves the service of it goes through the ruleset's ``view`` first.
A glance is what a spectator sees, for lists of games.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from domain.game import ruleset, worked_out
from domain.message import Message
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


class Glance(msgspec.Struct, frozen=True):
    """How far a game has come, and the points by seat."""

    headline: Message
    points: list[int]


worked_out(Glance)


def _process(rows: Rows, changes: Sequence[Change]) -> None:
    rows.execute_many(
        "INSERT INTO positions (stream, version, ruleset, phase, state, glance)"
        " VALUES (:stream, :version, :ruleset, :phase, :state, :glance)"
        " ON CONFLICT (stream) DO UPDATE SET version = excluded.version, phase = excluded.phase,"
        " state = excluded.state, glance = excluded.glance",
        [_row(change) for change in changes],
    )


def _row(change: Change) -> dict[str, Any]:
    return {
        "stream": change.stream,
        "version": change.version,
        "ruleset": change.game.ruleset.name,
        "phase": change.game.table.phase,
        "state": None if change.state is None else msgspec.json.encode(change.state).decode(),
        "glance": None if change.state is None else msgspec.json.encode(_glance(change)).decode(),
    }


def _glance(change: Change) -> Glance:
    rules = change.game.ruleset
    seen = rules.view(change.state, "spectator")
    return Glance(rules.summary(seen).headline, rules.standing(seen).points)


POSITIONS = ReadModel(
    name="positions",
    tables=("positions",),
    schema=(
        "CREATE TABLE positions (stream TEXT PRIMARY KEY, version BIGINT NOT NULL, ruleset TEXT NOT NULL,"
        " phase TEXT NOT NULL, state TEXT, glance TEXT)",
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


def glances(rows: Rows, streams: Sequence[str]) -> dict[str, Glance]:
    """How these games look at a glance; those that have not started are left out."""
    names = {f"stream{number}": stream for number, stream in enumerate(streams)}
    among = ", ".join(f":{name}" for name in names) or "NULL"
    found = rows.execute(
        f"SELECT stream, glance FROM positions WHERE glance IS NOT NULL AND stream IN ({among})",  # noqa: S608
        names,
    )
    return {row["stream"]: msgspec.json.decode(row["glance"], type=Glance) for row in found}
