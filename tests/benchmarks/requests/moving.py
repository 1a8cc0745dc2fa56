"""The cost of a move: CPU time in the web process and round trips to the database server."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec
import psycopg
from flask import Flask

from domain.play import PlayedCommand
from service.accounts.users import Accounts
from service.app import create_app
from service.config import Config
from service.storage import Storage
from service.usecases import moves
from service.usecases.command_handler import CommandContext, CommandHandler
from tests import round_trips
from tests.benchmarks.databases import Backend, closing_storage, migrated
from tests.benchmarks.play import Play, store
from tests.benchmarks.row import Row
from tests.benchmarks.timing import undisturbed

TARGETS = {"SQLite": 2.0, "PostgreSQL": 4.0}
"""Milliseconds of CPU that a move may take; on PostgreSQL, they include those of its server."""

Send = Callable[[str, int, PlayedCommand], None]


def measure(games: list[Play], backends: list[Backend]) -> Iterator[Row]:
    """Measure the moves of whole games, alternately sent to the application and made by the use case alone."""
    for backend in backends:
        with migrated(backend) as (url, storage), undisturbed():
            accounts = Accounts(storage.database)
            registered = accounts.register("Bench", "correct horse battery")
            user = registered.id
            _, token = accounts.add_token(registered, "bench", uuid4().hex)
            limit = "1000000 per minute; 10000000 per hour"
            app = create_app(Config(database_url=url, secret_key="of the benchmark", embedded=False, write_limit=limit))
            own = app.extensions["daybook"]
            with closing_storage(own):
                post = _posting(app, token or "")
                move = _moving(CommandHandler(own.storage), user)
                for game in games:
                    _play(own.storage, game, user, post)
                served = _server_time(url) if backend.name == "PostgreSQL" else (lambda: 0.0)
                costs = [_paired(own.storage, game, user, (post, move), served) for game in games]
                yield _cpu(backend, [cost for pair in costs for cost in pair])
                if backend.name == "PostgreSQL":
                    yield _trips(own.storage, games[0], user, post)


def _moving(handler: CommandHandler, user: str) -> Send:
    """Return a function that makes a move by the use case alone, without HTTP."""

    def move(stream: str, version: int, step: PlayedCommand) -> None:
        handler.run(
            moves.move(handler, stream, CommandContext(actor=user, seat=step.seat, expected=version), step.command)
        )

    return move


def _posting(app: Flask, token: str) -> Send:
    """Return a function that sends a move to the application as a WSGI server would."""

    def post(stream: str, version: int, step: PlayedCommand) -> None:
        body = msgspec.json.encode({"command": step.command, "seat": step.seat})
        statuses: list[str] = []
        environ = {
            **_ENVIRON,
            "PATH_INFO": f"/api/games/{stream}/moves",
            "CONTENT_LENGTH": str(len(body)),
            "HTTP_AUTHORIZATION": f"Bearer {token}",
            "HTTP_IF_MATCH": f'"{version}"',
            "HTTP_IDEMPOTENCY_KEY": uuid4().hex,
            "wsgi.input": BytesIO(body),
        }
        content: list[bytes] = []

        def begin(status: str, headers: list[tuple[str, str]], error: Any = None, /) -> Callable[[bytes], None]:
            statuses.append(status)
            return content.append

        content.extend(app(environ, begin))
        if not statuses[0].startswith("200"):
            raise RuntimeError(b"".join(content).decode())

    return post


_ENVIRON: Mapping[str, Any] = {
    "REQUEST_METHOD": "POST",
    "SCRIPT_NAME": "",
    "QUERY_STRING": "",
    "SERVER_NAME": "127.0.0.1",
    "SERVER_PORT": "8000",
    "SERVER_PROTOCOL": "HTTP/1.1",
    "REMOTE_ADDR": "127.0.0.1",
    "CONTENT_TYPE": "application/json",
    "HTTP_HOST": "127.0.0.1:8000",
    "wsgi.version": (1, 0),
    "wsgi.url_scheme": "http",
    "wsgi.errors": None,
    "wsgi.multithread": True,
    "wsgi.multiprocess": False,
    "wsgi.run_once": False,
}


def _play(storage: Storage, game: Play, user: str, send: Send) -> None:
    for _ in _moves(storage, game, user, send):
        pass


def _moves(storage: Storage, game: Play, user: str, send: Send) -> Iterator[None]:
    """Play a game in a new stream, one move at a time."""
    stream = uuid4().hex
    version = store(storage, stream, game, user, steps=0)
    for step in game.steps:
        send(stream, version, step)
        version += len(step.facts)
        yield


def _paired(
    storage: Storage, game: Play, user: str, sends: tuple[Send, Send], served: Callable[[], float]
) -> list[Any]:
    """Return the milliseconds of CPU time for each move of a game by each of two functions, which take turns."""
    ways = [_moves(storage, game, user, send) for send in sends]
    found = []
    for _ in game.steps:
        pair = []
        for way in ways:
            start = time.process_time() + served()
            next(way)
            pair.append((time.process_time() + served() - start) * 1000)
        found.append(pair)
    return found


def _cpu(backend: Backend, costs: list[Any]) -> Row:
    posted, bare = (statistics.median(times) for times in zip(*costs, strict=True))
    where = "the web process" if backend.name == "SQLite" else "the web process and the server's for its connection"
    return Row(
        measure=f"POST moves, CPU, {backend.name}",
        value=posted,
        unit="ms",
        target=TARGETS[backend.name],
        floor=bare,
        ratio_target=4,
        note=f"of {where}, median of {len(costs)}, with key and token; floor: the use case alone",
    )


# --------------------------------------------------------------------------------------------------------------------
# The server of a database
# --------------------------------------------------------------------------------------------------------------------


def _server_time(url: str) -> Callable[[], float]:
    """Return a function that returns the server's CPU seconds for the connections that exist now."""
    with psycopg.connect(url, autocommit=True) as session:
        pids = [row[0] for row in session.execute(_OTHERS).fetchall()]
    return lambda: sum(map(_worked, pids))


_OTHERS = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"


def _worked(pid: int) -> float:
    """Return the CPU seconds of a process, from the nanoseconds that are the first figure in ``schedstat``."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9


def _trips(storage: Storage, game: Play, user: str, post: Send) -> Row:
    with round_trips.counted() as trips:
        _play(storage, game, user, post)
        made = trips()
    return Row(
        measure="POST moves, PostgreSQL, round trips",
        value=made / len(game.steps),
        unit="trips",
        target=4,
        note="with key and token; counted by what the server says",
    )
