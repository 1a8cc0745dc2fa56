"""The time to open a branch, which writes one fact, however long the game is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from uuid import uuid4

from domain import aggregate
from domain.aggregate import Game
from service.usecases import branches
from service.usecases.command_handler import CommandContext, CommandHandler
from tests.benchmarks.databases import Backend, Bare, migrated
from tests.benchmarks.play import Play, store
from tests.benchmarks.row import Row, in_milliseconds
from tests.benchmarks.timing import medians


def measure(game: Play, backend: Backend, repeats: int) -> Iterator[Row]:
    """Measure branches of a finished game and of a running one, at the first move and at the last."""
    with migrated(backend) as (url, storage), closing(Bare(url)) as bare:
        bare.run("CREATE TABLE scratch (content TEXT)")
        store(storage, "finished", game, "user")
        store(storage, "running", game, "user", steps=len(game.steps) - 1)
        handler = CommandHandler(storage)
        for stream in ("finished", "running"):
            known = handler.games.game(stream)
            ends = aggregate.move_ends(known)
            early, late, floor = medians(
                repeats,
                _opening(handler, known, ends[0]),
                _opening(handler, known, ends[-1]),
                lambda: bare.run("INSERT INTO scratch VALUES (?)", uuid4().hex),
            )
            note = f"at the last of {len(ends)} moves; at the first: {early:.2f} ms; floor: one durable insert"
            yield in_milliseconds(f"opening a branch of a {stream} game, {backend.name}", late, note, floor=floor)


def _opening(handler: CommandHandler, game: Game, at: int) -> Callable[[], Game]:
    """Return a function that opens a branch, each time as another user, because the number per user is limited."""
    return lambda: branches.open_branch(
        handler, game.id, CommandContext(actor=uuid4().hex), at=at, viewer=0, name="What if"
    )
