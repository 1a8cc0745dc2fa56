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
from tests.domain.play import appended, back, branched, moved, started, table

TAKE = toy.TakeCoins()
END = toy.EndTurn()


def play_randomly(game: Game, choices: list[int]) -> Game:
    """Return a random game: each number makes a move, or undoes or redoes under ``free``."""
    for number in choices:
        position = aggregate.state(game)
        targets = undo.back_targets(game, 0) if number % 5 == 0 else undo.forward_targets(game, 0)
        if number % 5 < 2 and targets:
            game = back(game, targets[number % len(targets)])
        elif play.to_act(game.ruleset, game.table, position):
            seat = play.to_act(game.ruleset, game.table, position)[0].seat
            command = random_command(game.ruleset, position, seat, random.Random(number))
            game = moved(game, command, seat)
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
        game = started()
        known = {game.version: aggregate.state(game)}
        for command in (TAKE, toy.Call(number="2", call="low"), END, TAKE):
            game = moved(game, command)
            known[game.version] = aggregate.state(game)
        for version, state in known.items():
            assert aggregate.state(game, version) == state
            assert aggregate.has_position(game, version)
        assert not aggregate.has_position(game, game.version + 1)
        assert not aggregate.has_position(game, -1)

    def test_every_state_is_a_new_object(self) -> None:
        game = moved(started(), TAKE)
        aggregate.state(game).coins[0] = 1000
        assert aggregate.state(game).coins[0] == 5

    @quick
    @given(numbers)
    def test_extending_a_game_equals_rebuilding_it(self, choices: list[int]) -> None:
        game = play_randomly(started(undo="free"), choices)
        again = aggregate.rebuilt(game.id, game.records, game.tip)
        assert again == game
        for version in range(1, game.version + 1):
            part = aggregate.truncated(game, version)
            assert part.version == version
            assert part.tip == f"hash-{version}"
            if part.started:
                assert aggregate.state(part) == aggregate.state(game, version)

    def test_extending_a_game_does_not_change_the_original(self) -> None:
        game = started()
        before = msgspec.structs.replace(game, records=list(game.records))
        moved(moved(game, TAKE), END)
        assert game == before

    def test_a_move_or_undo_withdraws_an_undo_request(self) -> None:
        game = moved(started(undo="consent"), TAKE)
        game = appended(game, UndoRequested(seat=0, to=4))
        assert game.table.request is not None
        assert moved(game, END).table.request is None
        assert back(game, 4).table.request is None


