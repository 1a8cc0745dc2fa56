"""Queries to a site; each call about a game is about another one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count

from flask import Flask

from domain.table.facts import ConfirmationSet
from service.accounts.users import Accounts, User
from service.app import create_app
from service.config import Config
from service.storage import Storage
from service.usecases.command_handler import CommandContext, CommandHandler
from tests.benchmarks.databases import closing_storage
from tests.benchmarks.filling import BUSIEST, RULESET
from tests.benchmarks.scale.games import stream_of

Ask = Callable[[], None]


LISTS = {
    "lobby": "",
    "games of one's own": "?filter=mine",
    "one's own, finished, of one ruleset": f"?filter=finished&ruleset={RULESET}",
    "badge": "?filter=my_turn&limit=1",
}
OF_A_GAME = {
    "state": "state",
    "state in the past": "state?at=60",
    "page of history": "history?limit=50&order=backward",
}
APPEND = "append to a game not seen before"


@contextmanager
def questions(storage: Storage, url: str, games: int) -> Iterator[dict[str, Ask]]:
    """Yield the queries to a site with this number of games, made by the user with the most games."""
    app = create_app(Config(database_url=url, secret_key="of the benchmark", embedded=False))
    get = _getting(app, _busiest(storage))
    turns = count()

    def of_a_game(path: str) -> None:
        get(f"/{stream_of(1 + 7 * next(turns) % games)}/{path}")

    def append() -> None:
        """Read a running game that is not cached, and append a fact to it."""
        stream = stream_of(1 + 12 * (next(turns) % (games // 12)))
        handler = CommandHandler(storage)
        game = handler.games.game(stream)
        fact = ConfirmationSet(seat=0, automatic=True)
        _, stored = handler.to_stored_events(
            stream, game.version, game.tip, [(fact, 0)], CommandContext(actor=BUSIEST, seat=0)
        )
        storage.append(stored)

    with closing_storage(app.extensions["daybook"]):
        yield {
            **{name: partial(get, path) for name, path in LISTS.items()},
            **{name: partial(of_a_game, path) for name, path in OF_A_GAME.items()},
            APPEND: append,
        }


def _getting(app: Flask, token: str) -> Callable[[str], None]:
    client, headers = app.test_client(), {"Authorization": f"Bearer {token}"}

    def get(path: str) -> None:
        answer = client.get(f"/api/games{path}", headers=headers)
        if answer.status_code != 200:
            raise RuntimeError(answer.text)

    return get


def _busiest(storage: Storage) -> str:
    accounts = Accounts(storage.database)
    registered = accounts.register("Bench", "correct horse battery")
    with storage.database.transaction() as rows:
        rows.execute("DELETE FROM name_keys WHERE user_id = :made", {"made": registered.id})
        rows.execute("UPDATE users SET id = :id WHERE id = :made", {"id": BUSIEST, "made": registered.id})
    _, token = accounts.add_token(User(BUSIEST, "Bench", ""), "bench", "0" * 32)
    return token or ""
