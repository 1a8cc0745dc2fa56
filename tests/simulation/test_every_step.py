"""Kills of a worker at each of its steps in turn: the outcome is always the same."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from domain.table.clock.options import Clock, DaysPerTurn, RanOut
from domain.table.facts import SeatTaken
from service.notifications import channels
from service.usecases import moves, tables
from service.usecases.command_handler import CommandContext
from tests.simulation import checking
from tests.simulation.community import Community, Person
from tests.simulation.fault_injection import Died
from tests.simulation.seeded_random import loaded

BEGINS = datetime(2026, 3, 1, 12, tzinfo=UTC)
PEOPLE = ("ada", "ben")
POLICIES: tuple[RanOut, ...] = ("offer", "remind")


@contextmanager
def community(directory: Path) -> Iterator[Community]:
    with loaded("steps"):
        site = Community(f"sqlite:///{directory}/daybook.sqlite", "steps", BEGINS, deaths=0.0)
        site.post.unthankful = 0.0
        yield site
        site.close()


def prepared(directory: Path) -> list[str]:
    """Prepare two games whose players get messages about their turns and run out of time a little later."""
    directory.mkdir()
    with community(directory) as site:
        for user in PEOPLE:
            site.register(Person(user, "Europe/Berlin", 24, 1.0))
            with site.storage.database.transaction() as rows:
                channels.add(rows, user, "webhook", "", f"https://example.org/{user}", BEGINS)
        for ran_out in POLICIES:
            clock = Clock(pace=DaysPerTurn(days=1), ran_out=ran_out, by_itself=ran_out == "offer")
            site.games.append(_begun(site, clock, ran_out))
        return site.games


def _begun(site: Community, clock: Clock, command: str) -> str:
    handler, first = site.handler, CommandContext(actor="ada", command=command)
    game = tables.open_table(handler, first, rules="toy", name=command, seats=2, options={}, clock=clock)
    for seat, user in enumerate(PEOPLE):
        tables.take_seat(handler, game.id, CommandContext(actor=user, seat=seat), SeatTaken(seat=seat, user=user))
    tables.start(handler, game.id, CommandContext(actor="ada", seat=0))
    for picks in (["take_coins"], ["end_turn"]):
        handler.run(moves.move(handler, game.id, CommandContext(actor="ada", seat=0), picks))
    return game.id


def outcome(directory: Path, games: list[str], last: int | None) -> tuple[bool, list[Any]]:
    """Return whether the worker died at this step of a check, and the outcome once another one continued."""
    died = False
    with community(directory) as site:
        site.games = games
        for hours in (0, 20, 5, 1):
            site.clock.advance(hours=hours)
            site._worker_fate.lives(last)
            try:
                for worker in site._all_workers():
                    worker()
            except Died:
                died = True
            site._begin_worker()
            site.work(clean=True)
        checking.at_the_end(site)
        facts = [[(record.at, record.fact) for record in site.handler.games.game(game).records] for game in games]
        with site.storage.database.reading() as rows:
            notifications = rows.execute("SELECT id, kind, created_at FROM notifications ORDER BY id")
        messages = sorted({(each.channel, each.notifications) for each in site.post.received})
        return died, [facts, notifications, messages]


def test_outcome_is_the_same_wherever_a_worker_dies(tmp_path: Path) -> None:
    games = prepared(tmp_path / "prepared")
    undisturbed = None
    steps = 0
    for last in [None, *range(1, 500)]:
        directory = tmp_path / str(last)
        shutil.copytree(tmp_path / "prepared", directory)
        died, found = outcome(directory, games, last)
        undisturbed = undisturbed or found
        assert found == undisturbed, f"died at step {last}"
        if last is not None and not died:
            break
        steps += 1
        shutil.rmtree(directory)
    assert steps > 50
    kinds = {row["kind"] for row in undisturbed[1]}
    assert {"turn", "reminder", "ran_out", "offer"} <= kinds
