"""Reading where a game stands and how it came there."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from domain import log
from projections import history, positions
from service.storage import Storage
from service.usecases.daybook import Daybook
from tests import toy
from tests.service.playing import opened, played_out, started, write

Project = Callable[[], None]


class TestPositions:
    def test_the_stored_position_is_the_position(self, daybook: Daybook, storage: Storage, projected: Project) -> None:
        game = played_out(daybook, started(daybook, seats=3))
        projected()
        with storage.database.reading() as rows:
            found = positions.current(rows, game.id)
        assert found is not None
        assert found.state == daybook.position(game)
        assert (found.version, found.phase, found.ruleset) == (game.version, "finished", "toy")

    def test_going_back_changes_it(self, daybook: Daybook, storage: Storage, projected: Project) -> None:
        game = started(daybook)
        before = daybook.position(game)
        game = daybook.move(game.id, write(game, 0), toy.TakeCoins())
        projected()
        game = daybook.undo(game.id, write(game, 0))
        projected()
        with storage.database.reading() as rows:
            found = positions.current(rows, game.id)
        assert found is not None
        assert found.state == before
        assert found.version == game.version

    def test_before_the_start_there_is_a_row_and_no_state(
        self, daybook: Daybook, storage: Storage, projected: Project
    ) -> None:
        game = opened(daybook)
        projected()
        with storage.database.reading() as rows:
            found = positions.current(rows, game.id)
            assert positions.current(rows, "unknown") is None
        assert found is not None
        assert (found.state, found.phase) == (None, "open")


class TestHistory:
    def test_every_fact_has_a_row_with_its_envelope(
        self, daybook: Daybook, storage: Storage, projected: Project
    ) -> None:
        game = played_out(daybook, started(daybook))
        projected()
        with storage.database.reading() as rows:
            entries = history.forward(rows, game.id, limit=1000)
        assert [entry.version for entry in entries] == list(range(1, game.version + 1))
        for entry, record in zip(entries, game.records, strict=True):
            assert (entry.command, entry.seat, entry.actor) == (record.command, record.seat, record.actor)
            assert msgspec.json.decode(entry.fact, type=type(record.fact)) == record.fact
            assert entry.at.startswith(record.at.strftime("%Y-%m-%dT%H:%M:%S"))

    def test_rows_say_whether_they_are_on_the_line(
        self, daybook: Daybook, storage: Storage, projected: Project
    ) -> None:
        game = started(daybook)
        start = game.version
        game = daybook.move(game.id, write(game, 0), toy.TakeCoins())
        projected()
        game = daybook.undo(game.id, write(game, 0))
        projected()
        assert on_line(storage, game.id)[start - 1 :] == [True, False, None]
        game = daybook.redo(game.id, write(game, 0))
        projected()
        assert on_line(storage, game.id)[start - 1 :] == [True, True, None, None]

    def test_after_any_play_they_agree_with_the_line(
        self, daybook: Daybook, storage: Storage, projected: Project
    ) -> None:
        game = played_out(daybook, started(daybook, undo="free"), seed=3)
        projected()
        marked = [version for version, here in enumerate(on_line(storage, game.id), start=1) if here]
        assert marked == log.line(game.tree)
        assert None in on_line(storage, game.id)
        assert False in on_line(storage, game.id)

    def test_pages_forward_and_backward(self, daybook: Daybook, storage: Storage, projected: Project) -> None:
        game = started(daybook)
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
