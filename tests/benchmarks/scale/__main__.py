"""``python -m tests.benchmarks.scale [GAMES] [--gigabytes G] [--markdown]``: PostgreSQL, filled by SQL.

All queries run on sites of 1,000 and 10,000 games and on one that fills the disk. If that one has fewer games than
GAMES, the queries of lists also run on a site with all games, but only the data that lists show. Costs are fitted
against the logarithm of the number of games.
"""

from __future__ import annotations

import argparse
import os
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from math import log10
from pathlib import Path
from statistics import linear_regression, median
from tempfile import TemporaryDirectory

from rich import box
from rich.console import Console
from rich.table import Table

from service.storage import Storage
from tests.benchmarks.databases import DIRECTORY
from tests.benchmarks.scale.games import fill, fill_shown
from tests.benchmarks.scale.questions import APPEND, LISTS, OF_A_GAME
from tests.benchmarks.scale.server import bulk_server
from tests.benchmarks.scale.sites import Cost, Site, bytes_of, costs, rebuilt, site
from tests.benchmarks.timing import quantile

FEW = (1_000, 10_000)
ALL = (*LISTS, *OF_A_GAME, APPEND)

SPARE = 0.2
"""The share of the disk that stays free for sorting and for other programs."""

FIGURES: dict[str, Callable[[Sequence[Cost]], float]] = {
    "pages, p50": lambda found: median(cost.pages for cost in found),
    "pages, p99": lambda found: quantile([cost.pages for cost in found], 0.99),
    "CPU, p50, ms": lambda found: median(cost.cpu for cost in found),
    "p50, ms": lambda found: median(cost.milliseconds for cost in found),
    "p99, ms": lambda found: quantile([cost.milliseconds for cost in found], 0.99),
}

Line = tuple[str, list[float]]
"""The name of a measurement, and its value for each site."""


def main() -> None:
    """Measure the sites and print them side by side."""
    arguments = _arguments()
    console = Console(width=160)
    style = box.MARKDOWN if arguments.markdown else box.SIMPLE_HEAD
    DIRECTORY.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        directory = Path(stack.enter_context(TemporaryDirectory(dir=DIRECTORY))).resolve()
        server = stack.enter_context(bulk_server(directory / "pg"))
        room = (1 - SPARE) * min(1e9 * arguments.gigabytes, shutil.disk_usage(directory).free)
        enter = partial(_entered, stack, console, server)
        few = [enter(games, fill) for games in FEW]
        each = _size(few[-1]) / few[-1].games
        whole = min(arguments.games, int(room / each) - sum(FEW))
        with ExitStack() as largest:
            sites = [*few, *([_entered(largest, console, server, whole, fill)] if whole > FEW[-1] else [])]
            console.print(_table("Everything", sites, [*_asked(sites, ALL), *_weighed(sites)], arguments.games, style))
        if whole < arguments.games:
            sites = [*few, enter(arguments.games, fill_shown)]
            console.print(_table("Lists", sites, _asked(sites, tuple(LISTS)), arguments.games, style))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.scale", description="What growing costs.")
    parser.add_argument("games", nargs="?", type=int, default=1_000_000)
    parser.add_argument("--gigabytes", type=float, default=30.0, help="of disk that may be taken, if there are as many")
    parser.add_argument("--markdown", action="store_true")
    arguments = parser.parse_args()
    if arguments.games <= FEW[-1]:
        parser.error(f"More than {FEW[-1]:,} games are needed.")
    return arguments


def _entered(
    stack: ExitStack, console: Console, server: str, games: int, filled: Callable[[Storage, int], None]
) -> Site:
    began = time.monotonic()
    made = stack.enter_context(site(server, games, filled))
    load = os.getloadavg()[0]
    console.print(f"{games:,} games in {time.monotonic() - began:.0f} s, {_size(made) / 1e9:.1f} GB; load {load:.1f}")
    return made


def _size(site: Site) -> int:
    with site.storage.database.reading() as rows:
        return int(rows.execute("SELECT pg_database_size(current_database()) AS size")[0]["size"])


def _asked(sites: Sequence[Site], questions: Sequence[str]) -> Iterator[Line]:
    for question in questions:
        found = costs(sites, question)
        for name, figure in FIGURES.items():
            yield f"{question}, {name}", [figure(of_site) for of_site in found]


def _weighed(sites: Sequence[Site]) -> Iterator[Line]:
    found = [bytes_of(site) for site in sites]
    for table in found[0]:
        yield f"bytes per fact, {table}", [sizes[table] for sizes in found]
    yield "rebuild, facts/s", [rebuilt(site) for site in sites]


def _table(title: str, sites: Sequence[Site], lines: Iterator[Line] | list[Line], games: int, style: box.Box) -> Table:
    """Return a table of each line, with its growth for ten times as many games and the fitted value for ``games``."""
    table = Table(title=f"{title}; load {os.getloadavg()[0]:.1f}", title_justify="left", box=style)
    table.add_column("", no_wrap=True)
    for heading in (*(f"{each.games:,} games" for each in sites), "× 10", f"{games:,} fitted"):
        table.add_column(heading, justify="right", no_wrap=True)
    for name, values in lines:
        growth, begin = linear_regression([log10(each.games) for each in sites], values)
        table.add_row(
            name, *(f"{value:,.1f}" for value in values), f"{growth:+,.1f}", f"{begin + growth * log10(games):,.1f}"
        )
    return table


if __name__ == "__main__":
    main()
