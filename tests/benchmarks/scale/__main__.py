"""``python -m tests.benchmarks.scale [GAMES] [--minutes M] [--markdown]``: PostgreSQL, filled until one is reached."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from itertools import count, islice, takewhile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from flask import Flask
from rich import box
from rich.console import Console
from rich.table import Table

from deploy.private_postgres import create_database, private_server
from domain.table import ConfirmationSet
from projections.all import READ_MODELS
from service.app import create_app
from service.config import Config
from service.people.accounts import Accounts, User
from service.readmodels.workers import processes
from service.storage import Storage, connect, packing
from service.usecases.daybook import Daybook, Write
from tests.benchmarks.databases import DIRECTORY
from tests.benchmarks.scale.games import fill, finish
from tests.benchmarks.timing import milliseconds, quantile

FEW = 1_000
ASKED = 400
"""How often each question is asked, each time of another game."""

REBUILT = 400
"""Games whose read models are made again."""

PROCESSES = 2


class Site(NamedTuple):
    """A site of so many games: what can be asked of it, and what was measured otherwise."""

    games: int
    questions: dict[str, Callable[[], None]]
    figures: dict[str, float]


def main() -> None:
    """Measure both sites and print them side by side."""
    arguments = _arguments()
    console = Console(width=160)
    DIRECTORY.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        directory = Path(stack.enter_context(TemporaryDirectory(dir=DIRECTORY))).resolve()
        server = stack.enter_context(private_server(directory / "pg"))
        few, many = (
            stack.enter_context(_site(create_database(server, f"games_{games}"), games, 60 * arguments.minutes))
            for games in (FEW, arguments.games)
        )
        table = Table(box=box.MARKDOWN if arguments.markdown else box.SIMPLE_HEAD)
        for heading in ("", f"{few.games:,} games", f"{many.games:,} games", "×"):
            table.add_column(heading, justify="right" if heading else "left", no_wrap=True)
        for row in _rows(few, many):
            table.add_row(*row)
    console.print(table)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.scale", description="What growing costs.")
    parser.add_argument("games", nargs="?", type=int, default=1_000_000)
    parser.add_argument("--minutes", type=float, default=30.0, help="how long to fill in games at most")
    parser.add_argument("--markdown", action="store_true")
    return parser.parse_args()


def _rows(few: Site, many: Site) -> Iterator[tuple[str, str, str, str]]:
    for question, ask in many.questions.items():
        one, other = _asked(few.questions[question], ask)
        for share in (0.5, 0.99):
            before, now = quantile(one, share), quantile(other, share)
            yield f"{question}, p{100 * share:.0f}", f"{before:.2f} ms", f"{now:.2f} ms", f"{now / before:.2f}"
    for name, figure in many.figures.items():
        yield name, f"{few.figures[name]:,.1f}", f"{figure:,.1f}", f"{figure / few.figures[name]:.2f}"


def _asked(*asks: Callable[[], None]) -> list[list[float]]:
    """How long each took; they take turns, so that what others do on the machine falls on all of them."""
    for ask in asks:
        ask()
    return list(map(list, zip(*([milliseconds(ask) for ask in asks] for _ in range(ASKED)), strict=True)))


@contextmanager
def _site(url: str, games: int, seconds: float) -> Iterator[Site]:
    with ExitStack() as stack:
        storage = stack.enter_context(closing(connect(url)))
        storage.migrate()
        ends = time.monotonic() + seconds
        *_, filled = takewhile(lambda _: time.monotonic() < ends, fill(storage, games))
        finish(storage, filled)
        figures = {**_sizes(storage), **_pages(storage, filled), "facts/s of a rebuild": _rebuilt(storage, url)}
        app = create_app(Config(database_url=url, secret_key="of the benchmark"))
        stack.enter_context(closing(app.extensions["daybook"].storage))
        yield Site(filled, _questions(storage, app, filled), figures)


# --------------------------------------------------------------------------------------------------------------------
# What is asked
# --------------------------------------------------------------------------------------------------------------------


def _questions(storage: Storage, app: Flask, games: int) -> dict[str, Callable[[], None]]:
    headers = {"Authorization": f"Bearer {_busiest(storage)}"}
    client, turns = app.test_client(), count()

    def get(path: str) -> None:
        answer = client.get(f"/api/games{path.format(game=_stream(1 + 7 * next(turns) % games))}", headers=headers)
        if answer.status_code != 200:
            raise RuntimeError(answer.text)

    def append() -> None:
        """To a running game that this process has not seen: it is read, and a fact follows."""
        stream = _stream(1 + 12 * (next(turns) % (games // 12)))
        daybook = Daybook(storage)
        game = daybook.game(stream)
        write = Write(actor="user-1", seat=0)
        _, stored = daybook.sealed(
            stream, game.version, game.tip, [(ConfirmationSet(seat=0, automatic=True), 0)], write
        )
        storage.append(stored)

    return {
        "state": partial(get, "/{game}/state"),
        "page of history": partial(get, "/{game}/history?limit=50&order=backward"),
        "lobby": partial(get, ""),
        "games of one's own": partial(get, "?filter=mine"),
        "badge": partial(get, "?filter=my_turn&limit=1"),
        "append to a game not seen before": append,
    }


def _busiest(storage: Storage) -> str:
    """A token of the user with the most games."""
    accounts = Accounts(storage.database)
    accounts.register("Bench", "correct horse battery")
    with storage.database.transaction() as rows:
        rows.execute("UPDATE users SET id = 'user-1'")
    _, token = accounts.add_token(User("user-1", "Bench", ""), "bench", "0" * 32)
    return token or ""


_HOW = ("Hit", "Read")


def _stream(number: int) -> str:
    return f"{1_000_000_000 + number * 48271 % 2147483647:032d}"


# --------------------------------------------------------------------------------------------------------------------
# What it takes
# --------------------------------------------------------------------------------------------------------------------


def _sizes(storage: Storage) -> dict[str, float]:
    with storage.database.reading() as rows:
        facts = storage.tracking.end(rows)

        def per_fact(*tables: str) -> float:
            sizes = [f"pg_total_relation_size('{table}')" for table in tables]
            return int(rows.execute(f"SELECT {' + '.join(sizes)} AS size")[0]["size"]) / facts

        return {
            "bytes per fact, journal": per_fact("stored_events", "packed_streams"),
            "bytes per fact, read models": per_fact("positions", "history", "ledger", "tables", "table_people"),
        }


def _pages(storage: Storage, games: int) -> dict[str, float]:
    """Pages that the database reads for a whole game, as it is packed and where each fact lies by itself."""
    numbers = range(1, games + 1)
    over = [number for number in numbers if number % 50 and number % 12 != 1]
    kinds = {
        "a game that is over": [number for number in over if number % 100 != 3],
        "the same, not packed": [number for number in over if number % 100 == 3],
        "a running game": [number for number in numbers if number % 12 == 1 and number % 100 != 3],
    }
    with storage.database.reading() as rows:
        found = {}
        for kind, candidates in kinds.items():
            stream = _stream(candidates[len(candidates) // 2])
            told = rows.execute(
                f"EXPLAIN (ANALYZE, BUFFERS, SERIALIZE BINARY, FORMAT JSON) {packing.SELECT_BETWEEN}",
                {"stream": stream, "after": 0, "upto": packing.LAST},
            )[0]["QUERY PLAN"][0]
            parts = told["Plan"], told["Serialization"]
            found[f"pages of {kind}"] = float(sum(part[f"Shared {how} Blocks"] for part in parts for how in _HOW))
        return found


def _rebuilt(storage: Storage, url: str) -> float:
    models = list(READ_MODELS.values())
    ends = list(islice(storage.stream_ends(storage.last_id()), 2 + REBUILT))[2:]
    with processes(PROCESSES, partial(connect, url)) as work:
        list(work(models, [ends[:1], ends[1:2]]))  # So that the processes have begun.
        took = milliseconds(lambda: list(work(models, [ends[at : at + 2] for at in range(0, len(ends), 2)])))
    return sum(end.version for end in ends) / took * 1000


if __name__ == "__main__":
    main()
