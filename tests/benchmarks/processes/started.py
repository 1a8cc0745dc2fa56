"""The process to be measured. It starts like ``daybook serve`` without its server, responds to requests for some games,
and prints its memory in megabytes.

``python -P started.py DATABASE_URL GAMES``: run as a file, so that it imports nothing from the benchmarks.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from service.runtime.gc_freeze import freeze_startup_objects

ASKED = ("/api/games/{}/state", "/api/games/{}/history", "/api/games/{}/state?at=30", "/api/games/{}/board.svg")
PAGE = "/games/{}"


def main(url: str, games: str) -> None:
    """Create the application, request the games by their numbers, and print the memory in megabytes."""
    with freeze_startup_objects():
        from domain.game import rulesets
        from service.app import create_app
        from service.config import Config

        rulesets()
        app = create_app(Config(database_url=url, secret_key="of a benchmark"))
    client = app.test_client()
    for number in range(int(games)):
        for address in (*ASKED, PAGE):
            asked = address.format(f"{number:032x}")
            if client.get(asked).status_code != 200:
                raise RuntimeError(f"no answer to {asked}")
    resident = re.search(r"VmRSS:\s+(\d+) kB", Path("/proc/self/status").read_text())
    print(int(resident.group(1)) / 1000 if resident else "nan")


if __name__ == "__main__":
    main(*sys.argv[1:])
