"""The pooler of ``deploy/pgbouncer.ini``: a real pgbouncer on this machine, in front of a server on a socket."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from configparser import ConfigParser
from contextlib import contextmanager
from pathlib import Path

from psycopg.conninfo import conninfo_to_dict

from tests.servers import await_port, free_port

CONFIGURATION = Path(__file__).parents[2] / "deploy" / "pgbouncer.ini"

SESSIONS = 2
"""The number of server sessions: so few that each client gets sessions that others have used."""


@contextmanager
def pooler(url: str) -> Iterator[str]:
    """Run pgbouncer in front of the database at this address, and yield the address to use instead.

    Only the addresses, the authentication and the number of sessions differ from the file.
    """
    pgbouncer = shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    assert pgbouncer, "This test needs pgbouncer (Debian: pgbouncer); `make test` installs it where that is permitted."
    # Like PostgreSQL, pgbouncer refuses to run as root.
    user = "embedded_postgres" if os.geteuid() == 0 else None
    directory, port = Path(tempfile.mkdtemp(prefix="daybook-pgbouncer-")), free_port()
    try:
        directory.chmod(0o755)
        (directory / "pgbouncer.ini").write_text(_adapted(url, port))
        with (directory / "log").open("wb") as log:
            running = subprocess.Popen([pgbouncer, directory / "pgbouncer.ini"], user=user, stdout=log, stderr=log)
            try:
                await_port(port, running)
                yield f"postgresql://postgres@127.0.0.1:{port}/daybook"
            finally:
                running.terminate()
                running.wait(10)
    finally:
        shutil.rmtree(directory)


def _adapted(url: str, port: int) -> str:
    given, where = ConfigParser(interpolation=None), conninfo_to_dict(url)
    given.read(CONFIGURATION)
    databases, settings = given["databases"], given["pgbouncer"]
    at_the_server = f"host={where['host']} dbname={where['dbname']} user=postgres"
    assert "host=database" in databases["daybook"]
    databases["daybook"] = databases["daybook"].replace("host=database", at_the_server)
    del settings["auth_file"]
    changed = {"listen_addr": "127.0.0.1", "listen_port": port, "auth_type": "any", "default_pool_size": SESSIONS}
    assert set(changed) <= set(settings)
    settings.update({name: str(value) for name, value in changed.items()})
    settings["unix_socket_dir"] = ""
    return "".join(
        f"[{name}]\n" + "".join(f"{key} = {value}\n" for key, value in given[name].items()) for name in given.sections()
    )
