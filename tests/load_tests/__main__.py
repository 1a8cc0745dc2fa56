"""``python -m tests.load_tests [ATTACK …]``: runs the named attacks, or all, and prints the counts of each."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator

from rich.console import Console

from tests.load_tests import crowds, kills, worlds
from tests.load_tests.finding import Finding

ATTACKS: dict[str, Callable[[], Iterator[Finding]]] = {"crowds": crowds.run, "kills": kills.run, "worlds": worlds.run}


def main() -> int:
    """Run the attacks and print their findings; return 1 if a finding is not acceptable."""
    parser = argparse.ArgumentParser(prog="python -m tests.load_tests", description="Attacks on Daybook from outside.")
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", help=f"among {', '.join(ATTACKS)} (default: all)")
    console = Console(highlight=False)
    kept = True
    for name in parser.parse_args().attacks or ATTACKS:
        console.rule(name, align="left")
        for finding in ATTACKS[name]():
            console.print(f"{finding.what:<70} {finding.found:>24} {'' if finding.kept else '[red]NOT KEPT[/]'}")
            kept = kept and finding.kept
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
