"""Databases with all their tables, made once per test process and copied for each test."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from psycopg import connect
from psycopg.sql import SQL, Identifier

from deploy.private_postgres import create_database
from service import storage as storages

SQLITE = "sqlite:///"

TEMPLATE = "template_of_tests"


def sqlite_file(path: Path) -> str:
    """Write a SQLite file with all tables unless there is a file already; answer its address."""
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


def make_template(server: str) -> str:
    """Make the database that :func:`copy_template` copies; answer its name."""
    migrate(create_database(server, TEMPLATE))
    return TEMPLATE


def copy_template(server: str, name: str, template: str) -> str:
    """Replace a database on this server by a copy of the template, and end its sessions; answer its address."""
    with connect(server, autocommit=True) as session:
        session.execute(SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(Identifier(name)))
        session.execute(
            SQL("CREATE DATABASE {} TEMPLATE {} STRATEGY FILE_COPY").format(Identifier(name), Identifier(template))
        )
    return server.replace("/postgres?", f"/{name}?")


def migrate(url: str) -> None:
    """Make the tables of a database that has none."""
    storage = storages.connect(url)
    storage.migrate()
    storage.close()
