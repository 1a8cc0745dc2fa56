"""Databases with all their tables, created once per test process and reset for each test."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from psycopg import Connection, OperationalError, connect
from psycopg.sql import SQL, Identifier

from deploy.private_postgres import create_database
from service import storage as storages
from tests.postgres import terminate_sessions

SQLITE = "sqlite:///"

TEMPLATE = "template_of_tests"


def sqlite_file(path: Path) -> str:
    """Write a SQLite file with all tables unless the file exists, and return its address."""
    if not path.exists():
        path.touch(mode=0o600)
        path.write_bytes(_migrated_file())
    return f"{SQLITE}{path}"


@cache
def _migrated_file() -> bytes:
    with TemporaryDirectory() as directory:
        file = Path(directory) / "daybook.sqlite"
        migrate(f"{SQLITE}{file}")
        return file.read_bytes()


# --------------------------------------------------------------------------------------------------------------------
# PostgreSQL
# --------------------------------------------------------------------------------------------------------------------


def make_template(server: str) -> str:
    """Create the database that :func:`copy_of` copies, and return its name."""
    migrate(create_database(server, TEMPLATE))
    return TEMPLATE


LARGE = 2**18
"""Bytes of a table above which its file is recreated, because deleted rows stay in the file."""


class Reused:
    """A database that tests reuse one after another; each test finds it in the state of the template."""

    def __init__(self, server: str, name: str, template: str) -> None:
        self._server, self._name, self._template = server, name, template
        self._rows: dict[str, str] = {}
        self._shape = ""
        self.url = self._copy()

    def as_new(self) -> str:
        """Restore the rows of the template, or copy it again if a test changed the tables; return the address."""
        try:
            with connect(self.url, autocommit=True) as session:
                terminate_sessions(session)
                changed = _shape(session) != self._shape
                if not changed:
                    self._restore(session)
        except OperationalError:
            changed = True
        return self._copy() if changed else self.url

    def _copy(self) -> str:
        url = copy_of(self._server, self._name, self._template)
        with connect(url, autocommit=True) as session:
            self._rows = {table: rows for table in _used(session) if (rows := _rows(session, table))}
            self._shape = _shape(session)
        return url

    def _restore(self, session: Connection) -> None:
        used = _used(session)
        large = [table for table, size in used.items() if size > LARGE]
        with session.transaction():
            session.execute("SET LOCAL session_replication_role = replica")  # Disables triggers and foreign keys.
            if large:
                session.execute(SQL("TRUNCATE {}").format(SQL(", ").join(map(Identifier, large))))
            for table in used.keys() - set(large):
                session.execute(SQL("DELETE FROM {}").format(Identifier(table)))
            for table, rows in self._rows.items():
                session.execute(
                    SQL("INSERT INTO {0} SELECT * FROM json_populate_recordset(NULL::{0}, %s)").format(
                        Identifier(table)
                    ),
                    [rows],
                )
            session.execute("SELECT setval(seqrelid::regclass, seqstart, false) FROM pg_sequence")
        if large:
            self._shape = _shape(session)


def _used(session: Connection) -> dict[str, int]:
    """Return the tables that hold or once held rows, with their sizes in bytes."""
    return dict(session.execute(_USED).fetchall())


_USED = """
    SELECT relname, pg_relation_size(oid) FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND pg_relation_size(oid) > 0
"""


def _rows(session: Connection, table: str) -> str | None:
    """Return the rows of a table as JSON; None if it has none."""
    found = session.execute(SQL("SELECT json_agg(found)::text FROM {} AS found").format(Identifier(table))).fetchone()
    return str(found[0]) if found and found[0] else None


def _shape(session: Connection) -> str:
    """Return the size of each catalogue and the transaction of its last change; every DDL statement alters these."""
    counted = SQL(" UNION ALL ").join(
        SQL("SELECT count(*) AS entries, max(xmin::text::bigint) AS last FROM {}").format(Identifier(catalogue))
        for catalogue in ("pg_class", "pg_attribute", "pg_constraint", "pg_index", "pg_proc", "pg_trigger", "pg_type")
    )
    return str(
        session.execute(
            SQL("SELECT array_agg(entries || ' ' || last)::text FROM ({}) AS found").format(counted)
        ).fetchone()
    )


def copy_of(server: str, name: str, template: str) -> str:
    """Replace a database on this server with a copy of the template, ending its sessions; return its address."""
    with connect(server, autocommit=True) as session:
        session.execute(SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(Identifier(name)))
        session.execute(
            SQL("CREATE DATABASE {} TEMPLATE {} STRATEGY FILE_COPY").format(Identifier(name), Identifier(template))
        )
    return server.replace("/postgres?", f"/{name}?")


def migrate(url: str) -> None:
    """Create the tables of an empty database."""
    storage = storages.connect(url)
    storage.migrate()
    storage.close()
