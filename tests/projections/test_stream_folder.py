"""Folding facts as they arrive: the same states as a replay, without replaying."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain import aggregate, log
from domain.aggregate import Game
from domain.log import FiguresRecorded, Recorded
from projections.stream_folder import Change, Folds
from tests import toy
from tests.domain.play import back, branched, moved, record, started


class Journal:
    """The streams of some games, and how often each was read."""

    def __init__(self, *games: Game) -> None:
        self.games = {game.id: game for game in games}
        self.reads: list[tuple[str, int | None]] = []

    def read(self, stream: str, upto: int | None) -> Sequence[Recorded[Any]]:
        self.reads.append((stream, upto))
        return self.games[stream].records[:upto]


def played() -> Game:
    """With an undone move and another path."""
    game = moved(moved(started(undo="free"), toy.TakeCoins()), toy.TakeCoins())
    game = moved(back(game, 5), toy.Call(number="2", call="low"))
    return moved(game, toy.EndTurn())


def one_by_one(folds: Folds, game: Game) -> list[Change]:
    changes = [folds.changes([each]) for each in game.records]
    assert all(len(change) == 1 for change in changes)
    return [change for (change,) in changes]


def test_every_fact_alone_leads_to_the_same_states_and_reads_nothing() -> None:
    game = played()
    journal = Journal(game)
    folds = Folds(journal.read)
    for each in game.records:
        (change,) = folds.changes([each])
        version = each.originator_version
        expected = aggregate.state(game, version) if aggregate.has_position(game, version) else None
        assert (change.stream, change.version, change.state) == (game.id, version, expected)
    assert journal.reads == []


def test_all_facts_at_once_are_one_change() -> None:
    game = played()
    (change,) = Folds(Journal(game).read).changes(game.records)
    assert change.state == aggregate.state(game)
    assert [step.version for step in change.steps if step.on_line] == log.line(game.tree)
    assert (change.left, change.rejoined) == ([], [])


def test_a_step_knows_the_accounts_before_and_after() -> None:
    game = moved(started(), toy.TakeCoins())
    (change,) = Folds(Journal(game).read).changes(game.records)
    opened, *_, begun, taken = change.steps
    assert (opened.before, opened.after) == ({}, {})
    assert (begun.before, begun.after) == ({}, {"points": [0, 0], "coins": [3, 3]})
    assert (taken.before["coins"], taken.after["coins"]) == ([3, 3], [5, 3])


def test_a_moved_head_returns_the_changed_rows() -> None:
    game = moved(moved(started(undo="free"), toy.TakeCoins()), toy.TakeCoins())
    undone = back(game, 4)
    again = back(undone, 6)
    changes = one_by_one(Folds(Journal(again).read), again)
    assert (changes[-2].left, changes[-2].rejoined) == ([5, 6], [])
    assert (changes[-1].left, changes[-1].rejoined) == ([], [5, 6])


def test_a_stream_that_was_forgotten_is_read_again_up_to_where_it_stood() -> None:
    game, other = played(), branched(played(), 5)
    journal = Journal(game, other)
    folds = Folds(journal.read, size=1)
    folds.changes(game.records[:8])
    folds.changes(other.records)
    journal.reads.clear()
    (change,) = folds.changes(game.records[8:])
    assert journal.reads == [(game.id, 8)]
    assert change.state == aggregate.state(game)


def test_facts_that_were_entered_before_may_come_again() -> None:
    """As after a failed transaction."""
    game = played()
    folds = Folds(Journal(game).read)
    folds.changes(game.records)
    (change,) = folds.changes(game.records[6:])
    assert change.state == aggregate.state(game)
    assert change.version == game.version


def test_a_branch_begins_with_the_state_of_its_origin() -> None:
    game = played()
    branch = moved(branched(game, 5), toy.TakeCoins())
    first, second = one_by_one(Folds(Journal(game, branch).read), branch)
    assert first.root == second.root == game.id
    assert first.steps[0].after["coins"] == [5, 3]
    assert second.state == aggregate.state(branch)


def test_recorded_figures_are_no_game() -> None:
    recorded = record(None, FiguresRecorded(ruleset="toy", content=toy.FIGURES.decode()))
    assert Folds(Journal().read).changes([recorded]) == []
