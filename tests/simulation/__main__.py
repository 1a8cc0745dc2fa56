"""``python -m tests.simulation``: communities one after the other; a seed that fails is printed, and fails again."""

from __future__ import annotations

import argparse
import logging
import shutil
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path

from rich.console import Console

from tests import toy
from tests.simulation.dice import loaded
from tests.simulation.life import Size, live

MEMORY = Path("/dev/shm")
"""Where nothing has to survive a power failure."""


def simulated(seed: str, size: Size) -> Counter[str]:
    """One community; what it counted."""
    directory = tempfile.mkdtemp(prefix="daybook-simulation-", dir=MEMORY if MEMORY.is_dir() else None)
    try:
        with loaded(seed):
            site = live(f"sqlite:///{directory}/daybook.sqlite", seed, size)
            counts = site.counts + Counter({"games": len(site.games)})
            site.close()
            return counts
    finally:
        shutil.rmtree(directory, ignore_errors=True)


def main() -> int:
    """1 when something was not as it must be."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description="A simulated community.")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", default="1", help="of the first community; the others follow from it")
    parser.add_argument("--only", action="store_true", help="this one community")
    wanted = parser.parse_args()
    toy.install()
    logging.disable(logging.WARNING)  # That nobody answers is meant.
    console, counts, begun = Console(highlight=False), Counter[str](), time.monotonic()
    number = 0
    while counts["games"] < wanted.games:
        seed = wanted.seed if wanted.only else f"{wanted.seed}.{number}"
        try:
            counts += simulated(seed, Size())
        except BaseException:
            traceback.print_exc()
            console.print(f"[red]failed[/]: again by python -m tests.simulation --only --seed {seed}")
            return 1
        number += 1
        if not number % 5:
            console.print(f"[dim]{counts['games']} games, {(time.monotonic() - begun) / 60:.1f} minutes[/]")
        if wanted.only:
            break
    for what, found in sorted(counts.items()):
        console.print(f"{what:<40} {found:>12}")
    console.print(f"{'minutes':<40} {(time.monotonic() - begun) / 60:>12.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
