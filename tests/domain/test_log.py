"""The log as a tree with a head, under undo, redo and time travel."""

from __future__ import annotations

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
    def test_moves_are_numbered_in_order_despite_facts_of_the_table(self) -> None:
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

    def test_a_game_has_no_moves_before_the_start(self) -> None:
        assert log.line(Tree()) == log.line(grown("t")) == log.line(grown("m"), at=0) == []

    def test_two_trees_share_nothing(self) -> None:
        log.grow(Tree(), MOVE, True)
        assert Tree().version == 0


class TestMoves:
    def test_the_facts_of_one_command_are_one_move(self) -> None:
        game = moved(moved(started(), TAKE), END)
        *_, taken, ended = log.moves(game.records, log.line(game.tree))
        assert (taken.first, taken.last, taken.seat, taken.actor) == (5, 5, 0, "ada")
        assert (ended.first, ended.last) == (6, game.version)
        assert ended.last - ended.first == 2

    def test_the_same_command_id_of_two_users_means_two_moves(self) -> None:
        game = appended(started(), toy.TurnEnded(seat=0), seat=0, actor="ada", command="1")
        game = appended(game, toy.TurnEnded(seat=1), seat=1, actor="ben", command="1")
        assert [move.seat for move in log.moves(game.records, log.line(game.tree))][-2:] == [0, 1]

    def test_moves_that_the_line_brings_together_stay_two(self) -> None:
        game = appended(started(), MOVE, seat=0, command="again")
        game = back(game, 4)
        game = appended(game, MOVE, seat=0, command="again")
        assert [(move.first, move.last) for move in log.moves(game.records, [5, 7])] == [(5, 5), (7, 7)]
