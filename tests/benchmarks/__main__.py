"""``python -m tests.benchmarks [--quick] [--markdown] [RULESET …]``."""

from __future__ import annotations

import argparse
import os
import platform
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from domain.game import Ruleset, rulesets
from tests.benchmarks import automas, branches, deadlines, decisions, lag, lists, outbox, projecting, rebuild
from tests.benchmarks.databases import Backend, backends
from tests.benchmarks.play import play
from tests.benchmarks.processes import memory, process
from tests.benchmarks.requests import limits, lobby, moving, reading, uncached, viewing, web
from tests.benchmarks.row import Row


def main() -> None:
    """Measure the named rulesets, or all, and print one table for each."""
    arguments = _arguments()
    console = Console(width=None if os.isatty(1) else 240)
    with backends() as databases:
        console.print(machine(databases))
        for name in arguments.rulesets or rulesets():
            shown = table(name, box.MARKDOWN if arguments.markdown else box.SIMPLE_HEAD)
            with console.status(f"Measuring {name}") as status:
                for row in _rows(rulesets()[name], databases, arguments.quick):
                    status.update(f"Measured: {row.measure}")
                    shown.add_row(*cells(row))
            console.print(shown)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description="What Daybook costs, measured.")
    parser.add_argument("rulesets", nargs="*", metavar="RULESET", help="games to measure (default: all installed)")
    parser.add_argument("--quick", action="store_true", help="fewer repetitions: to see that it works")
    parser.add_argument("--markdown", action="store_true", help="print tables as in RESULTS.md")
    return parser.parse_args()


def _rows(ruleset: Ruleset[Any], databases: list[Backend], quick: bool) -> Iterator[Row]:
    seats = max(ruleset.seats)
    games = [play(ruleset, seats, number, "greedy") for number in range(2 if quick else 8)]
    yield from rebuild.measure(games[0], databases, repeats=10 if quick else 100)
    yield from decisions.measure(games, positions=8 if quick else 60)
    yield from decisions.measure_play(ruleset, seats, games=1 if quick else 20)
    yield from automas.measure(ruleset, games=2 if quick else 8, positions=8 if quick else 30)
    yield from branches.measure(games[0], databases[0], repeats=10 if quick else 60)
    yield from projecting.measure(games, databases, copies=1 if quick else 4)
    yield from lag.measure(games, databases, seconds=1 if quick else 6)
    yield from reading.measure(games[0], databases, repeats=10 if quick else 100)
    yield from viewing.measure(games[0], databases[0], repeats=20 if quick else 200)
    yield from lobby.measure(ruleset, databases[0], repeats=10 if quick else 100)
    yield from moving.measure(games[:2], databases)
    yield from uncached.measure(games[0], databases, repeats=5 if quick else 50)
    yield from limits.measure(databases, repeats=50 if quick else 500)
    yield from lists.measure(databases, games=1_000 if quick else 30_000)
    yield from deadlines.measure(databases, games=1_000 if quick else deadlines.GAMES)
    yield from outbox.measure(databases, messages=100 if quick else 2_000)
    yield from memory.measure(games[0], databases[0])
    yield from process.measure(games[0], databases[0], starts=2 if quick else 5, games=100 if quick else 1000)
    yield from web.measure(games, databases, seconds=1 if quick else 6)


def table(name: str, style: box.Box) -> Table:
    table = Table(title=name, title_justify="left", box=style)
    table.add_column("measure", no_wrap=True)
    for heading in ("measured", "target", "floor", "× floor", "kept"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("note")
    return table


def cells(row: Row) -> list[str]:
    target = "" if row.target is None else f"≤ {row.target:g} {row.unit}"
    ratio = "" if row.ratio is None else f"{row.ratio:.1f}"
    if row.ratio_target is not None:
        ratio += f" (≤ {row.ratio_target:g})"
    floor = "" if row.floor is None else f"{_number(row.floor)} {row.unit}"
    kept = {True: "yes", False: "no", None: ""}[row.met]
    return [row.measure, f"{_number(row.value)} {row.unit}", target, floor, ratio, kept, row.note]


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"


def machine(databases: list[Backend]) -> str:
    models = [line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")]
    model = models[0].partition(":")[2].strip() if models else platform.processor()
    versions = ", ".join(f"{backend.name} {backend.version}" for backend in databases)
    load = f"load before the start {os.getloadavg()[0]:.1f}"
    return f"{model}, {os.cpu_count()} cores, Python {platform.python_version()}, {versions}; {load}"


if __name__ == "__main__":
    main()