class TestUndo:
    @quick
    @given(numbers)
    def test_redo_after_undo_restores_the_state(self, choices: list[int]) -> None:
        game = play_randomly(started(undo="free"), choices)
        here = aggregate.state(game)
        head = game.tree.head
        for target in undo.back_targets(game, 0):
            undone = back(game, target)
            assert head in undo.forward_targets(undone, 0)
            again = back(undone, head)
            assert aggregate.state(again) == here
            assert log.line(again.tree) == log.line(game.tree)

    def test_free_policy_allows_undo_of_every_move_to_the_start(self) -> None:
        game = moved(moved(moved(started(undo="free"), TAKE), END), TAKE)
        assert undo.back_targets(game, 0) == [8, 5, 4]
        assert undo.back_targets(back(game, 4), 0) == []
        assert undo.forward_targets(back(game, 4), 0) == [5, 8, 9]

    def test_turn_policy_stops_undo_at_revealed_information(self) -> None:
        game = moved(moved(started(), TAKE), TAKE)
        assert undo.back_targets(game, 0) == [5, 4]
        assert undo.back_targets(game, 1) == []
        assert undo.back_targets(moved(game, END), 0) == []

    def test_turn_policy_allows_redo_of_own_moves_only(self) -> None:
        game = back(moved(moved(started(), TAKE), TAKE), 4)
        assert undo.forward_targets(game, 0) == [5, 6]
        assert undo.forward_targets(game, 1) == []

    def test_off_policy_allows_neither_undo_nor_redo(self) -> None:
        game = moved(started(undo="off"), TAKE)
        assert undo.back_targets(game, 0) == []
        assert undo.forward_targets(back(game, 4), 0) == []

    def test_consent_policy_allows_undo_of_own_moves_like_turn_policy(self) -> None:
        for facts in ([TAKE, TAKE], [TAKE, END], [TAKE, END, TAKE]):
            by_turn, by_consent = started(undo="turn"), started(undo="consent")
            for fact in facts:
                by_turn, by_consent = moved(by_turn, fact), moved(by_consent, fact)
            for seat in (0, 1):
                assert undo.back_targets(by_consent, seat) == undo.back_targets(by_turn, seat)
        game = moved(moved(started(undo="consent"), TAKE), TAKE)
        assert undo.back_targets(game, 0) == [5, 4]
        assert undo.forward_targets(back(game, 4), 0) == [5, 6]
        assert undo.forward_targets(back(game, 4), 1) == []

    def test_repeating_a_draw_after_undo_gives_the_same_number(self) -> None:
        game = moved(moved(started(undo="free"), TAKE), END)
        first = aggregate.state(game).hands
        again = moved(back(game, 5), END)
        assert aggregate.state(again).hands == first

    @quick
    @given(numbers)
    def test_moves_cover_the_line_without_overlap(self, choices: list[int]) -> None:
        game = play_randomly(started(undo="free"), choices)
        line = log.line(game.tree)
        moves = log.moves(game.records, line)
        assert [version for move in moves for version in range(move.first, move.last + 1)] == line
        assert all(before.last < after.first for before, after in pairwise(moves))


class TestBranches:
    @quick
    @given(numbers, st.integers(0, 1000))
    def test_branch_starts_with_the_state_at_its_version(self, choices: list[int], pick: int) -> None:
        game = play_randomly(started(undo="free"), choices)
        versions = [version for version in range(game.version + 1) if aggregate.has_position(game, version)]
        at = versions[pick % len(versions)]
        assert aggregate.state(branched(game, at)) == aggregate.state(game, at)

    def test_branch_does_not_change_the_original_game(self) -> None:
        game = moved(started(), TAKE)
        branch = moved(branched(game, 4), toy.Call(number="2", call="low"))
        assert aggregate.state(branch).points == [5, 0]
        assert aggregate.state(game).points == [0, 0]
        assert aggregate.has_position(branch, 1)

    def test_branch_can_be_undone_to_its_start(self) -> None:
        branch = branched(moved(started(), TAKE), 5)
        moved_on = moved(moved(branch, TAKE), END)
        assert undo.back_targets(moved_on, 0) == [2, 0]
        assert aggregate.state(back(moved_on, 0)) == aggregate.state(branch)
        assert undo.forward_targets(back(moved_on, 0), 0) == [2, 5]

    def test_branch_can_be_branched_again(self) -> None:
        game = started()
        first = moved(branched(game, 4), TAKE)
        second = branched(first, first.version)
        assert aggregate.state(second) == aggregate.state(first)
        assert aggregate.state(moved(second, TAKE)).coins == [7, 3]
        assert aggregate.state(branched(first, 1)) == aggregate.state(game, 4)

    def test_an_imagined_branch_starts_from_the_imagined_position(self) -> None:
        game = started()
        imagined = aggregate.state(game)
        imagined.hands[1] = ["8", "9"]
        branch = branched(game, 4, msgspec.to_builtins(imagined))
        assert aggregate.state(branch) == imagined
        assert aggregate.state(moved(branch, TAKE)).coins == [5, 3]
        assert aggregate.state(moved(branch, TAKE), at=1) == imagined

    def test_all_seats_of_a_branch_belong_to_its_owner(self) -> None:
        branch = branched(started(), 4)
        assert {chair.user for chair in branch.table.chairs} == {"ada"}
        assert (branch.table.phase, branch.table.opened.undo, branch.table.opened.private) == ("running", "free", True)
