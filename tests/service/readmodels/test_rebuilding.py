"""Rebuilding: it gives the same rows while games continue, on both databases."""

from __future__ import annotations

import random
import threading
from functools import partial
from typing import Any

import pytest

from projections import game_list
from projections.registry import READ_MODELS
from service.readmodels import rebuilding
from service.readmodels.parallel_rebuild import processes
from service.readmodels.projection import catch_up
from service.readmodels.rebuilding import rebuild
from service.storage import Storage
from service.storage import storage as storage_module
from service.usecases import branches, moves
from service.usecases.command_handler import CommandHandler
from service.workers.projector import Projector
from tests import toy
from tests.processes import start_and_kill, toy_storage
from tests.service.playing import context_for, play_to_end, start_game
from tests.service.readmodels.rows import (
    assert_equal_to_rows_of_a_new_start,
    assert_rebuild_changes_nothing,
    contents,
    rebuild_all,
    wait_for,
)


@pytest.fixture
def handler(storage: Storage) -> CommandHandler:
    return CommandHandler(storage)


class TestRebuilding:
    @pytest.mark.parametrize("at_a_time", [1, 2, 200])
    def test_rebuild_repairs_damage_and_removes_unknown_streams(
        self, handler: CommandHandler, storage: Storage, monkeypatch: pytest.MonkeyPatch, at_a_time: int
    ) -> None:
        monkeypatch.setattr(rebuilding, "STREAMS_AT_A_TIME", at_a_time)
        monkeypatch.setattr(storage_module, "STREAMS_AT_A_TIME", at_a_time)
        play_to_end(handler, start_game(handler))
        start_game(handler, name="Another")
        catch_up(storage)
        before = contents(storage)
        with storage.database.transaction() as rows:
            rows.execute("UPDATE ledger SET entries = REPLACE(entries, '1', '7')")
            rows.execute("DELETE FROM history WHERE stretch > 0")
            rows.execute("UPDATE history SET stream = 'stranger ' || stream")
        rebuild_all(storage)
        assert contents(storage) == before

    def test_rebuild_reports_progress(self, handler: CommandHandler, storage: Storage) -> None:
        for number in range(3):
            start_game(handler, name=str(number))
        catch_up(storage)
        progress: list[tuple[int, int]] = []
        rebuild(storage, [READ_MODELS["tables"]], lambda done, total: progress.append((done, total)))
        assert progress[0] == (0, 4)
        assert progress[-1] == (4, 4)

    def test_several_processes_make_the_same_rows_as_one(
        self, handler: CommandHandler, storage: Storage, storage_url: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(rebuilding, "BATCH_SIZE", 5)
        for number in range(6):
            game = play_to_end(handler, start_game(handler, name=str(number), undo="free"), number)
            branches.open_branch(handler, game.id, context_for(game, 0), at=11, viewer="auditor", name="Branch")
        catch_up(storage)
        before = contents(storage)
        with storage.database.transaction() as rows:
            rows.execute("UPDATE ledger SET entries = REPLACE(entries, '1', '7')")
            rows.execute("DELETE FROM history WHERE stretch > 0")
        progress: list[tuple[int, int]] = []
        with processes(2, partial(toy_storage, storage_url)) as work:
            rebuild(storage, list(READ_MODELS.values()), lambda done, total: progress.append((done, total)), work)
        assert contents(storage) == before
        assert progress[0] == (0, 13)
        assert progress[-1] == (13, 13)

    def test_rebuild_keeps_rows_that_a_projector_wrote_meanwhile(
        self, handler: CommandHandler, storage: Storage, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Between folding a game and writing its rows, a move is made, and a projector processes it."""
        game = start_game(handler, undo="free")
        catch_up(storage)
        folded = rebuilding._folded

        def slowly(*arguments: Any) -> Any:
            found = folded(*arguments)
            handler.run(moves.move(handler, game.id, context_for(game, 0), toy.TakeCoins()))
            catch_up(storage)
            return found

        monkeypatch.setattr(rebuilding, "_folded", slowly)
        rebuild(storage, list(READ_MODELS.values()))
        monkeypatch.undo()
        assert_equal_to_rows_of_a_new_start(storage)

    def test_readers_find_every_game_during_a_rebuild(
        self, handler: CommandHandler, storage: Storage, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(rebuilding, "BATCH_SIZE", 5)
        for number in range(6):
            start_game(handler, name=str(number))
        catch_up(storage)
        counts: set[int] = set()
        done = threading.Event()

        def read_list() -> None:
            while not done.is_set():
                with storage.database.reading() as rows:
                    counts.add(len(game_list.find(rows, "")))

        reading = threading.Thread(target=read_list)
        reading.start()
        for _ in range(5):
            rebuild(storage, [READ_MODELS["tables"]])
        done.set()
        reading.join()
        assert counts == {6}

    def test_projector_keeps_working_during_rebuilds(
        self, handler: CommandHandler, storage: Storage, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(rebuilding, "BATCH_SIZE", 5)
        running = Projector(storage)
        running.start()
        games = [start_game(handler, name=str(number), undo="free") for number in range(4)]
        playing = threading.Thread(target=lambda: [play_to_end(handler, game, seed) for seed, game in enumerate(games)])
        playing.start()
        while playing.is_alive():
            rebuild_all(storage)
        playing.join()
        assert all(wait_for(storage, name, storage.last_id(), timeout=10) for name in READ_MODELS)
        running.stop()
        assert_rebuild_changes_nothing(storage)

    def test_a_rebuild_killed_at_any_instant_harms_nothing(
        self, handler: CommandHandler, storage: Storage, storage_url: str
    ) -> None:
        for number in range(3):
            play_to_end(handler, start_game(handler, name=str(number), undo="free"), number)
        catch_up(storage)
        before = contents(storage)
        chance = random.Random(3)
        for _ in range(3):
            start_and_kill("rebuilding", storage_url, after=chance.uniform(0.02, 0.2))
            assert contents(storage) == before

    def test_emptied_tables_are_filled_from_the_start(self, handler: CommandHandler, storage: Storage) -> None:
        play_to_end(handler, start_game(handler))
        catch_up(storage)
        assert_equal_to_rows_of_a_new_start(storage)
