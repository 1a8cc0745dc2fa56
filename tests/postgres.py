"""A PostgreSQL server of one's own that can be stopped and started again, as when its machine does."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from psycopg.conninfo import conninfo_to_dict

from deploy.private_postgres import PROGRAMS, create_database, private_server


class Server:
    """Its data, and the address of an empty database in it."""

    def __init__(self, directory: Path, url: str) -> None:
        self._directory = directory
        self._socket = conninfo_to_dict(url)["host"]
        self.url = create_database(url, "tested")

    def stop(self) -> None:
        """Whoever is connected is thrown out."""
        self._control("-m", "fast", "stop")

    def start(self) -> None:
        """Returns when it takes connections."""
        self._control("-o", f"-h '' -k {self._socket}", "-l", str(self._directory / "log"), "start")

    def _control(self, *arguments: str) -> None:
        # PostgreSQL refuses to run as root.
        user = "embedded_postgres" if os.geteuid() == 0 else None
        command = [PROGRAMS / "pg_ctl", "-w", "-D", self._directory, *arguments]
        subprocess.run(command, user=user, check=True, stdout=subprocess.DEVNULL, cwd="/")


@contextmanager
def server() -> Iterator[Server]:
    """A running server; gone afterwards, whatever was done to it."""
    directory = Path(tempfile.mkdtemp(prefix="daybook-postgres-"))
    try:
        with private_server(directory) as url:
            made = Server(directory, url)
            yield made
            made.stop()
    finally:
        shutil.rmtree(directory, ignore_errors=True)
