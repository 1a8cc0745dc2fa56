"""Checkpoints: the positions of the event store and of each read model, by notification id."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from projections.db_protocol import Rows, listed


class StreamEnd(NamedTuple):
    """A stream and the version it had reached."""

    stream: str
    version: int


class Tracking:
    """Positions by name, in the library's table, and the state of the event store at a position.

    ``ids`` is the column of notification ids in the table of stored events; ``table`` is the table of positions.
    """

    def __init__(self, ids: str, table: str) -> None:
        self.ids = ids
        self._table = table

    def end(self, rows: Rows) -> int:
        """Return the highest notification id; 0 for an empty event store."""
        found = rows.execute(f"SELECT MAX({self.ids}) AS last FROM stored_events")  # noqa: S608
        return found[0]["last"] or 0

    def position(self, rows: Rows, name: str) -> int:
        """Return the last notification id that this read model has processed; 0 for none."""
        found = rows.execute(
            f"SELECT notification_id FROM {self._table} WHERE application_name = :name",  # noqa: S608
            {"name": name},
        )
        return int(found[0]["notification_id"]) if found else 0

    def locked_positions(self, rows: Rows, names: Collection[str]) -> set[int]:
        """Return the distinct positions of these read models, locked against other transactions until this one ends."""
        params = {f"name{number}": name for number, name in enumerate(names)}
        found = rows.execute(
            f"INSERT INTO {self._table} VALUES {', '.join(f'(:{param}, 0)' for param in params)}"  # noqa: S608
            " ON CONFLICT (application_name)"
            f" DO UPDATE SET notification_id = {self._table}.notification_id RETURNING notification_id",
            params,
        )
        return {int(row["notification_id"]) for row in found}

    def advance(self, rows: Rows, names: Collection[str], first: int, to: int) -> None:
        """Move positions forward within the transaction that writes the rows of facts, from the first to the last.

        Raise IntegrityError, by the end of the transaction, if a position has already reached the first fact (another
        process has processed some of these facts) or if facts lie between (its rows were emptied meanwhile). The
        statement reads nothing, so it can be sent with the rows: the database refuses a name that would be NULL.
        """
        params = {f"name{number}": name for number, name in enumerate(names)}
        rows.execute_many(
            f"INSERT INTO {self._table} VALUES {', '.join(f'(:{param}, :to)' for param in params)}"  # noqa: S608
            " ON CONFLICT (application_name) DO UPDATE SET notification_id = excluded.notification_id, application_name"
            f" = CASE WHEN {self._table}.notification_id < :first AND NOT EXISTS (SELECT 1 FROM stored_events WHERE"
            f" stored_events.{self.ids} > {self._table}.notification_id AND stored_events.{self.ids} < :first)"
            " THEN excluded.application_name END",
            [{**params, "first": first, "to": to}],
        )

    def reset(self, rows: Rows, name: str) -> None:
        """Reset a position to 0, within the transaction that empties the rows, so that other projectors notice."""
        rows.execute(
            f"INSERT INTO {self._table} VALUES (:name, 0)"  # noqa: S608
            " ON CONFLICT (application_name) DO UPDATE SET notification_id = excluded.notification_id",
            {"name": name},
        )

    def version_at(self, rows: Rows, stream: str, upto: int) -> int:
        """Return the version of a stream at a notification id; 0 before its first fact."""
        found = rows.execute(
            "SELECT MAX(originator_version) AS version FROM stored_events"  # noqa: S608
            f" WHERE originator_id = :stream AND {self.ids} <= :upto",
            {"stream": stream, "upto": upto},
        )
        return found[0]["version"] or 0

    def versions_at(self, rows: Rows, streams: Sequence[str], upto: int) -> dict[str, int]:
        """Return the versions of streams at a notification id, without streams that began after it."""
        among, params = listed("stream", streams)
        found = rows.execute(
            "SELECT originator_id AS stream, MAX(originator_version) AS version FROM stored_events"  # noqa: S608
            f" WHERE originator_id IN ({among}) AND {self.ids} <= :upto GROUP BY originator_id",
            {**params, "upto": upto},
        )
        return {row["stream"]: row["version"] for row in found}

    def streams(self, rows: Rows, upto: int) -> int:
        """Return the number of streams at a notification id."""
        found = rows.execute(f"SELECT COUNT(*) AS streams FROM {self._begun}", {"upto": upto})  # noqa: S608
        return int(found[0]["streams"])

    def stream_ends(self, rows: Rows, upto: int, after: int, limit: int) -> Sequence[tuple[int, StreamEnd]]:
        """Return streams in their state at a notification id, oldest stream first: those that began after another id,
        each with its first id.
        """
        found = rows.execute(
            "SELECT began, originator_id AS stream, (SELECT MAX(originator_version) FROM stored_events"  # noqa: S608
            f" WHERE originator_id = first.originator_id AND {self.ids} <= :upto) AS version"
            f" FROM (SELECT {self.ids} AS began, originator_id FROM {self._begun} AND {self.ids} > :after"
            f" ORDER BY {self.ids} LIMIT :limit) AS first ORDER BY began",
            {"upto": upto, "after": after, "limit": limit},
        )
        return [(row["began"], StreamEnd(row["stream"], row["version"])) for row in found]

    @property
    def _begun(self) -> str:
        return f"stored_events WHERE originator_version = 1 AND {self.ids} <= :upto"
