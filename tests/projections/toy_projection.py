"""A minimal projection, which follows projections/README.md."""

from __future__ import annotations

from collections.abc import Sequence

from projections.db_protocol import Rows
from projections.read_model import ReadModel
from projections.stream_folder import Change


def _process(rows: Rows, changes: Sequence[Change]) -> None:
    rows.execute_many("DELETE FROM toy_sizes WHERE stream = :stream", [{"stream": each.stream} for each in changes])
    rows.insert("toy_sizes", [{"stream": each.stream, "facts": each.game.version} for each in changes])


TOY_SIZES = ReadModel(
    name="toy_sizes",
    tables=("toy_sizes",),
    schema=("CREATE TABLE toy_sizes (stream TEXT PRIMARY KEY, facts INTEGER NOT NULL)",),
    process=_process,
)


def facts_of(rows: Rows, stream: str) -> int | None:
    """Return the number of facts of a game; None if it is unknown."""
    found = rows.execute("SELECT facts FROM toy_sizes WHERE stream = :stream", {"stream": stream})
    return found[0]["facts"] if found else None
