"""The definition of a read model: tables derived from the facts, which can be deleted and rebuilt.

Every table of a read model has a column ``stream``, and a stream's rows follow from that stream's facts alone (and, for
a branch, its origin's). So the rows can be replaced one stream at a time while readers use the table.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from projections.db_protocol import Rows, listed
from projections.stream_folder import Change


@dataclass(frozen=True)
class ReadModel:
    """One read model: its tables, and the function that processes changes.

    ``process`` writes the rows of changes that were not processed yet, in order, within the caller's transaction.
    """

    name: str
    tables: tuple[str, ...]
    schema: tuple[str, ...]
    process: Callable[[Rows, Sequence[Change]], None]
    revision: int = 1
    """To be increased when ``process`` writes different rows into the same tables."""

    @property
    def fingerprint(self) -> str:
        """A value that changes when the stored rows become invalid and must be rebuilt."""
        return hashlib.sha256("\n".join([str(self.revision), *self.schema]).encode()).hexdigest()


def install(rows: Rows, model: ReadModel) -> None:
    """Create the tables again, empty."""
    for table in model.tables:
        rows.execute(f"DROP TABLE IF EXISTS {table}")
    for statement in model.schema:
        rows.execute(statement)


def forget(rows: Rows, model: ReadModel, streams: Iterable[str]) -> None:
    """Remove the rows of these streams."""
    among, params = listed("stream", streams)
    for table in model.tables:
        rows.execute_many(f"DELETE FROM {table} WHERE stream IN ({among})", [params])  # noqa: S608
