"""Failed streams: games that a read model cannot show, because the code of the game failed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from eventsourcing.persistence import IntegrityError, OperationalError

from projections.db_protocol import Rows, listed
from service.storage import Database, Unavailable

OF_THE_DATABASE = (IntegrityError, OperationalError, Unavailable)
"""Errors that the game did not cause, so that the whole attempt is repeated."""


def mark(rows: Rows, model: str, stream: str, version: int, error: Exception) -> None:
    """Mark a stream as out of date from this version on, until :func:`forget`."""
    rows.execute(
        "INSERT INTO failed_streams VALUES (:model, :stream, :version, :error)"
        " ON CONFLICT (read_model, stream) DO NOTHING",
        {"model": model, "stream": stream, "version": version, "error": repr(error)},
    )


def forget(rows: Rows, models: Iterable[str], streams: Iterable[str]) -> None:
    """Remove the marks of streams that the read models show correctly."""
    among, params = listed("stream", streams)
    rows.execute_many(
        f"DELETE FROM failed_streams WHERE read_model = :model AND stream IN ({among})",  # noqa: S608
        [params | {"model": model} for model in models],
    )


def streams_of(database: Database, model: str) -> list[str]:
    """Return the streams that a read model cannot show."""
    with database.reading() as rows:
        found = rows.execute("SELECT stream FROM failed_streams WHERE read_model = :model", {"model": model})
    return [row["stream"] for row in found]


def among(database: Database, streams: Iterable[str]) -> dict[str, int]:
    """Return those of the streams that some read model cannot show, and the version at which the first of
    them failed.
    """
    among, params = listed("stream", streams)
    with database.reading() as rows:
        found = rows.execute(
            "SELECT stream, MIN(version) AS version FROM failed_streams"  # noqa: S608
            f" WHERE stream IN ({among}) GROUP BY stream",
            params,
        )
    return {row["stream"]: row["version"] for row in found}


def marked(rows: Rows, model: str, stream: str) -> bool:
    """Return whether the read model is unable to show this stream."""
    found = rows.execute(
        "SELECT version FROM failed_streams WHERE read_model = :model AND stream = :stream",
        {"model": model, "stream": stream},
    )
    return bool(found)


def counted(rows: Rows) -> Counter[str]:
    """Return how many streams each read model cannot show."""
    found = rows.execute("SELECT read_model, COUNT(*) AS streams FROM failed_streams GROUP BY read_model")
    return Counter({row["read_model"]: row["streams"] for row in found})
