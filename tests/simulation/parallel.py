"""Communities in parallel, each in its own process; failing seeds are reported."""

from __future__ import annotations

import logging
import shutil
import tempfile
import time
import traceback
from collections import Counter
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import count
from pathlib import Path

from rich.console import Console

from tests import toy
from tests.simulation.life import Size, live
from tests.simulation.seeded_random import loaded

MEMORY = Path("/dev/shm")
"""A directory whose contents need not survive a power failure."""


def simulated(seed: str) -> Counter[str]:
    """Simulate one community and return its counts."""
    directory = tempfile.mkdtemp(prefix="daybook-simulation-", dir=MEMORY if MEMORY.is_dir() else None)
    try:
        with loaded(seed):
            site = live(f"sqlite:///{directory}/daybook.sqlite", seed, Size())
            counts = site.counts + Counter({"games": len(site.games)})
            site.close()
            return counts
    finally:
        shutil.rmtree(directory, ignore_errors=True)


def prepared() -> None:
    """Prepare a process for its first community."""
    toy.install()
    logging.disable(logging.WARNING)  # Connection errors are intended.


class SeedError(Exception):
    """The failure of a community, with its seed."""

    def __init__(self, seed: str, output: str) -> None:
        super().__init__(seed)
        self.seed, self.output = seed, output


def simulated_many(first: str, games: int, processes: int, console: Console) -> Counter[str]:
    """Simulate communities in parallel until they have had this number of games, and return their counts."""
    counts, begun, seeds = Counter[str](), time.monotonic(), (f"{first}.{number}" for number in count())
    with ProcessPoolExecutor(processes, initializer=prepared, max_tasks_per_child=20) as pool:
        running: dict[Future[Counter[str]], str] = {}
        while counts["games"] < games:
            while len(running) < processes:
                seed = next(seeds)
                running[pool.submit(simulated, seed)] = seed
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                seed = running.pop(done)
                if error := done.exception():
                    raise SeedError(seed, "".join(traceback.format_exception(error)))
                counts += done.result()
            console.print(f"[dim]{counts['games']} games, {(time.monotonic() - begun) / 60:.1f} minutes[/]")
    return counts
