"""The log as a tree with a head, under undo, redo and time travel."""

from __future__ import annotations

from domain import log
from domain.log import HeadMoved, Tree
from tests import toy
from tests.domain.play import append_facts, apply_command, started_game, undo_to

TAKE = toy.TakeCoins()
END = toy.EndTurn()
MOVE = toy.CoinsTaken(seat=0, coins=2)


def grown(*steps: str | int) -> Tree:
    """Return a tree: ``"m"`` adds a move, ``"t"`` a table fact, and a number moves the head there."""
    tree = Tree()
    for step in steps:
        fact = HeadMoved(to=step) if isinstance(step, int) else MOVE
        log.grow(tree, fact, step == "m")
    return tree


class TestLine:
    def test_contains_moves_but_no_table_facts(self) -> None:
        tree = grown("t", "m", "t", "m")
        assert log.line(tree) == [2, 4]
        assert (tree.head, tree.version) == (4, 4)

    def test_undo_shortens_the_line_but_deletes_nothing(self) -> None:
        tree = grown("m", "m", "m", 1)
        assert log.line(tree) == [1]
        assert log.line(tree, at=3) == [1, 2, 3]
        assert tree.version == 4

    def test_move_after_an_undo_starts_a_new_path(self) -> None:
        tree = grown("m", "m", 1, "m")
        assert log.line(tree) == [1, 4]
        assert log.line(tree, at=2) == [1, 2]

    def test_head_can_return_to_an_abandoned_path(self) -> None:
        assert log.line(grown("m", "m", 1, "m", 2, "m")) == [1, 2, 6]

    def test_is_empty_before_the_first_move(self) -> None:
        assert log.line(Tree()) == log.line(grown("t")) == log.line(grown("m"), at=0) == []

    def test_trees_share_no_state(self) -> None:
        log.grow(Tree(), MOVE, True)
        assert Tree().version == 0


class TestMoves:
    def test_the_facts_of_one_command_are_one_move(self) -> None:
        game = apply_command(apply_command(started_game(), TAKE), END)
        *_, taken, ended = log.moves(game.records, log.line(game.tree))
        assert (taken.first, taken.last, taken.seat, taken.actor) == (5, 5, 0, "ada")
        assert (ended.first, ended.last) == (6, game.version)
        assert ended.last - ended.first == 2

    def test_the_same_command_id_from_two_users_means_two_moves(self) -> None:
        game = append_facts(started_game(), toy.TurnEnded(seat=0), seat=0, actor="ada", command="1")
        game = append_facts(game, toy.TurnEnded(seat=1), seat=1, actor="ben", command="1")
        assert [move.seat for move in log.moves(game.records, log.line(game.tree))][-2:] == [0, 1]

    def test_nonadjacent_facts_with_one_command_id_are_two_moves(self) -> None:
        game = append_facts(started_game(), MOVE, seat=0, command="again")
        game = undo_to(game, 4)
        game = append_facts(game, MOVE, seat=0, command="again")
        assert [(move.first, move.last) for move in log.moves(game.records, [5, 7])] == [(5, 5), (7, 7)]
