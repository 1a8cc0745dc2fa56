"""The demo site on PostgreSQL: ``python -m deploy.serve_postgres``.

Uses the server at ``DATABASE_URL``, or a private one with its data under ``var/postgres``.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from deploy.private_postgres import create_database, private_server
from service.config import VARIABLES, from_environment
from service.outbox.errors import TO_LOG

SECRET_KEY, SMTP_URL = VARIABLES["secret_key"], VARIABLES["smtp_url"]
DAYBOOK = Path(sys.executable).with_name("daybook")


@contextmanager
def database() -> Iterator[str]:
    """The address of the database to use."""
    given = os.environ.get("DATABASE_URL")
    if given:
        yield given
    else:
        with private_server(Path("var/postgres")) as server:
            yield create_database(server, "daybook")


def main() -> int:
    """Create the demo and serve until told to stop; return the exit code of ``daybook serve``."""
    with database() as url:
        # Without a configured key, the demo uses that of `make run`, which is in a file under var/.
        key = os.environ.get(SECRET_KEY) or from_environment({}).secret_key
        smtp = os.environ.get(SMTP_URL) or TO_LOG
        environment = {**os.environ, "DATABASE_URL": url, SECRET_KEY: key, SMTP_URL: smtp}
        subprocess.run([DAYBOOK, "demo"], env=environment, check=True)
        server = subprocess.Popen([DAYBOOK, "serve", *sys.argv[1:]], env=environment)

        def stop(number: int, frame: FrameType | None) -> None:
            server.send_signal(signal.SIGTERM)

        signal.signal(signal.SIGTERM, stop)
        # Ctrl-C reaches the server as well; the database must outlive it.
        signal.signal(signal.SIGINT, lambda number, frame: None)
        return server.wait()


if __name__ == "__main__":
    sys.exit(main())
