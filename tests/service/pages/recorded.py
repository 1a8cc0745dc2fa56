"""Games of golden logs, replayed by users of a site: faster than bots, which compute each move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from typing import Any

from domain import log
from domain.aggregate import Game
from domain.table.facts import Finished
from service.usecases.command_handler import CommandContext, CommandHandler, Decision
from tests.golden import logs
from tests.service.pages.conftest import Served


@cache
def recorded_game(name: str) -> Game:
    return logs.game_of(logs.lines_of(logs.DIRECTORY / f"{name}.ndjson.gz"))


def replay_game(served: Served, name: str, *names: str) -> tuple[str, Iterator[Game]]:
    """Start a game as this golden log does; return its address and an iterator that makes a move at each ``next``."""
    old = recorded_game(name)
    finished = old.records[-1].fact
    assert isinstance(finished, Finished)
    seed = bytes.fromhex(finished.seed)
    address = served.table_with(old.table.opened.options, *names, rules=old.ruleset.name, seed=seed)
    users = [served.user(name).id for name in names]
    moves = _moves(served.site.services.handler, address.rpartition("/")[2], users, old)
    next(moves)
    return address, moves


def _moves(handler: CommandHandler, stream: str, users: Sequence[str], old: Game) -> Iterator[Game]:
    """Write the facts of the commands on the old game's main line, one command at a time; the first starts the game."""
    line = set(log.line(old.tree))
    kept = (each for each in old.records if each.originator_version in line or isinstance(each.fact, Finished))
    for _, records in groupby(kept, lambda record: record.command):
        acted = [(record.fact, record.seat) for record in records]
        seat = acted[0][1] or 0
        yield handler.run(handler.attempts(stream, CommandContext(actor=users[seat], seat=seat), _as_it_was(acted)))


def _as_it_was(acted: Sequence[tuple[Any, int | None]]) -> Any:
    return lambda game: Decision(acted)
