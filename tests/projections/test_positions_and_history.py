"""Reading the position of a game and its history."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain import log
from projections import chunked_rows, history, positions
from projections.game_snapshot import current_of
from projections.positions import StoredPosition
from projections.registry import READ_MODELS
from service.storage import Storage
from service.usecases import moves
from service.usecases.command_handler import CommandHandler
from tests import toy
from tests.service.playing import context_for, open_table, play_to_end, start_game

Project = Callable[[], None]


def state(found: StoredPosition) -> object:
    assert found.state is not None
    return positions.state_of(found.current, found.state)


class TestPositions:
    def test_stored_position_matches_the_game(
        self, handler: CommandHandler, storage: Storage, projected: Project
    ) -> None:
        game = play_to_end(handler, start_game(handler, seats=3))
        projected()
        with storage.database.reading() as rows:
            found = positions.stored(rows, game.id)
        assert found is not None
        assert found.usable
        assert found.version == game.version
        assert found.current == current_of(game, game.id)
        assert state(found) == handler.games.position(game)

    def test_undo_changes_the_stored_position(
        self, handler: CommandHandler, storage: Storage, projected: Project
    ) -> None:
        game = start_game(handler)
        before = handler.games.position(game)
        game = handler.run(moves.move(handler, game.id, context_for(game, 0), toy.TakeCoins()))
        projected()
        game = handler.run(moves.undo(handler, game.id, context_for(game, 0)))
        projected()
        with storage.database.reading() as rows:
            found = positions.stored(rows, game.id)
        assert found is not None
        assert state(found) == before
        assert (found.version, found.current.head) == (game.version, game.tree.head)

    def test_row_has_no_state_before_the_start(
        self, handler: CommandHandler, storage: Storage, projected: Project
    ) -> None:
        game = open_table(handler)
        projected()
        with storage.database.reading() as rows:
            found = positions.stored(rows, game.id)
            assert positions.stored(rows, "unknown") is None
        assert found is not None
        assert (found.state, found.current.table.phase, found.current.started) == (None, "open", False)

    def test_a_position_stored_by_another_build_is_not_used(
        self, handler: CommandHandler, storage: Storage, projected: Project
    ) -> None:
        game = start_game(handler)
        projected()
        with storage.database.transaction() as rows:
            rows.execute("UPDATE positions SET program = 'of yesterday'")
            found = positions.stored(rows, game.id)
        assert found is not None
        assert not found.usable


class TestHistory:
    def test_rows_match_a_replayed_game(self, handler: CommandHandler, storage: Storage, projected: Project) -> None:
        game = play_to_end(handler, start_game(handler, undo="free"))
        projected()
        with storage.database.reading() as rows:
            found = history.forward(rows, game.id)
            line = list(history.line(rows, game.id))
            assert history.version(rows, game.id) == game.version
            assert history.version(rows, "unknown") == 0
        assert found == history.entries(game, range(1, game.version + 1))
        assert [entry.version for entry in line] == log.line(game.tree)[::-1]

    def test_rows_show_whether_moves_are_undone(
        self, handler: CommandHandler, storage: Storage, projected: Project
    ) -> None:
        game = start_game(handler)
        start = game.version
        game = handler.run(moves.move(handler, game.id, context_for(game, 0), toy.TakeCoins()))
        projected()
        game = handler.run(moves.undo(handler, game.id, context_for(game, 0)))
        projected()
        assert on_line(storage, game.id)[start - 1 :] == [True, False, None]
        game = handler.run(moves.redo(handler, game.id, context_for(game, 0)))
        projected()
        assert on_line(storage, game.id)[start - 1 :] == [True, True, None, None]

    def test_active_rows_match_the_tree_after_random_play(
        self, handler: CommandHandler, storage: Storage, projected: Project
    ) -> None:
        game = play_to_end(handler, start_game(handler, undo="free"), seed=3)
        projected()
        marked = [version for version, here in enumerate(on_line(storage, game.id), start=1) if here]
        assert marked == log.line(game.tree)
        assert None in on_line(storage, game.id)
        assert False in on_line(storage, game.id)

    @pytest.mark.parametrize("length", [2, 3, chunked_rows.LENGTH])
    def test_pages_combine_to_the_whole_history(
        self,
        handler: CommandHandler,
        storage: Storage,
        projected: Project,
        monkeypatch: pytest.MonkeyPatch,
        length: int,
    ) -> None:
        monkeypatch.setattr(chunked_rows, "LENGTH", length)
        game = play_to_end(handler, start_game(handler, undo="free"), seed=3)
        projected()
        whole = history.entries(game, range(1, game.version + 1))
        with storage.database.reading() as rows:
            for limit in (1, 5, 9):
                up, down = history.forward(rows, game.id, limit=limit), history.backward(rows, game.id, limit=limit)
                while up[-1].version < game.version:
                    up += history.forward(rows, game.id, after=up[-1].version, limit=limit)
                while down[-1].version > 1:
                    down += history.backward(rows, game.id, before=down[-1].version, limit=limit)
                assert up == down[::-1] == whole
            assert [entry.version for entry in history.line(rows, game.id)] == log.line(game.tree)[::-1]
            found = history.steps_after(rows, game.id, 7)
            assert found == [entry for entry in whole if entry.version > 7 and entry.on_line is not None]

    def test_history_is_paged_forward_and_backward(
        self, handler: CommandHandler, storage: Storage, projected: Project
    ) -> None:
        game = start_game(handler)
        projected()
        with storage.database.reading() as rows:
            first = history.forward(rows, game.id, limit=2)
            second = history.forward(rows, game.id, after=first[-1].version, limit=2)
            latest = history.backward(rows, game.id, limit=2)
            earlier = history.backward(rows, game.id, before=latest[-1].version, limit=2)
        assert [entry.version for entry in first + second] == [1, 2, 3, 4]
        last = game.version
        assert [entry.version for entry in latest + earlier] == [last, last - 1, last - 2, last - 3]


def on_line(storage: Storage, stream: str) -> list[bool | None]:
    with storage.database.reading() as rows:
        return [entry.on_line for entry in history.forward(rows, stream, limit=1000)]


def test_changed_row_fields_change_the_schema() -> None:
    """Rows that another release wrote with other fields are not read by position."""

    class Longer(history.HistoryRow, frozen=True, array_like=True):
        weight: int

    schema = chunked_rows.ChunkedTable("history", history.HistoryRow).schema
    assert chunked_rows.ChunkedTable("history", Longer).schema != schema
    assert READ_MODELS["history"].schema[0] == schema
