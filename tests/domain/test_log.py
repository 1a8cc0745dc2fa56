"""The log as a tree with a head: what undo, redo and time travel make of it."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from domain import log
from domain.log import HeadMoved, Tree
from tests import toy
from tests.domain.play import appended, back, moved, started

TAKE = toy.TakeCoins()
END = toy.EndTurn()
MOVE = toy.CoinsTaken(seat=0, coins=2)


def grown(*steps: str | int) -> Tree:
    """``"m"`` is a move, ``"t"`` a fact of the table, a number a movement of the head."""
    tree = Tree()
    for step in steps:
        fact = HeadMoved(to=step) if isinstance(step, int) else MOVE
        log.grow(tree, fact, step == "m")
    return tree


class TestLine:
    def test_moves_follow_each_other_whatever_the_table_does_between(self) -> None:
        tree = grown("t", "m", "t", "m")
        assert log.line(tree) == [2, 4]
        assert (tree.head, tree.version) == (4, 4)

    def test_undo_cuts_the_line_back_and_deletes_nothing(self) -> None:
        tree = grown("m", "m", "m", 1)
        assert log.line(tree) == [1]
        assert log.line(tree, at=3) == [1, 2, 3]
        assert tree.version == 4

    def test_a_move_after_an_undo_starts_another_path(self) -> None:
        tree = grown("m", "m", 1, "m")
        assert log.line(tree) == [1, 4]
        assert log.line(tree, at=2) == [1, 2]

    def test_the_head_may_go_to_an_abandoned_path(self) -> None:
        assert log.line(grown("m", "m", 1, "m", 2, "m")) == [1, 2, 6]

    def test_before_the_start_there_is_no_line(self) -> None:
        assert log.line(Tree()) == log.line(grown("t")) == log.line(grown("m"), at=0) == []

    def test_two_trees_share_nothing(self) -> None:
        log.grow(Tree(), MOVE, True)
        assert Tree().version == 0


class TestRedo:
    def test_what_was_undone_can_be_brought_back(self) -> None:
        assert log.redo_line(grown("m", "m", "m", 1)) == [2, 3]

    def test_nothing_comes_back_at_the_end_of_the_line(self) -> None:
        assert log.redo_line(grown("m", "m")) == []
        assert log.redo_line(grown("m", "m", 1, "m")) == []

    def test_the_youngest_path_comes_back(self) -> None:
        assert log.redo_line(grown("m", "m", "m", 1, "m", 1)) == [5]

    def test_the_youngest_path_from_here_not_of_the_whole_tree(self) -> None:
        tree = grown("m", "m", "m", 1, "m", 2)
        assert log.redo_line(tree) == [3]

    def test_before_the_first_move_of_a_branch(self) -> None:
        assert log.redo_line(grown("t", "m", "m", 0)) == [2, 3]
        assert log.redo_line(grown("t")) == []

    @settings(max_examples=60, deadline=None)
    @given(st.lists(st.one_of(st.just("m"), st.just("t"), st.integers(0, 30)), max_size=30))
    def test_redo_continues_the_line_in_any_tree(self, steps: list[str | int]) -> None:
        tree = Tree()
        for step in steps:
            reachable = [0, *(v for v in range(1, tree.version + 1) if tree.heads[v] == v)]
            fact = HeadMoved(to=reachable[step % len(reachable)]) if isinstance(step, int) else MOVE
            log.grow(tree, fact, step == "m")
        path = [tree.head, *log.redo_line(tree)]
        assert all(tree.parents[later] == earlier for earlier, later in pairwise(path))
        assert not any(tree.heads[v] == v and tree.parents[v] == path[-1] for v in range(1, tree.version + 1))


class TestMoves:
    def test_the_facts_of_one_command_are_one_move(self) -> None:
        game = moved(moved(started(), TAKE), END)
        *_, taken, ended = log.moves(game.records, log.line(game.tree))
        assert (taken.first, taken.last, taken.seat, taken.actor) == (5, 5, 0, "ada")
        assert (ended.first, ended.last) == (6, game.version)
        assert ended.last - ended.first == 2

    def test_two_users_who_choose_the_same_command_id_made_two_moves(self) -> None:
        game = appended(started(), toy.TurnEnded(seat=0), seat=0, actor="ada", command="1")
        game = appended(game, toy.TurnEnded(seat=1), seat=1, actor="ben", command="1")
        assert [move.seat for move in log.moves(game.records, log.line(game.tree))][-2:] == [0, 1]

    def test_moves_that_the_line_brings_together_stay_two(self) -> None:
        game = appended(started(), MOVE, seat=0, command="again")
        game = back(game, 4)
        game = appended(game, MOVE, seat=0, command="again")
        assert [(move.first, move.last) for move in log.moves(game.records, [5, 7])] == [(5, 5), (7, 7)]


class TestHorizon:
    def test_own_moves_can_be_taken_back_one_by_one(self) -> None:
        game = moved(moved(started(), TAKE), TAKE)
        assert log.undo_target(game.records, game.tree, 0, game.ruleset) == [5, 4]

    def test_nothing_before_something_hidden_came_to_light(self) -> None:
        game = moved(moved(started(), TAKE), END)
        assert any(isinstance(each.fact, toy.Drawn) for each in game.records)
        assert log.undo_target(game.records, game.tree, 0, game.ruleset) == []

    def test_nothing_before_another_seat_acted(self) -> None:
        game = appended(started(), MOVE, seat=0)
        game = appended(game, MOVE, seat=1)
        assert log.undo_target(game.records, game.tree, 0, game.ruleset) == []
        assert log.undo_target(game.records, game.tree, 1, game.ruleset) == [5]

    def test_never_the_start(self) -> None:
        game = started()
        assert log.undo_target(game.records, game.tree, 0, game.ruleset) == []

    def test_after_going_back_the_line_counts_not_the_stream(self) -> None:
        game = moved(moved(started(), TAKE), TAKE)
        game = back(game, 5)
        assert log.undo_target(game.records, game.tree, 0, game.ruleset) == [4]
