"""The cost of viewing a game in the web process: position, choices, history, board and page."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta

from flask import Flask
from flask.testing import FlaskClient

from service import auth
from service.accounts.sessions import Sessions
from service.accounts.users import Accounts
from service.app import create_app
from service.config import Config
from service.container import Services
from service.pages.partials import HEADER
from service.readmodels.projection import catch_up
from service.runtime.admission_control import SESSION_COOKIE
from tests.benchmarks.databases import Backend, closing_storage, migrated
from tests.benchmarks.play import Play, store
from tests.benchmarks.requests.reading import forgetting
from tests.benchmarks.row import Row
from tests.benchmarks.timing import quantile, undisturbed

STREAM = "0" * 32
PLAYED = 0.7
"""The share of the game that has been played."""

API = {"state": 1.2, "choices": 1.5, "history?limit=100&order=backward": 5.0}
"""Milliseconds that a response of the API may take."""

DRAWN = {"barrage": 12.0}
"""Milliseconds that a page or a board that has been drawn before may take, by ruleset; 8 for other rulesets."""

Headers = Mapping[str, str]


def measure(game: Play, backend: Backend, repeats: int) -> Iterator[Row]:
    """Measure the CPU time per request, compared with a view that only authenticates."""
    with migrated(backend) as (url, storage):
        accounts = Accounts(storage.database)
        user = accounts.register("Bench", "correct horse battery")
        _, token = accounts.add_token(user, "bench", STREAM)
        cookie = Sessions(storage.database, timedelta(days=1)).open(user, "bench")
        store(storage, STREAM, game, user.id, steps=int(PLAYED * len(game.steps)))
        catch_up(storage)
        app = create_app(Config(database_url=url, secret_key="of the benchmark"))
        own = app.extensions["daybook"]
        with closing_storage(own), undisturbed():
            forget = forgetting(own)
            drawn = DRAWN.get(game.ruleset.name, 8.0)
            ask = _asking(_with_floor(app), {"Authorization": f"Bearer {token}"})
            for path, target in API.items():
                yield _row(f"GET {path}", ask, f"/api/games/{STREAM}/{path}", repeats, target)
            for path in ("state", "choices"):
                yield _row(f"GET {path}, news", ask, f"/api/games/{STREAM}/{path}", repeats, None, _moving_on(own))
            board = f"/api/games/{STREAM}/board.svg"
            yield _row("GET board.svg", ask, board, repeats, drawn)
            yield _row("GET board.svg, first time", ask, board, repeats // 4, None, forget)
            look = _asking(app, {"Cookie": f"{SESSION_COOKIE}={cookie}"})
            page = f"/games/{STREAM}"
            yield _row("game page", look, page, repeats, drawn)
            yield _row("game page, first time", look, page, repeats // 4, None, forget)
            known = " ".join(re.findall(r'<li class="[^"]*" data-part="([^"]+)"', look(page)))
            updated = _asking(app, {"Cookie": f"{SESSION_COOKIE}={cookie}", HEADER: known})
            yield _row("game page, drawn anew for news", updated, page, repeats // 2, None, _moving_on(own))


def _moving_on(own: Services) -> Callable[[], None]:
    """Return a function that clears what a move invalidates: cached responses, drawings and pages."""

    def move_on() -> None:
        for things in (own.response_cache, own.drawing_cache, own.page_cache):
            things._known.clear()

    return move_on


FLOOR = "/floor"


def _with_floor(app: Flask) -> Flask:
    app.add_url_rule(FLOOR, view_func=lambda: {"user": auth.required_user().id})
    return app


def _asking(app: Flask, headers: Headers) -> Callable[[str], str]:
    client: FlaskClient = app.test_client(use_cookies=False)

    def ask(path: str) -> str:
        answer = client.get(path, headers=headers)
        if answer.status_code != 200:
            raise RuntimeError(answer.text)
        return answer.text

    return ask


def _row(
    what: str,
    ask: Callable[[str], str],
    path: str,
    repeats: int,
    target: float | None,
    before: Callable[[], None] = lambda: None,
) -> Row:
    length = len(ask(path).encode())
    times, floors = [], []
    for _ in range(repeats):
        before()
        times.append(_milliseconds(lambda: ask(path)))
        ask(FLOOR)
        floors.append(_milliseconds(lambda: ask(FLOOR)))
    return Row(
        measure=f"{what}, SQLite",
        value=quantile(times, 0.5),
        unit="ms",
        target=target,
        floor=quantile(floors, 0.5),
        note=f"CPU, median of {repeats}, {length:,} bytes; floor: a view that only finds out who asks",
    )


def _milliseconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return (time.process_time() - start) * 1000
