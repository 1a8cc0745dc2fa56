"""The projector: each fact takes effect exactly once, and rebuilding gives the same rows, on both databases."""

from __future__ import annotations

import random
import time
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import pytest
from eventsourcing.persistence import IntegrityError, StoredEvent

from domain.aggregate import Game
from projections import chunked_rows, game_list, positions
from projections.registry import READ_MODELS
from projections.stream_folder import Folds
from service import storage as storages
from service.readmodels import failed_streams, projection
from service.readmodels.projection import catch_up, position, project
from service.readmodels.rebuilding import reader
from service.storage import Storage, leader_election
from service.usecases import branches, moves
from service.usecases.command_handler import CommandHandler
from service.workers import projector
from service.workers.projector import Projector
from tests import toy
from tests.processes import await_ready, go, process
from tests.service.playing import context_for, move_undo_and_redo, play_to_end, start_game
from tests.service.readmodels.rows import (
    assert_equal_to_rows_of_a_new_start,
    assert_rebuild_changes_nothing,
    contents,
    rebuild_all,
    wait_for,
)
from tests.service.storage_queries import failed, lag
from tests.wait_until import wait_until


@pytest.fixture
def handler(storage: Storage) -> CommandHandler:
    return CommandHandler(storage)


class TestExactlyOnce:
    def test_rows_and_position_are_written_together_or_not_at_all(
        self, handler: CommandHandler, storage: Storage
    ) -> None:
        play_to_end(handler, start_game(handler))

        def fail(rows: object, changes: object) -> None:
            raise ZeroDivisionError

        models = [*READ_MODELS.values(), replace(READ_MODELS["history"], name="failing", process=fail)]
        batch = next(storage.application.recorded(0, storage.last_id()))
        folds = Folds(reader(storage))
        with pytest.raises(ZeroDivisionError):
            project(storage, models, folds, batch)
        assert all(not rows for rows in contents(storage).values())
        assert position(storage, "history") == 0
        project(storage, models[:-1], folds, batch)
        assert position(storage, "history") == batch.last
        assert_rebuild_changes_nothing(storage)

    @pytest.mark.parametrize("taken", [None, 7])
    def test_batch_taken_by_another_follower_changes_nothing(
        self, handler: CommandHandler, storage: Storage, taken: int | None
    ) -> None:
        """This also holds for a part of a batch, from a follower at another position."""
        play_to_end(handler, start_game(handler))
        batch = next(storage.application.recorded(0, storage.last_id()))
        models = list(READ_MODELS.values())
        begun = storages.Batch(batch.ids[:taken], batch.records[:taken])
        project(storage, models, Folds(reader(storage)), begun)
        before = contents(storage)
        with pytest.raises(IntegrityError):
            project(storage, models, Folds(reader(storage)), batch)
        assert contents(storage) == before

    @pytest.mark.parametrize("length", [3, chunked_rows.LENGTH])
    def test_small_batches_make_the_same_rows_as_large_ones(
        self, handler: CommandHandler, storage: Storage, monkeypatch: pytest.MonkeyPatch, length: int
    ) -> None:
        """Each fact is a batch of its own, and folds are discarded now and then."""
        monkeypatch.setattr(chunked_rows, "LENGTH", length)
        game = play_to_end(handler, start_game(handler, seats=3, undo="free"), seed=2)
        branch = branches.open_branch(handler, game.id, context_for(game, 0), at=11, viewer="auditor", name="Branch")
        move_undo_and_redo(handler, branch, random.Random(1))
        play_to_end(handler, start_game(handler, name="Other"), seed=4)
        whole = next(storage.application.recorded(0, storage.last_id()))
        for number, (notification_id, record) in enumerate(zip(whole.ids, whole.records, strict=True)):
            if number % 7 == 0:
                folds = Folds(reader(storage), size=1)
            project(storage, list(READ_MODELS.values()), folds, storages.Batch([notification_id], [record]))
        assert_rebuild_changes_nothing(storage)


def test_positions_from_another_program_are_recomputed(handler: CommandHandler, storage: Storage) -> None:
    game = start_game(handler)
    catch_up(storage)
    before = contents(storage)
    with storage.database.transaction() as rows:
        rows.execute("UPDATE positions SET program = 'of yesterday', now = '{}'")
    running = Projector(storage)
    running.start()
    wait_until(lambda: contents(storage) == before)
    running.stop()
    with storage.database.reading() as rows:
        assert positions.of_other_programs(rows, positions.FIRST, 10) == []
        assert positions.stored(rows, game.id).usable  # type: ignore[union-attr]
    assert contents(storage) == before


BROKEN = {
    "what takes facts in": {"apply": toy.refuse_three(toy.RULESET.apply)},
    "what one read model asks": {"summary": toy.refuse_three(toy.RULESET.summary)},
}


