"""The cost of the lobby for a player with a hundred running games with clocks: its page, lists and live updates."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from domain.game import Ruleset
from domain.table.clock.options import Clock, DaysPerTurn
from domain.table.facts import SeatTaken
from service.accounts.sessions import Sessions
from service.accounts.users import Accounts
from service.app import create_app
from service.config import Config
from service.readmodels.projection import catch_up
from service.runtime.admission_control import SESSION_COOKIE
from service.usecases import tables
from service.usecases.command_handler import CommandContext, CommandHandler
from tests.benchmarks.databases import Backend, closing_storage, migrated
from tests.benchmarks.requests.viewing import _asking, _row, _with_floor
from tests.benchmarks.row import Row
from tests.benchmarks.timing import undisturbed

GAMES = 100

PATHS = {
    "lobby": "/",
    "GET games, mine": "/api/games?filter=mine&limit=100",
    "GET games, my turn": "/api/games?filter=my_turn&limit=100",
    "events of all games, one look": "/api/events",
}


def measure(ruleset: Ruleset[Any], backend: Backend, repeats: int) -> Iterator[Row]:
    """Measure the CPU time per request, compared with a view that only authenticates."""
    with migrated(backend) as (url, storage):
        accounts = Accounts(storage.database)
        user, other = (accounts.register(name, "correct horse battery") for name in ("Bench", "Other"))
        cookie = Sessions(storage.database, timedelta(days=1)).open(user, "bench")
        handler = CommandHandler(storage)
        for number in range(GAMES):
            _begin(handler, ruleset, number, user.id, other.id)
        catch_up(storage)
        app = create_app(Config(database_url=url, secret_key="of the benchmark"))
        with closing_storage(app.extensions["daybook"]), undisturbed():
            ask = _asking(_with_floor(app), {"Cookie": f"{SESSION_COOKIE}={cookie}"})
            for what, path in PATHS.items():
                yield _row(f"{what}, {GAMES} running", ask, path, repeats, None)


def _begin(handler: CommandHandler, ruleset: Ruleset[Any], number: int, *people: str) -> None:
    """Start a game of two users with a clock; the users swap seats with each number."""
    seated = people if number % 2 else people[::-1]
    clock = Clock(pace=DaysPerTurn(days=1 + number % 7))
    first = CommandContext(actor=seated[0])
    game = tables.open_table(
        handler, first, rules=ruleset.name, name=f"Game {number}", seats=2, options={}, clock=clock
    )
    for seat, user in enumerate(seated):
        tables.take_seat(handler, game.id, CommandContext(actor=user, seat=seat), SeatTaken(seat=seat, user=user))
    tables.start(handler, game.id, CommandContext(actor=seated[0], seat=0))
