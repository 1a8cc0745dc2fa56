"""A game rebuilt from its stream: time travel, undo and redo under each policy, branches."""

from __future__ import annotations

import random
from itertools import pairwise

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from domain import aggregate, log, play, undo
from domain.aggregate import Game
from domain.game import random_command
from domain.table.facts import UndoRequested
from tests import toy
from tests.domain.play import append_facts, apply_command, open_branch, started_game, table, undo_to

TAKE = toy.TakeCoins()
END = toy.EndTurn()


def play_randomly(game: Game, choices: list[int]) -> Game:
    """Return a random game: each number makes a move, or undoes or redoes under ``free``."""
    for number in choices:
        position = aggregate.state(game)
        targets = undo.back_targets(game, 0) if number % 5 == 0 else undo.forward_targets(game, 0)
        if number % 5 < 2 and targets:
            game = undo_to(game, targets[number % len(targets)])
        elif play.to_act(game.ruleset, game.table, position):
            seat = play.to_act(game.ruleset, game.table, position)[0].seat
            command = random_command(game.ruleset, position, seat, random.Random(number))
            game = apply_command(game, command, seat)
            if game.ruleset.standing(aggregate.state(game)).finished:
                break
    return game


numbers = st.lists(st.integers(0, 1000), max_size=25)
quick = settings(max_examples=40)


class TestState:
    def test_before_the_start_there_is_no_position(self) -> None:
        game = table()
        assert not game.started
        assert not aggregate.has_position(game, 0)
        assert not aggregate.has_position(game, game.version)

    def test_state_at_a_version_equals_the_state_at_that_time(self) -> None:
        game = started_game()
        known = {game.version: aggregate.state(game)}
        for command in (TAKE, toy.Call(number="2", call="low"), END, TAKE):
            game = apply_command(game, command)
            known[game.version] = aggregate.state(game)
        for version, state in known.items():
            assert aggregate.state(game, version) == state
            assert aggregate.has_position(game, version)
        assert not aggregate.has_position(game, game.version + 1)
        assert not aggregate.has_position(game, -1)

    def test_every_state_is_a_new_object(self) -> None:
        game = apply_command(started_game(), TAKE)
        aggregate.state(game).coins[0] = 1000
        assert aggregate.state(game).coins[0] == 5

    @quick
    @given(numbers)
    def test_extending_a_game_equals_rebuilding_it(self, choices: list[int]) -> None:
        game = play_randomly(started_game(undo="free"), choices)
        again = aggregate.rebuilt(game.id, game.records, game.tip)
        assert again == game
        for version in range(1, game.version + 1):
            part = aggregate.truncated(game, version)
            assert part.version == version
            assert part.tip == f"hash-{version}"
            if part.started:
                assert aggregate.state(part) == aggregate.state(game, version)

    def test_extending_a_game_does_not_change_the_original(self) -> None:
        game = started_game()
        before = msgspec.structs.replace(game, records=list(game.records))
        apply_command(apply_command(game, TAKE), END)
        assert game == before

    def test_a_move_or_undo_withdraws_an_undo_request(self) -> None:
        game = apply_command(started_game(undo="consent"), TAKE)
        game = append_facts(game, UndoRequested(seat=0, to=4))
        assert game.table.request is not None
        assert apply_command(game, END).table.request is None
        assert undo_to(game, 4).table.request is None


