"""Folding facts as they arrive: the same states as a replay, without replaying."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain import aggregate, log
from domain.aggregate import Game
from domain.log import FiguresRecorded, Recorded
from projections.stream_folder import Change, Folds
from tests import toy
from tests.domain.play import apply_command, open_branch, record, started_game, undo_to


class FakeEventStore:
    """The streams of some games, and how often each was read."""

    def __init__(self, *games: Game) -> None:
        self.games = {game.id: game for game in games}
        self.reads: list[tuple[str, int | None]] = []

    def read(self, stream: str, upto: int | None) -> Sequence[Recorded[Any]]:
        self.reads.append((stream, upto))
        return self.games[stream].records[:upto]


def played() -> Game:
    """Return a game with an undone move and another path."""
    game = apply_command(apply_command(started_game(undo="free"), toy.TakeCoins()), toy.TakeCoins())
    game = apply_command(undo_to(game, 5), toy.Call(number="2", call="low"))
    return apply_command(game, toy.EndTurn())


def one_by_one(folds: Folds, game: Game) -> list[Change]:
    changes = [folds.changes([each]) for each in game.records]
    assert all(len(change) == 1 for change in changes)
    return [change for (change,) in changes]


def test_folding_facts_one_by_one_gives_the_same_states_without_reads() -> None:
    game = played()
    event_store = FakeEventStore(game)
    folds = Folds(event_store.read)
    for each in game.records:
        (change,) = folds.changes([each])
        version = each.originator_version
        expected = aggregate.state(game, version) if aggregate.has_position(game, version) else None
        assert (change.stream, change.version, change.state) == (game.id, version, expected)
    assert event_store.reads == []


def test_folding_all_facts_at_once_gives_one_change() -> None:
    game = played()
    (change,) = Folds(FakeEventStore(game).read).changes(game.records)
    assert change.state == aggregate.state(game)
    assert [step.version for step in change.steps if step.on_line] == log.line(game.tree)
    assert (change.left, change.rejoined) == ([], [])


def test_step_holds_the_accounts_before_and_after() -> None:
    game = apply_command(started_game(), toy.TakeCoins())
    (change,) = Folds(FakeEventStore(game).read).changes(game.records)
    opened, *_, begun, taken = change.steps
    assert (opened.before, opened.after) == ({}, {})
    assert (begun.before, begun.after) == ({}, {"points": [0, 0], "coins": [3, 3]})
    assert (taken.before["coins"], taken.after["coins"]) == ([3, 3], [5, 3])


def test_moving_the_head_reports_the_changed_rows() -> None:
    game = apply_command(apply_command(started_game(undo="free"), toy.TakeCoins()), toy.TakeCoins())
    undone = undo_to(game, 4)
    again = undo_to(undone, 6)
    changes = one_by_one(Folds(FakeEventStore(again).read), again)
    assert (changes[-2].left, changes[-2].rejoined) == ([5, 6], [])
    assert (changes[-1].left, changes[-1].rejoined) == ([], [5, 6])


def test_evicted_stream_is_read_again_up_to_its_last_version() -> None:
    game, other = played(), open_branch(played(), 5)
    event_store = FakeEventStore(game, other)
    folds = Folds(event_store.read, size=1)
    folds.changes(game.records[:8])
    folds.changes(other.records)
    event_store.reads.clear()
    (change,) = folds.changes(game.records[8:])
    assert event_store.reads == [(game.id, 8)]
    assert change.state == aggregate.state(game)


def test_facts_can_be_folded_again() -> None:
    """For example, after a failed transaction."""
    game = played()
    folds = Folds(FakeEventStore(game).read)
    folds.changes(game.records)
    (change,) = folds.changes(game.records[6:])
    assert change.state == aggregate.state(game)
    assert change.version == game.version


def test_a_branch_begins_with_the_state_of_its_origin() -> None:
    game = played()
    branch = apply_command(open_branch(game, 5), toy.TakeCoins())
    first, second = one_by_one(Folds(FakeEventStore(game, branch).read), branch)
    assert first.root == second.root == game.id
    assert first.steps[0].after["coins"] == [5, 3]
    assert second.state == aggregate.state(branch)


def test_recorded_figures_cause_no_change() -> None:
    recorded = record(None, FiguresRecorded(ruleset="toy", content=toy.FIGURES.decode()))
    assert Folds(FakeEventStore().read).changes([recorded]) == []
