"""Whole games played by bots in memory, and stored as if played over the web."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from domain.game import Command, Fact, Ruleset, Table, random_command
from domain.log import FiguresRecorded, Recorded, figures_stream
from domain.play import PlayedCommand, chosen, self_play
from domain.table.facts import ConfirmationSet, Finished, SeatTaken, TableOpened
from domain.verifiable_random import Seeded, commitment
from service.storage import Storage
from service.storage.mapper import stored_hash

_AT, _PAUSE = datetime(2026, 1, 1, tzinfo=UTC), timedelta(hours=5)


class Play(msgspec.Struct, frozen=True):
    """A game from its seed to its end."""

    ruleset: Ruleset[Any]
    seed: bytes
    started: Fact
    steps: list[PlayedCommand]
    seats: int


def play(ruleset: Ruleset[Any], seats: int, number: int, strategy: str = "random") -> Play:
    """Play the game with this number to its end; the same number always gives the same game.

    Seats choose at random among the values of each step, or as the bot of this name does, if the ruleset has it.
    """
    bot = ruleset.bots.get(strategy) if strategy != "random" else None
    rng = random.Random(number)
    seed = rng.randbytes(32)
    table = Table(seats=seats, figures=ruleset.current_figures())
    started = ruleset.setup(table, Seeded(seed))
    state = ruleset.initial(started)

    def choose(state: Any, seat: int) -> Command:
        return chosen(ruleset, bot, state, seat, rng) if bot else random_command(ruleset, state, seat, rng)

    return Play(ruleset, seed, started, list(self_play(ruleset, state, choose)), seats)


def positions(game: Play) -> Iterator[tuple[int, Any]]:
    """Yield the seat to act and the position before each step; the position changes with the next step."""
    state = game.ruleset.initial(game.started)
    for step in game.steps:
        yield step.seat, state
        for fact in step.facts:
            game.ruleset.apply(state, fact)


class Position(msgspec.Struct, frozen=True):
    """A seat to act and the position before its action, packed without the position's caches."""

    ruleset: Ruleset[Any]
    seat: int
    packed: bytes

    def state(self) -> Any:
        """Return a new copy of the position, as if read from the log."""
        return msgspec.msgpack.decode(self.packed, type=self.ruleset.state)


def middle(game: Play) -> list[Position]:
    """Return the positions in the middle half of the game."""
    first, last = len(game.steps) // 4, 3 * len(game.steps) // 4
    return [
        Position(game.ruleset, seat, msgspec.msgpack.encode(state))
        for number, (seat, state) in enumerate(positions(game))
        if first <= number < last
    ]


# --------------------------------------------------------------------------------------------------------------------
# In a database
# --------------------------------------------------------------------------------------------------------------------


def store(storage: Storage, stream: str, game: Play, user: str, steps: int | None = None) -> int:
    """Write the game, or its first steps, to a stream, with the user in all seats; return the stream's version."""
    _store_figures(storage, game.ruleset)
    records = _records(stream, game, user, game.steps if steps is None else game.steps[:steps])
    previous = ""
    stored = []
    for record in records:
        event = storage.application.mapper.to_stored_event(msgspec.structs.replace(record, previous=previous))
        previous = stored_hash(event)
        stored.append(event)
    storage.append(stored)
    return len(stored)


def _records(stream: str, game: Play, user: str, steps: Sequence[PlayedCommand]) -> list[Recorded[Any]]:
    facts: list[tuple[Fact, int | None, str]] = [(_opened(game, user), None, "open")]
    for seat in range(game.seats):
        facts.append((SeatTaken(seat=seat, user=user), seat, f"sit-{seat}"))
        facts.append((ConfirmationSet(seat=seat, automatic=True), seat, f"confirm-{seat}"))
    facts.append((game.started, None, "start"))
    for number, step in enumerate(steps):
        facts += [(fact, step.seat, f"move-{number}") for fact in step.facts]
    if len(steps) == len(game.steps):
        facts.append((Finished(seed=game.seed.hex()), None, f"move-{len(steps) - 1}"))
    return [
        Recorded(
            originator_id=stream,
            originator_version=version,
            at=_AT + version * _PAUSE,
            actor=user,
            seat=seat,
            command=command,
            previous="",
            fact=fact,
        )
        for version, (fact, seat, command) in enumerate(facts, start=1)
    ]


def _opened(game: Play, user: str) -> TableOpened:
    return TableOpened(
        ruleset=game.ruleset.name,
        figures=game.ruleset.current_figures(),
        owner=user,
        seats=game.seats,
        options=msgspec.to_builtins(game.ruleset.options()),
        undo="turn",
        private=False,
        commitment=commitment(game.seed),
        seed=game.seed.hex(),
    )


def _store_figures(storage: Storage, ruleset: Ruleset[Any]) -> None:
    digest = ruleset.current_figures()
    stream = figures_stream(digest)
    if not storage.application.recorder.select_events(stream, limit=1):
        fact = FiguresRecorded(ruleset=ruleset.name, content=ruleset.figures_content(digest).decode())
        record = Recorded(originator_id=stream, originator_version=1, at=_AT, command=digest, previous="", fact=fact)
        storage.append([storage.application.mapper.to_stored_event(record)])