class TestUndo:
    @quick
    @given(numbers)
    def test_redo_after_undo_restores_the_state(self, choices: list[int]) -> None:
        game = play_randomly(started_game(undo="free"), choices)
        here = aggregate.state(game)
        head = game.tree.head
        for target in undo.back_targets(game, 0):
            undone = undo_to(game, target)
            assert head in undo.forward_targets(undone, 0)
            again = undo_to(undone, head)
            assert aggregate.state(again) == here
            assert log.line(again.tree) == log.line(game.tree)

    def test_free_policy_allows_undo_of_every_move_to_the_start(self) -> None:
        game = apply_command(apply_command(apply_command(started_game(undo="free"), TAKE), END), TAKE)
        assert undo.back_targets(game, 0) == [8, 5, 4]
        assert undo.back_targets(undo_to(game, 4), 0) == []
        assert undo.forward_targets(undo_to(game, 4), 0) == [5, 8, 9]

    def test_turn_policy_stops_undo_at_revealed_information(self) -> None:
        game = apply_command(apply_command(started_game(), TAKE), TAKE)
        assert undo.back_targets(game, 0) == [5, 4]
        assert undo.back_targets(game, 1) == []
        assert undo.back_targets(apply_command(game, END), 0) == []

    def test_turn_policy_allows_redo_of_own_moves_only(self) -> None:
        game = undo_to(apply_command(apply_command(started_game(), TAKE), TAKE), 4)
        assert undo.forward_targets(game, 0) == [5, 6]
        assert undo.forward_targets(game, 1) == []

    def test_off_policy_allows_neither_undo_nor_redo(self) -> None:
        game = apply_command(started_game(undo="off"), TAKE)
        assert undo.back_targets(game, 0) == []
        assert undo.forward_targets(undo_to(game, 4), 0) == []

    def test_consent_policy_allows_undo_of_own_moves_like_turn_policy(self) -> None:
        for facts in ([TAKE, TAKE], [TAKE, END], [TAKE, END, TAKE]):
            by_turn, by_consent = started_game(undo="turn"), started_game(undo="consent")
            for fact in facts:
                by_turn, by_consent = apply_command(by_turn, fact), apply_command(by_consent, fact)
            for seat in (0, 1):
                assert undo.back_targets(by_consent, seat) == undo.back_targets(by_turn, seat)
        game = apply_command(apply_command(started_game(undo="consent"), TAKE), TAKE)
        assert undo.back_targets(game, 0) == [5, 4]
        assert undo.forward_targets(undo_to(game, 4), 0) == [5, 6]
        assert undo.forward_targets(undo_to(game, 4), 1) == []

    def test_repeating_a_draw_after_undo_gives_the_same_number(self) -> None:
        game = apply_command(apply_command(started_game(undo="free"), TAKE), END)
        first = aggregate.state(game).hands
        again = apply_command(undo_to(game, 5), END)
        assert aggregate.state(again).hands == first

    @quick
    @given(numbers)
    def test_moves_cover_the_line_without_overlap(self, choices: list[int]) -> None:
        game = play_randomly(started_game(undo="free"), choices)
        line = log.line(game.tree)
        moves = log.moves(game.records, line)
        assert [version for move in moves for version in range(move.first, move.last + 1)] == line
        assert all(before.last < after.first for before, after in pairwise(moves))


class TestBranches:
    @quick
    @given(numbers, st.integers(0, 1000))
    def test_branch_starts_with_the_state_at_its_version(self, choices: list[int], pick: int) -> None:
        game = play_randomly(started_game(undo="free"), choices)
        versions = [version for version in range(game.version + 1) if aggregate.has_position(game, version)]
        at = versions[pick % len(versions)]
        assert aggregate.state(open_branch(game, at)) == aggregate.state(game, at)

    def test_branch_does_not_change_the_original_game(self) -> None:
        game = apply_command(started_game(), TAKE)
        branch = apply_command(open_branch(game, 4), toy.Call(number="2", call="low"))
        assert aggregate.state(branch).points == [5, 0]
        assert aggregate.state(game).points == [0, 0]
        assert aggregate.has_position(branch, 1)

    def test_branch_can_be_undone_to_its_start(self) -> None:
        branch = open_branch(apply_command(started_game(), TAKE), 5)
        moved_on = apply_command(apply_command(branch, TAKE), END)
        assert undo.back_targets(moved_on, 0) == [2, 0]
        assert aggregate.state(undo_to(moved_on, 0)) == aggregate.state(branch)
        assert undo.forward_targets(undo_to(moved_on, 0), 0) == [2, 5]

    def test_branch_can_be_branched_again(self) -> None:
        game = started_game()
        first = apply_command(open_branch(game, 4), TAKE)
        second = open_branch(first, first.version)
        assert aggregate.state(second) == aggregate.state(first)
        assert aggregate.state(apply_command(second, TAKE)).coins == [7, 3]
        assert aggregate.state(open_branch(first, 1)) == aggregate.state(game, 4)

    def test_an_imagined_branch_starts_from_the_imagined_position(self) -> None:
        game = started_game()
        imagined = aggregate.state(game)
        imagined.hands[1] = ["8", "9"]
        branch = open_branch(game, 4, msgspec.to_builtins(imagined))
        assert aggregate.state(branch) == imagined
        assert aggregate.state(apply_command(branch, TAKE)).coins == [5, 3]
        assert aggregate.state(apply_command(branch, TAKE), at=1) == imagined

    def test_all_seats_of_a_branch_belong_to_its_owner(self) -> None:
        branch = open_branch(started_game(), 4)
        assert {chair.user for chair in branch.table.chairs} == {"ada"}
        assert (branch.table.phase, branch.table.opened.undo, branch.table.opened.private) == ("running", "free", True)
