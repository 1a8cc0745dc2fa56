"""What a process costs: until it can answer, and once it has answered for many games.

``python -m tests.benchmarks.process DATABASE_URL GAMES`` is the process that is measured.
"""

from __future__ import annotations

import re
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from service.process.lasting import lasting
from service.readmodels.projector import catch_up
from tests.benchmarks.databases import Backend, migrated
from tests.benchmarks.play import Play, store
from tests.benchmarks.row import Row
from tests.servers import environment

PACKAGES = "import flask, marshmallow, psycopg, eventsourcing.application"

STARTED = """
from service.process.lasting import lasting
with lasting():
    from domain.game import rulesets
    from service.app import create_app
    from service.config import Config
    rulesets()
    create_app(Config(database_url='%s', secret_key="of a benchmark"))
"""
"""As ``daybook serve`` starts, without the server."""


def measure(game: Play, backend: Backend, starts: int, games: int) -> Iterator[Row]:
    """Start a process often; let one answer for the state of so many games, each in the middle of play."""
    with migrated(backend) as (url, storage):
        for number in range(games):
            store(storage, _named(number), game, "user", steps=len(game.steps) // 2)
        catch_up(storage)
        yield Row(
            measure="cold start, CPU",
            value=min(_cpu("-c", STARTED % url) for _ in range(starts)),
            unit="s",
            target=0.7,
            floor=min(_cpu("-c", PACKAGES) for _ in range(starts)),
            note=f"until the application is made and knows its games, best of {starts}; floor: its packages alone",
        )
        yield Row(
            measure=f"memory after {games:,} games touched",
            value=float(_run("-m", __name__, url, str(games))),
            unit="MB",
            target=120,
            note="resident, of a process that has told the state, a past one and the history of each",
        )


def _named(number: int) -> str:
    return f"{number:032x}"


def _cpu(*arguments: str) -> float:
    """Seconds that Python worked for it."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    _run(*arguments)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _run(*arguments: str) -> str:
    variables = environment("")
    variables.pop("PYTHONDONTWRITEBYTECODE", None)  # Who starts a service has started it before.
    done = subprocess.run((sys.executable, *arguments), env=variables, check=True, capture_output=True, text=True)
    return done.stdout


def main(url: str, games: str) -> None:
    """Make the application, ask for so many games, and say how many megabytes the process has."""
    with lasting():
        from domain.game import rulesets
        from service.app import create_app
        from service.config import Config

        rulesets()
    client = create_app(Config(database_url=url, secret_key="of a benchmark")).test_client()
    for game in map(_named, range(int(games))):
        for asked in ("state", "history", "state?at=30"):
            if client.get(f"/api/games/{game}/{asked}").status_code != 200:
                raise RuntimeError(f"no answer for {asked} of {game}")
    resident = re.search(r"VmRSS:\s+(\d+) kB", Path("/proc/self/status").read_text())
    print(int(resident.group(1)) / 1000 if resident else "nan")


if __name__ == "__main__":
    main(*sys.argv[1:])