class TestFailingGame:
    @pytest.fixture
    def games(self, handler: CommandHandler, storage: Storage) -> tuple[Game, Game]:
        """Return two games in which coins were taken; this is not projected yet."""
        both = start_game(handler, seats=2, name="Sound"), start_game(handler, seats=3, name="Broken")
        catch_up(storage)
        sound, broken = (
            handler.run(moves.move(handler, game.id, context_for(game, 0), toy.TakeCoins())) for game in both
        )
        return sound, broken

    @pytest.mark.parametrize("change", BROKEN.values(), ids=BROKEN)
    def test_other_games_continue_and_the_failing_one_is_marked(
        self,
        games: tuple[Game, Game],
        storage: Storage,
        monkeypatch: pytest.MonkeyPatch,
        caplog: pytest.LogCaptureFixture,
        change: dict[str, Any],
    ) -> None:
        sound, broken = games
        toy.change(monkeypatch, **change)
        catch_up(storage)
        assert lag(storage) == dict.fromkeys(READ_MODELS, 0)
        with storage.database.reading() as rows:
            assert game_list.one(rows, sound.id).version == sound.version  # type: ignore[union-attr]
            assert game_list.one(rows, broken.id).version < broken.version  # type: ignore[union-attr]
        assert failed_streams.among(storage.database, [sound.id, broken.id]) == {broken.id: broken.version}
        assert failed(storage)["tables"] == 1
        assert "three cannot share" in caplog.text
        assert broken.id in caplog.text

    @pytest.mark.parametrize("change", BROKEN.values(), ids=BROKEN)
    def test_rebuild_recovers_the_game_once_its_rules_are_fixed(
        self,
        games: tuple[Game, Game],
        storage: Storage,
        monkeypatch: pytest.MonkeyPatch,
        change: dict[str, Any],
    ) -> None:
        toy.change(monkeypatch, **change)
        catch_up(storage)
        rebuild_all(storage)
        assert failed(storage)["tables"] == 1
        toy.change(monkeypatch)
        rebuild_all(storage)
        assert not failed(storage)
        assert_equal_to_rows_of_a_new_start(storage)

    def test_next_move_recovers_the_game(
        self, handler: CommandHandler, games: tuple[Game, Game], storage: Storage, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        toy.change(monkeypatch, apply=toy.refuse_three(toy.RULESET.apply))
        catch_up(storage)
        toy.change(monkeypatch)
        broken = games[1]
        handler.run(moves.move(handler, broken.id, context_for(broken, 0), toy.TakeCoins()))
        catch_up(storage)
        assert not failed(storage)
        assert_equal_to_rows_of_a_new_start(storage)

    def test_new_projector_recovers_the_game(
        self, games: tuple[Game, Game], storage: Storage, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        toy.change(monkeypatch, apply=toy.refuse_three(toy.RULESET.apply))
        catch_up(storage)
        toy.change(monkeypatch)
        running = Projector(storage)
        running.start()
        wait_until(lambda: not failed(storage))
        running.stop()
        assert_equal_to_rows_of_a_new_start(storage)

    def test_unreadable_fact_stops_only_its_own_game(
        self, handler: CommandHandler, games: tuple[Game, Game], storage: Storage
    ) -> None:
        """As if a game was uninstalled, or an older program reads the facts of a newer one."""
        sound, broken = games
        storage.append([StoredEvent(broken.id, broken.version + 1, "toy.of_tomorrow", b"{}")])
        handler.run(moves.move(handler, sound.id, context_for(sound, 0), toy.TakeCoins()))
        catch_up(storage)
        assert lag(storage) == dict.fromkeys(READ_MODELS, 0)
        with storage.database.reading() as rows:
            assert positions.stored(rows, sound.id).version > sound.version
        assert failed_streams.among(storage.database, [sound.id, broken.id]) == {broken.id: broken.version + 1}

    def test_version_of_the_first_failure_is_kept(
        self, handler: CommandHandler, games: tuple[Game, Game], storage: Storage, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        toy.change(monkeypatch, summary=toy.refuse_three(toy.RULESET.summary))
        catch_up(storage)
        broken = games[1]
        handler.run(moves.move(handler, broken.id, context_for(broken, 0), toy.TakeCoins()))
        catch_up(storage)
        assert failed_streams.among(storage.database, [broken.id]) == {broken.id: broken.version}


class TestRunning:
    def test_written_facts_are_soon_readable(self, handler: CommandHandler, storage: Storage) -> None:
        running = Projector(storage)
        running.start()
        try:
            game = start_game(handler)
            last = storage.last_id()
            assert all(wait_for(storage, name, last, timeout=10) for name in READ_MODELS)
            with storage.database.reading() as rows:
                assert [table.stream for table in game_list.find(rows, "ada", "my_turn")] == [game.id]
            assert lag(storage) == dict.fromkeys(READ_MODELS, 0)
        finally:
            running.stop()

    def test_events_soon_after_a_batch_are_gathered_for_the_next(
        self, handler: CommandHandler, storage: Storage, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        game = start_game(handler)
        first = storage.last_id()
        monkeypatch.setattr(projector, "GATHERING", 3600)
        running = Projector(storage)
        running.start()
        assert wait_for(storage, "tables", first, timeout=10)
        handler.run(moves.move(handler, game.id, context_for(game, 0), toy.TakeCoins()))
        running.stop()
        assert lag(storage) == dict.fromkeys(READ_MODELS, storage.last_id() - first)

    def test_wait_times_out_without_a_projector(self, handler: CommandHandler, storage: Storage) -> None:
        start_game(handler)
        assert not wait_for(storage, "history", storage.last_id(), timeout=0.05)
        assert lag(storage)["history"] == storage.last_id()

    def test_second_projector_takes_over_from_the_first(
        self, handler: CommandHandler, storage: Storage, storage_url: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(leader_election, "STANDBY", 0.05)
        other = storages.connect(storage_url)
        first, second = Projector(storage), Projector(other)
        first.start()
        game = start_game(handler)
        assert wait_for(storage, "tables", storage.last_id(), timeout=10)
        second.start()
        first.stop()
        handler.run(moves.move(handler, game.id, context_for(game, 0), toy.TakeCoins()))
        assert wait_for(storage, "tables", storage.last_id(), timeout=10)
        second.stop()
        other.close()
        assert_rebuild_changes_nothing(storage)

    def test_projector_survives_an_error(
        self,
        handler: CommandHandler,
        storage: Storage,
        monkeypatch: pytest.MonkeyPatch,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        monkeypatch.setattr(leader_election, "STANDBY", 0.05)
        errors = iter([RuntimeError("the network is gone")])

        def sometimes(*arguments: Any) -> None:
            for error in errors:
                raise error
            project(*arguments)

        monkeypatch.setattr(projector, "project", sometimes)
        running = Projector(storage)
        running.start()
        start_game(handler)
        assert wait_for(storage, "tables", storage.last_id(), timeout=10)
        running.stop()
        assert "the network is gone" in caplog.text

    def test_recreated_read_model_catches_up(
        self, handler: CommandHandler, storage: Storage, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        play_to_end(handler, start_game(handler))
        catch_up(storage)
        before = contents(storage)
        monkeypatch.setitem(
            READ_MODELS, "ledger", replace(READ_MODELS["ledger"], revision=READ_MODELS["ledger"].revision + 1)
        )
        storage.migrate()
        assert contents(storage)["ledger"] == []
        assert lag(storage) == {**dict.fromkeys(READ_MODELS, 0), "ledger": storage.last_id()}
        running = Projector(storage)
        running.start()
        assert wait_for(storage, "ledger", storage.last_id(), timeout=10)
        running.stop()
        assert contents(storage) == before

    def test_projector_of_another_release_leaves_the_read_model_empty(
        self, handler: CommandHandler, storage: Storage, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It was running when the next release recreated the read model, and would continue from its own position."""
        game = start_game(handler)
        catch_up(storage)
        reached = storage.last_id()
        with monkeypatch.context() as release:
            release.setitem(
                READ_MODELS, "ledger", replace(READ_MODELS["ledger"], revision=READ_MODELS["ledger"].revision + 1)
            )
            storage.migrate()
        handler.run(moves.move(handler, game.id, context_for(game, 0), toy.TakeCoins()))
        (batch,) = storage.application.recorded(reached, storage.last_id())
        with pytest.raises(IntegrityError):
            project(storage, list(READ_MODELS.values()), Folds(reader(storage)), batch)
        with pytest.raises(projection.StoredByAnotherBuild, match="ledger"):
            catch_up(storage)
        assert contents(storage)["ledger"] == []
        assert position(storage, "ledger") == 0


def _await_progress(storage: Storage) -> None:
    """Wait until a projector makes progress, however slow the machine is, unless there is nothing to do."""
    reached = position(storage, "history")
    deadline = time.monotonic() + 10
    while position(storage, "history") == reached < storage.last_id() and time.monotonic() < deadline:
        time.sleep(0.002)


def test_a_projector_killed_at_any_instant_loses_and_repeats_nothing(storage: Storage, storage_url: str) -> None:
    """One process plays games while the operating system kills projectors one after the other."""
    chance = random.Random(7)
    with ExitStack() as stack:
        playing = stack.enter_context(process("play", storage_url))
        await_ready(playing)
        go(playing)
        killed = 0
        reached: set[int] = set()
        while len(reached - {0}) < 4:
            assert playing.poll() is None
            with process("project", storage_url) as projecting:
                await_ready(projecting)
                go(projecting)
                if killed % 4:
                    _await_progress(storage)
                time.sleep(chance.uniform(0.0, 0.3))
            killed += 1
            reached.add(position(storage, "history"))
        go(playing)
        assert playing.wait(timeout=60) == 0
    catch_up(storage)
    assert lag(storage) == dict.fromkeys(READ_MODELS, 0)
    assert_rebuild_changes_nothing(storage)
    entries = sum(entries.count("\n") for *_, entries in contents(storage)["history"])
    assert sum(end.version for end in storage.stream_ends(storage.last_id())) == 1 + entries
