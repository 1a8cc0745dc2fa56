"""Undo and redo: the limits of undo, and the latest path for redo."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from domain import log, undo
from domain.log import HeadMoved, Tree
from domain.undo import UndoStep
from tests import toy
from tests.domain.play import append_facts, apply_command, started_game, undo_to
from tests.domain.test_log import END, MOVE, TAKE, grown


def redo_targets(tree: Tree) -> list[int]:
    """Return the targets of redo in a tree with one fact per move."""
    moves = [version for version in range(tree.head + 1, tree.version + 1) if tree.heads[version] == version]
    return undo.later("free", tree.head, [UndoStep(each, each, 0, tree.parents[each], False) for each in moves], 0)


class TestRedo:
    def test_undone_moves_can_be_redone(self) -> None:
        assert redo_targets(grown("m", "m", "m", 1)) == [2, 3]

    def test_redo_without_an_undone_move_does_nothing(self) -> None:
        assert redo_targets(grown("m", "m")) == []
        assert redo_targets(grown("m", "m", 1, "m")) == []

    def test_redo_restores_the_latest_path(self) -> None:
        assert redo_targets(grown("m", "m", "m", 1, "m", 1)) == [5]

    def test_redo_restores_the_latest_path_from_the_current_position(self) -> None:
        tree = grown("m", "m", "m", 1, "m", 2)
        assert redo_targets(tree) == [3]

    def test_redo_works_from_the_start_of_a_branch(self) -> None:
        assert redo_targets(grown("t", "m", "m", 0)) == [2, 3]
        assert redo_targets(grown("t")) == []

    @settings(max_examples=60)
    @given(st.lists(st.one_of(st.just("m"), st.just("t"), st.integers(0, 30)), max_size=30))
    def test_redo_follows_a_path_to_its_end_in_any_tree(self, steps: list[str | int]) -> None:
        tree = Tree()
        for step in steps:
            reachable = [0, *(v for v in range(1, tree.version + 1) if tree.heads[v] == v)]
            fact = HeadMoved(to=reachable[step % len(reachable)]) if isinstance(step, int) else MOVE
            log.grow(tree, fact, step == "m")
        path = [tree.head, *redo_targets(tree)]
        assert all(tree.parents[later] == earlier for earlier, later in pairwise(path))
        assert not any(tree.heads[v] == v and tree.parents[v] == path[-1] for v in range(1, tree.version + 1))


class TestUndoLimits:
    def test_own_moves_can_be_undone_one_by_one(self) -> None:
        game = apply_command(apply_command(started_game(), TAKE), TAKE)
        assert undo.back_targets(game, 0) == [5, 4]

    def test_undo_stops_at_revealed_information(self) -> None:
        game = apply_command(apply_command(started_game(), TAKE), END)
        assert any(isinstance(each.fact, toy.Drawn) for each in game.records)
        assert undo.back_targets(game, 0) == []

    def test_undo_stops_at_another_seats_move(self) -> None:
        game = append_facts(started_game(), MOVE, seat=0)
        game = append_facts(game, MOVE, seat=1)
        assert undo.back_targets(game, 0) == []
        assert undo.back_targets(game, 1) == [5]

    def test_start_cannot_be_undone(self) -> None:
        game = started_game()
        assert undo.back_targets(game, 0) == []

    def test_undo_after_undo_follows_the_line_not_the_stream(self) -> None:
        game = apply_command(apply_command(started_game(), TAKE), TAKE)
        game = undo_to(game, 5)
        assert undo.back_targets(game, 0) == [4]
