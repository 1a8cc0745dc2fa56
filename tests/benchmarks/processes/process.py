"""The cost of a process (``started.py``): CPU time until it can respond, and memory after requests for many games."""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from service.readmodels.projection import catch_up
from tests.benchmarks.databases import Backend, migrated
from tests.benchmarks.play import Play, store
from tests.benchmarks.row import Row
from tests.servers import environment

PACKAGES = "import flask, marshmallow, psycopg, eventsourcing.application"

STARTED = str(Path(__file__).with_name("started.py"))


def measure(game: Play, backend: Backend, starts: int, games: int) -> Iterator[Row]:
    """Measure several starts of a process, and the memory of one after requests for games in the middle of play."""
    with migrated(backend) as (url, storage):
        for number in range(games):
            store(storage, _named(number), game, "user", steps=len(game.steps) // 2)
        catch_up(storage)
        yield Row(
            measure="cold start, CPU",
            value=min(_cpu("-P", STARTED, url, "0") for _ in range(starts)),
            unit="s",
            target=0.7,
            floor=min(_cpu("-c", PACKAGES) for _ in range(starts)),
            note=f"until the application is made and knows its games, best of {starts}; floor: its packages alone",
        )
        yield Row(
            measure=f"memory after {games:,} games touched",
            value=float(_run("-P", STARTED, url, str(games))),
            unit="MB",
            target=120,
            note="resident, of a process that has shown state, past, history, board and page of each",
        )


def _named(number: int) -> str:
    return f"{number:032x}"


def _cpu(*arguments: str) -> float:
    """Run Python with these arguments, and return the seconds of CPU time that it used."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    _run(*arguments)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _run(*arguments: str) -> str:
    variables = environment("")
    variables.pop("PYTHONDONTWRITEBYTECODE", None)  # Operators start a service repeatedly.
    done = subprocess.run((sys.executable, *arguments), env=variables, check=True, capture_output=True, text=True)
    return done.stdout
