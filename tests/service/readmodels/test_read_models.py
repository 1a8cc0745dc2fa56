"""Read models and replay: byte-identical responses for every viewer, whatever happened before.

The first responses come from replay, since nothing is projected meanwhile. The second ones come from a process that
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
NEED_WHOLE_GAME = ("/choices", "/state?at=4")
"""Requests that need the whole game as well: previews and past positions."""


class Replayed(Exception):
    """A read was answered by replay."""


@contextmanager
def empty_caches(site: Site, monkeypatch: pytest.MonkeyPatch, *, replays: bool) -> Iterator[None]:
    """Run requests as in a process with empty caches; without ``replays``, a request that needs a replay fails."""
    own = site.services
    for cached in (own.snapshot_cache, own.undo_reach_cache, own.event_cache):
        cached._values.clear()

    def refuse(stream: str) -> Game:
        raise Replayed(stream)

    with monkeypatch.context() as changed:
        if not replays:
            changed.setattr(own.handler.games, "game", refuse)
        yield


def responses(
    people: list[Person], stream: str, paths: Sequence[str]
) -> dict[tuple[str, str], tuple[int, list[Any], bytes]]:
    """Return all responses, including every page of the history."""
    found = {}
    for person in people:
        for path in paths:
            response = person.get(f"/games/{stream}{path}")
            found[person.name, path] = (response.status_code, list(response.headers), response.data)
            if response.status_code == 200 and response.json.get("next"):
                more = f"{path}{'&' if '?' in path else '?'}cursor={response.json['next']}"
                found[person.name, more] = (response.status_code, [], person.get(f"/games/{stream}{more}").data)
    return found


def assert_same(site: Site, people: list[Person], stream: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with empty_caches(site, monkeypatch, replays=True):
        by_replay, whole_game = responses(people, stream, PATHS), responses(people, stream, NEED_WHOLE_GAME)
    site.catch_up()
    with empty_caches(site, monkeypatch, replays=False):
        assert responses(people, stream, PATHS) == by_replay
    with empty_caches(site, monkeypatch, replays=True):
        assert responses(people, stream, NEED_WHOLE_GAME) == whole_game
    assert {status for status, _, _ in by_replay.values()} <= {200, 401, 403, 404, 409, 422}
    assert by_replay[people[0].name, "/history"][0] == 200


class Evening:
    """A game of one ruleset between users of a site, which advances step by step."""

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

    def take_seats(self) -> None:
        for seat, person in enumerate(self.people[:2]):
            taken = SeatTaken(seat=seat, user=person.id)
            self.game = tables.take_seat(self.handler, self.game.id, self.write(seat), taken)

    def make_moves(self, game: Game, count: int) -> Game:
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

    def undo_or_redo(self, game: Game, *, forward: bool) -> Game:
        """Undo or redo, by any player who can."""
        reach = undo.forward_targets if forward else undo.back_targets
        turn = moves.redo if forward else moves.undo
        for seat in range(2):
            if targets := reach(game, seat):
                return self.handler.run(turn(self.handler, game.id, self.write(seat), self.chance.choice(targets[:3])))
        return game

    def branch_from(self, at: int) -> Game:
        opened = CommandContext(actor=self.people[0].id)
        return branches.open_branch(self.handler, self.game.id, opened, at=at, viewer=0, name="What if")


@pytest.mark.parametrize("rules", RULESETS)
def test_read_models_and_replay_give_the_same_responses(
    site: Site, rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(site, rules, "free" if rules in ("toy", "barrage") else "turn")

    def compare(game: Game) -> None:
        assert_same(site, evening.people, game.id, monkeypatch)

    compare(evening.game)
    evening.take_seats()
    game = tables.start(evening.handler, evening.game.id, evening.write(0))
    compare(game)
    for count in (3, 7):
        game = evening.make_moves(game, count)
        compare(game)
        game = evening.undo_or_redo(game, forward=False)
        compare(game)
        game = evening.undo_or_redo(game, forward=True)
    compare(game)
    branch = evening.make_moves(evening.branch_from(game.version), 3)
    branch = evening.undo_or_redo(branch, forward=False)
    compare(branch)
    for seat in range(2):
        game = tables.agree_to_abandon(evening.handler, game.id, evening.write(seat), True)
    compare(game)
    compare(branch)
    compare(evening.make_moves(evening.branch_from(game.tree.heads[game.version]), 2))


@pytest.mark.parametrize("policy", ["turn", "free", "consent", "off"])
def test_undo_targets_from_rows_match_the_replayed_game(storage: Storage, policy: str) -> None:
    handler = CommandHandler(storage)
    chance = random.Random(policy)
    game = playing.start_game(handler, undo=policy)  # type: ignore[arg-type]
    while game.table.phase == "running" and game.version < 60:
        game = playing.move_undo_and_redo(handler, game, chance)
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


def test_responses_match_after_a_process_dies_before_projecting(
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
def test_reads_cost_the_same_in_short_and_long_games(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    site = site_on(sqlite_url)
    site.services.last_seen.stop()  # Its thread can write at any moment, so counts would vary.
    ada, ben = site.person("Ada"), site.person("Ben")
    short, long = (extend_game(site, site.game(ada, ben), ada, facts) for facts in (50, 3000))
    site.catch_up()
    costs = [steps(site, monkeypatch, ada, f"/games/{stream}{path}") for stream in (short, long)]
    close(site)
    assert costs[1] < 1.2 * costs[0]


def extend_game(site: Site, stream: str, person: Person, facts: int) -> str:
    """Extend a game to a number of facts, each from a command of its own; the last one is a move."""
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
    """Return the steps of the database's virtual machine for a response; each row it returns counts as 100 more."""
    found = [0]
    execute = sqlite_storage.SQLiteRows.execute

    def counted(self: Any, *statement: Any) -> Any:
        connection = self.cursor.sqlite_cursor.connection
        connection.set_progress_handler(lambda: found.__setitem__(0, found[0] + 1), 1)
        rows = execute(self, *statement)
        connection.set_progress_handler(None, 0)
        found[0] += 100 * len(rows)
        return rows

    with empty_caches(site, monkeypatch, replays=False), monkeypatch.context() as changed:
        changed.setattr(sqlite_storage.SQLiteRows, "execute", counted)
        response = person.get(path)
    assert response.status_code == 200
    assert msgspec.json.decode(response.data)["version"] >= 50
    return found[0]


def test_every_installed_ruleset_is_compared() -> None:
    assert set(RULESETS) == rulesets().keys()
