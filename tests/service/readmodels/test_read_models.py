"""Read models and replay: byte-identical answers for every viewer, whatever happened before.

The first answers come by replay, since nothing is projected meanwhile. The second ones come from a process that
cannot replay at all.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest

from domain import play, undo
from domain.aggregate import Game
from domain.game import random_command, rulesets
from domain.table.facts import ConfirmationSet, SeatTaken
from projections import history
from projections.history import HISTORY
from projections.stream_folder import Folds
from service.readmodels.ephemeral_model import projected
from service.storage import Storage
from service.storage import sqlite as sqlite_storage
from service.storage.mapper import stored_hash
from service.usecases import branches, moves, tables
from service.usecases.command_handler import CommandContext, CommandHandler
from tests import toy
from tests.processes import await_ready, process
from tests.service import playing
from tests.service.sites import Person, Site, close, site_on

RULESETS = ("toy", "brass-birmingham", "brass-lancashire", "barrage", "arkwright")
PATHS = ("", "/state", "/ledger", "/history", "/history?order=backward&limit=7", "/events?after=2")
TRIED = ("/choices", "/state?at=4")
"""Requests that need the whole game, too: previews and the past."""


class Replayed(Exception):
    """A read was answered by replay."""


@contextmanager
def asked_anew(site: Site, monkeypatch: pytest.MonkeyPatch, *, replays: bool) -> Iterator[None]:
    """Query as in a process with empty caches; one that must not replay fails if it would have to."""
    own = site.services
    for kept in (own.snapshot_cache, own.undo_reach_cache, own.event_cache):
        kept._values.clear()

    def refuse(stream: str) -> Game:
        raise Replayed(stream)

    with monkeypatch.context() as changed:
        if not replays:
            changed.setattr(own.handler.games, "game", refuse)
        yield


def answers(
    people: list[Person], stream: str, paths: Sequence[str]
) -> dict[tuple[str, str], tuple[int, list[Any], bytes]]:
    """Return all responses, including every page of the history."""
    found = {}
    for person in people:
        for path in paths:
            answer = person.get(f"/games/{stream}{path}")
            found[person.name, path] = (answer.status_code, list(answer.headers), answer.data)
            if answer.status_code == 200 and answer.json.get("next"):
                more = f"{path}{'&' if '?' in path else '?'}cursor={answer.json['next']}"
                found[person.name, more] = (answer.status_code, [], person.get(f"/games/{stream}{more}").data)
    return found


def assert_same(site: Site, people: list[Person], stream: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with asked_anew(site, monkeypatch, replays=True):
        by_replay, tried = answers(people, stream, PATHS), answers(people, stream, TRIED)
    site.catch_up()
    with asked_anew(site, monkeypatch, replays=False):
        assert answers(people, stream, PATHS) == by_replay
    with asked_anew(site, monkeypatch, replays=True):
        assert answers(people, stream, TRIED) == tried
    assert {status for status, _, _ in by_replay.values()} <= {200, 401, 403, 404, 409, 422}
    assert by_replay[people[0].name, "/history"][0] == 200


class Evening:
    """A game of one ruleset among people of a site, on which something happens step by step."""

    def __init__(self, site: Site, rules: str, policy: str) -> None:
        self.site, self.handler = site, site.services.handler
        self.people = [site.person("Ada"), site.person("Ben"), Person(site.app.test_client(), "a visitor")]
        self.chance = random.Random(f"{rules} {policy}")
        opened = CommandContext(actor=self.people[0].id)
        self.game = tables.open_table(
            self.handler,
            opened,
            rules=rules,
            name="Evening",
            seats=2,
            options={},
            undo=policy,
            private=True,  # type: ignore[arg-type]
        )

    def write(self, seat: int) -> CommandContext:
        return CommandContext(actor=self.people[seat].id, seat=seat)

    def sit(self) -> None:
        for seat, person in enumerate(self.people[:2]):
            taken = SeatTaken(seat=seat, user=person.id)
            self.game = tables.take_seat(self.handler, self.game.id, self.write(seat), taken)

    def moved(self, game: Game, count: int) -> Game:
        for _ in range(count):
            position = self.handler.games.position(game)
            waiting = play.to_act(game.ruleset, game.table, position)
            if not waiting:
                break
            seat = waiting[0].seat
            owner = seat if game.origin is None else 0
            command = random_command(game.ruleset, position, seat, self.chance)
            game = self.handler.run(
                moves.move(self.handler, game.id, CommandContext(actor=self.people[owner].id, seat=seat), command)
            )
        return game

    def turned(self, game: Game, *, forward: bool) -> Game:
        """Undo or redo, by any player who can."""
        reach = undo.forward_targets if forward else undo.back_targets
        turn = moves.redo if forward else moves.undo
        for seat in range(2):
            if targets := reach(game, seat):
                return self.handler.run(turn(self.handler, game.id, self.write(seat), self.chance.choice(targets[:3])))
        return game

    def branched(self, at: int) -> Game:
        opened = CommandContext(actor=self.people[0].id)
        return branches.open_branch(self.handler, self.game.id, opened, at=at, viewer=0, name="What if")


@pytest.mark.parametrize("rules", RULESETS)
def test_answers_from_read_models_and_by_replay_are_the_same(
    site: Site, rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(site, rules, "free" if rules in ("toy", "barrage") else "turn")

    def compare(game: Game) -> None:
        assert_same(site, evening.people, game.id, monkeypatch)

    compare(evening.game)
    evening.sit()
    game = tables.start(evening.handler, evening.game.id, evening.write(0))
    compare(game)
    for count in (3, 7):
        game = evening.moved(game, count)
        compare(game)
        game = evening.turned(game, forward=False)
        compare(game)
        game = evening.turned(game, forward=True)
    compare(game)
    branch = evening.moved(evening.branched(game.version), 3)
    branch = evening.turned(branch, forward=False)
    compare(branch)
    for seat in range(2):
        game = tables.agree_to_abandon(evening.handler, game.id, evening.write(seat), True)
    compare(game)
    compare(branch)
    compare(evening.moved(evening.branched(game.tree.heads[game.version]), 2))


@pytest.mark.parametrize("policy", ["turn", "free", "consent", "off"])
def test_the_reach_of_undo_told_by_rows_is_that_of_the_replayed_game(storage: Storage, policy: str) -> None:
    handler = CommandHandler(storage)
    chance = random.Random(policy)
    game = playing.started(handler, undo=policy)  # type: ignore[arg-type]
    while game.table.phase == "running" and game.version < 60:
        game = playing.wandered(handler, game, chance)
    with history_of(game) as rows:
        line, after = history.line(rows, game.id), history.steps_after(rows, game.id, game.tree.head)
        assert [entry.version for entry in line] == [step.version for step in undo.line_of(game)]
        assert [entry.version for entry in after] == [step.version for step in undo.steps_after(game, game.tree.head)]
        for seat in range(2):
            back = undo.earlier(game.table.opened.undo, history.line(rows, game.id), seat)
            assert back == undo.back_targets(game, seat)
            forward = undo.later(game.table.opened.undo, game.tree.head, after, seat)
            assert forward == undo.forward_targets(game, seat)


@contextmanager
def history_of(game: Game) -> Iterator[Any]:
    folds = Folds(lambda stream, upto: game.records[:upto])
    with projected(HISTORY, folds.changes(game.records)) as rows:
        yield rows


def test_a_move_whose_process_was_killed_before_it_was_projected(
    site: Site, storage_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, ben = site.person("Ada"), site.person("Ben")
    game = site.game(ada, ben)
    site.catch_up()
    before = site.services.handler.games.game(game).version
    with process("move_and_hang", storage_url, game, ada.id) as other:
        await_ready(other)
        other.kill()
    people = [ada, ben, site.visitor()]
    assert ada.get(f"/games/{game}").json["version"] > before
    assert_same(site, people, game, monkeypatch)


# --------------------------------------------------------------------------------------------------------------------
# Costs of a page
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/history?limit=20", "/history?order=backward&limit=20", "/state"])
def test_a_read_costs_the_same_in_a_short_game_and_in_a_long_one(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    site = site_on(sqlite_url)
    site.services.last_seen.stop()  # Written by a thread at any moment, looks would be counted now here, now there.
    ada, ben = site.person("Ada"), site.person("Ben")
    short, long = (grown(site, site.game(ada, ben), ada, facts) for facts in (50, 3000))
    site.catch_up()
    costs = [steps(site, monkeypatch, ada, f"/games/{stream}{path}") for stream in (short, long)]
    close(site)
    assert costs[1] < 1.2 * costs[0]


def grown(site: Site, stream: str, person: Person, facts: int) -> str:
    """Return the game with so many facts, each of a command of its own, and a move as the last of them."""
    handler = site.services.handler
    game = handler.games.game(stream)
    version, tip, stored = game.version, game.tip, []
    while version < facts - 1:
        fact = ConfirmationSet(seat=0, automatic=version % 2 == 0)
        _, (event,) = handler.to_stored_events(
            stream, version, tip, [(fact, 0)], CommandContext(actor=person.id, seat=0)
        )
        stored.append(event)
        version, tip = version + 1, stored_hash(event)
    site.services.storage.append(stored)
    handler.run(moves.move(handler, stream, CommandContext(actor=person.id, seat=0), toy.TakeCoins()))
    return stream


def steps(site: Site, monkeypatch: pytest.MonkeyPatch, person: Person, path: str) -> int:
    """Steps of the database's machine for an answer; every row that it gives counts as a hundred more."""
    found = [0]
    execute = sqlite_storage.SQLiteRows.execute

    def counted(self: Any, *statement: Any) -> Any:
        connection = self.cursor.sqlite_cursor.connection
        connection.set_progress_handler(lambda: found.__setitem__(0, found[0] + 1), 1)
        rows = execute(self, *statement)
        connection.set_progress_handler(None, 0)
        found[0] += 100 * len(rows)
        return rows

    with asked_anew(site, monkeypatch, replays=False), monkeypatch.context() as changed:
        changed.setattr(sqlite_storage.SQLiteRows, "execute", counted)
        answer = person.get(path)
    assert answer.status_code == 200
    assert msgspec.json.decode(answer.data)["version"] >= 50
    return found[0]


def test_every_installed_game_is_compared() -> None:
    assert set(RULESETS) == rulesets().keys()
