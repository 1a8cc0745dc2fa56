"""``python -m tests.simulation``: run communities in parallel, and print the seed of a failing one, to repeat it."""

from __future__ import annotations

import argparse
import os
import sys
import time

from rich.console import Console

from tests.simulation import parallel


def main() -> int:
    """Return 1 if an invariant was violated."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description="A simulated community.")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", default="1", help="of the first community; the others follow from it")
    parser.add_argument("--only", action="store_true", help="this one community")
    parser.add_argument("--processes", type=int, default=os.cpu_count(), help="communities at a time")
    wanted = parser.parse_args()
    console, begun = Console(highlight=False), time.monotonic()
    if wanted.only:
        parallel.prepared()
        counts = parallel.simulated(wanted.seed)
    else:
        try:
            counts = parallel.simulated_many(wanted.seed, wanted.games, wanted.processes, console)
        except parallel.SeedError as error:
            console.print(error.output, markup=False)
            console.print(f"[red]failed[/]: repeat with python -m tests.simulation --only --seed {error.seed}")
            return 1
    for what, found in sorted(counts.items()):
        console.print(f"{what:<40} {found:>12}")
    console.print(f"{'minutes':<40} {(time.monotonic() - begun) / 60:>12.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
