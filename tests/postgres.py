"""PostgreSQL servers for tests, which can be stopped and restarted as after a machine failure, and a standby."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
from psycopg.conninfo import conninfo_to_dict

from deploy.private_postgres import PROGRAMS, create_database, private_server
from tests import shared_files


class Server:
    """A server: its data directory, and the address of one of its databases."""

    def __init__(self, directory: Path, url: str) -> None:
        self._directory = directory
        self._socket = str(conninfo_to_dict(url)["host"])
        self.url = url
        self.started_here = False
        """Whether :meth:`start` started the server, so that nothing else will stop it."""

    @property
    def socket(self) -> str:
        """The directory of the server's socket, for use as ``host``."""
        return self._socket

    def execute(self, sql: str) -> list[tuple[Any, ...]]:
        """Run one statement outside a transaction and return its rows."""
        with psycopg.connect(self.url, autocommit=True) as session:
            cursor = session.execute(sql.encode())
            return cursor.fetchall() if cursor.description else []

    def stop(self, mode: str = "fast") -> None:
        """Stop the server and disconnect all clients; the mode ``immediate`` resembles a machine failure."""
        self._control("-m", mode, "stop")
        self.started_here = False

    def promote(self) -> None:
        """Promote a standby, so that it accepts writes."""
        self._control("promote")

    def start(self) -> None:
        """Start the server and wait until it accepts connections."""
        self._control("-o", f"-h '' -k {self._socket}", "-l", str(self._directory / "log"), "start")
        self.started_here = True

    def _control(self, *arguments: str) -> None:
        _run("pg_ctl", "-w", "-D", str(self._directory), *arguments)


def terminate_sessions(session: psycopg.Connection, database: str = "") -> None:
    """Disconnect all other clients of the database, by default that of the session, and wait until they have ended."""
    session.execute(
        "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = %s AND pid <> pg_backend_pid()",
        [database or session.info.dbname],
    )


@contextmanager
def server() -> Iterator[Server]:
    """Yield a running server, and remove it afterwards, whether it runs or not."""
    with data_directory() as directory, private_server(directory) as url:
        made = Server(directory, create_database(url, "tested"))
        try:
            yield made
        finally:
            if made.started_here:
                made.stop()


@contextmanager
def data_directory() -> Iterator[Path]:
    """Yield the data directory of a new server: a copy, because creating one takes longer than copying it."""
    directory = Path(tempfile.mkdtemp(prefix="daybook-postgres-"))
    try:
        subprocess.run(["cp", "-a", f"{shared_files.made('postgres', _make_data)}/.", directory], check=True)
        yield directory
    finally:
        shutil.rmtree(directory, ignore_errors=True)


def _make_data(directory: Path) -> None:
    with private_server(directory) as url, psycopg.connect(url, autocommit=True) as session:
        _disable_durability(session)


def _disable_durability(session: psycopg.Connection) -> None:
    """Speed up the server: nothing here has to survive a power failure."""
    session.execute("ALTER SYSTEM SET fsync = off")
    session.execute("ALTER SYSTEM SET full_page_writes = off")
    session.execute("ALTER SYSTEM SET autovacuum = off")
    session.execute("ALTER SYSTEM SET max_wal_size = '256MB'")
    session.execute("SELECT pg_reload_conf()")


@contextmanager
def standby(primary: Server) -> Iterator[Server]:
    """Yield a running standby, named ``standby``, with streaming replication from a server; remove it afterwards."""
    directory = Path(tempfile.mkdtemp(prefix="daybook-standby-"))
    try:
        if _OWNER:
            shutil.chown(directory, _OWNER)
        data = directory / "data"
        source = f"host={primary.socket} user=postgres application_name=standby"
        _run("pg_basebackup", "-d", source, "-D", str(data), "-R", "-c", "fast")
        made = Server(data, primary.url.replace(quote(primary.socket), quote(str(directory))))
        made.start()
        try:
            yield made
        finally:
            if made.started_here:
                made.stop("immediate")
    finally:
        shutil.rmtree(directory, ignore_errors=True)


_OWNER = "embedded_postgres" if os.geteuid() == 0 else None
"""PostgreSQL refuses to run as root."""


def _run(program: str, *arguments: str) -> None:
    subprocess.run([PROGRAMS / program, *arguments], user=_OWNER, check=True, stdout=subprocess.DEVNULL, cwd="/")
