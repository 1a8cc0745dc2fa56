"""Migrations of plain tables: each file in ``migrations/`` is a step and runs once, in the order of names.

``NNNN_name.sql`` holds statements that both databases understand (TEXT, BIGINT, BOOLEAN; times as ISO 8601 text in
UTC). If that is not possible, ``NNNN_name.sqlite.sql`` and ``NNNN_name.postgresql.sql`` are the two forms of one step.
The first step is the baseline. A released step is never changed; a later step corrects it.

Read models need no steps: their tables are rebuilt from the facts when they change.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files

from eventsourcing.persistence import OperationalError, ProgrammingError

from projections.db_protocol import Rows
from projections.read_model import ReadModel, install
from projections.registry import READ_MODELS
from service.storage.checkpoints import Tracking
from service.storage.database import Database

_VERSIONS = "CREATE TABLE IF NOT EXISTS migration_steps (name TEXT PRIMARY KEY, applied_at TEXT NOT NULL)"


class TooOld(Exception):
    """The database was made before the first release and cannot be migrated."""

    def __init__(self) -> None:
        super().__init__(
            "This database was made by a version before the first release: set DATABASE_URL to a new database, and "
            "import finished games from files that the old version exported (daybook.export/2)."
        )


def apply(rows: Rows, dialect: str) -> None:
    """Run the steps that were not run yet, within the caller's transaction and lock."""
    rows.execute(_VERSIONS)
    done = _done(rows)
    for name, script in steps(dialect).items():
        if name not in done:
            for statement in statements(script):
                rows.execute(statement)
            now = datetime.now(UTC).isoformat()
            rows.execute("INSERT INTO migration_steps VALUES (:name, :now)", {"name": name, "now": now})


def install_read_models(rows: Rows, tracking: Tracking) -> None:
    """Create the tables of new or changed read models; their projector fills them from the start."""
    rows.execute("CREATE TABLE IF NOT EXISTS read_models (name TEXT PRIMARY KEY, fingerprint TEXT NOT NULL)")
    for model in of_other_programs(rows):
        install(rows, model)
        tracking.reset(rows, model.name)
        rows.execute(
            "INSERT INTO read_models VALUES (:name, :fingerprint)"
            " ON CONFLICT (name) DO UPDATE SET fingerprint = excluded.fingerprint",
            {"name": model.name, "fingerprint": model.fingerprint},
        )


def of_other_programs(rows: Rows) -> list[ReadModel]:
    """Return read models whose tables do not exist, or were made for rows different from those of this program."""
    installed = {row["name"]: row["fingerprint"] for row in rows.execute("SELECT name, fingerprint FROM read_models")}
    return [model for model in READ_MODELS.values() if installed.get(model.name) != model.fingerprint]


def pending(database: Database, dialect: str) -> list[str]:
    """Return the names of pending steps; all of them on an empty database. Raise TooOld."""
    try:
        with database.reading() as rows:
            done = _done(rows)
    except (OperationalError, ProgrammingError):
        done = set()
    baseline, *_ = names = list(steps(dialect))
    if done and baseline not in done:
        raise TooOld
    return [name for name in names if name not in done]


def _done(rows: Rows) -> set[str]:
    return {row["name"] for row in rows.execute("SELECT name FROM migration_steps")}


@cache
def steps(dialect: str) -> dict[str, str]:
    """Return the SQL of every step for this database, by name, in order."""
    found = {}
    for file in files("service.storage").joinpath("migrations").iterdir():
        name, _, other = file.name.removesuffix(".sql").partition(".")
        if file.name.endswith(".sql") and other in ("", dialect):
            found[name] = file.read_text(encoding="utf-8")
    return dict(sorted(found.items()))


def statements(script: str) -> Iterator[str]:
    """Yield the statements of a script; each ends with a semicolon at the end of a line."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    if statement.strip():
        raise ValueError(f"This statement does not end with a semicolon: {statement.strip()}")
