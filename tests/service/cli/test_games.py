"""audit, replay and play from the command line."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

import pytest

from domain import aggregate
from domain.aggregate import Game
from domain.game import IllegalMove
from domain.message import message
from service.accounts.users import Accounts
from service.usecases import tables
from service.usecases.command_handler import CommandContext, CommandHandler
from tests import toy
from tests.service import playing
from tests.service.cli.conftest import Run


class TestAudit:
    def test_reports_identical_moves(self, run: Run, finished: Game) -> None:
        result = run("audit", finished.id)
        assert result.exit_code == 0
        lines = result.output.splitlines()
        assert all("identical" in line for line in lines)
        assert run("audit", finished.id, "--quiet").output.splitlines() == lines[-1:]

    def test_stops_at_a_version(self, run: Run, finished: Game) -> None:
        end = aggregate.move_ends(finished)[2]
        assert len(run("audit", finished.id, "--at", str(end)).output.splitlines()) == 4

    def test_reports_moves_that_todays_rules_forbid(
        self, run: Run, finished: Game, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def stricter(state: Any, seat: int, command: Any) -> Any:
            if isinstance(command, toy.TakeCoins):
                raise IllegalMove("TOY-9", message("test.nobody-takes-coins-any", "Nobody takes coins any more."))
            return toy.RULESET.decide(state, seat, command)

        monkeypatch.setitem(toy.game.rulesets(), "toy", dataclasses.replace(toy.RULESET, decide=stricter))
        result = run("audit", "-q", finished.id)
        assert result.exit_code == 1
        assert "illegal [TOY-9]: Nobody takes coins any more." in result.output

    def test_missing_game_or_version_is_not_found(self, run: Run, finished: Game) -> None:
        assert run("audit", "0" * 32).exit_code == 3
        assert run("audit", finished.id, "--at", "1").exit_code == 3
        assert run("audit", finished.id, "--at", "100000").exit_code == 3

    def test_unmigrated_database_is_reported(self, run: Run) -> None:
        assert run("audit", "0" * 32).exit_code == 5


def positions(output: str) -> list[int]:
    return [int(number) for number in re.findall(r"Position (\d+) of", output)]


class TestReplay:
    def test_steps_forward_back_to_a_number_and_to_the_end(self, run: Run, finished: Game) -> None:
        last = len(aggregate.move_ends(finished)) - 1
        result = run("replay", finished.id, input="\n\np\n5\nl\nq\n")
        assert result.exit_code == 0
        assert positions(result.output) == [0, 1, 2, 1, 5, last]

    def test_starts_from_a_position(self, run: Run, finished: Game) -> None:
        last = len(aggregate.move_ends(finished)) - 1
        assert positions(run("replay", finished.id, "--from", str(last - 1), input="\n\n").output) == [last - 1, last]

    def test_position_shows_the_move_that_led_to_it(self, run: Run, finished: Game) -> None:
        output = run("replay", finished.id, "--from", "1", input="q\n").output
        assert "takes 2 coins" in output or "calls" in output

    def test_hidden_draws_of_a_running_game_are_shown_only_to_their_seat(
        self, run: Run, handler: CommandHandler, running: Game
    ) -> None:
        game = running
        while not any(isinstance(record.fact, toy.Drawn) for record in game.records):
            game = playing.make_random_move(handler, game, playing.random.Random(9))
        output = run("replay", game.id, input="\n" * 20).output
        assert "draws hidden" in output
        assert not re.search(r"draws \d", output)
        seat = next(record.fact.seat for record in game.records if isinstance(record.fact, toy.Drawn))
        assert re.search(r"draws \d", run("replay", game.id, "--seat", str(seat), input="\n" * 20).output)

    def test_unstarted_game_is_refused(self, run: Run, handler: CommandHandler) -> None:
        assert run("replay", playing.open_table(handler).id).exit_code == 4


class TestPlay:
    def test_bots_play_each_other(self, run: Run) -> None:
        result = run("play", "--ruleset", "toy", "--bots", "best,random", "--games", "3", "--seed", "7")
        assert result.exit_code == 0
        assert "3 games from seed 7" in result.output
        assert "best" in result.output

    def test_equal_seeds_give_equal_games(self, run: Run) -> None:
        arguments = ("play", "--bots", "greedy,random", "--option", "introductory=true", "--seed", "3")
        tables = [run(*arguments).output.rpartition("└")[0] for _ in range(2)]
        assert tables[0] == tables[1]

    @pytest.mark.parametrize(
        ("arguments", "code"),
        [
            (("--ruleset", "chess"), 3),
            (("--bots", "greedy,deep-thought"), 3),
            (("--bots", "greedy"), 2),
            (("--ruleset", "brass-lancashire", "--bots", "greedy,random", "--option", "classic_deck=true"), 2),
            (("--ruleset", "barrage", "--bots", "greedy,random", "--option", "leeghwater=1"), 2),
            (("--option", "introductory=perhaps"), 2),
            (("--automa", "normal"), 2),
            (("--ruleset", "toy", "--automa", "mild"), 2),
            (("--ruleset", "toy", "--automa", "keen", "--automa", "keen", "--automa", "keen"), 2),
            (("--ruleset", "toy", "--automa", "keen"), 2),
            (("--option", "jokers=2"), 2),
            (("--user", "Nobody"), 3),
            (("0" * 32,), 2),
        ],
    )
    def test_invalid_options_are_refused(
        self, run: Run, handler: CommandHandler, arguments: tuple[str, ...], code: int
    ) -> None:
        assert run("play", *arguments).exit_code == code

    def test_user_picks_from_numbered_choices(self, run: Run, handler: CommandHandler) -> None:
        Accounts(handler.storage.database, 64).register("Zoe", "a long password")
        result = run("play", "--ruleset", "toy", "--bots", "best", "--user", "Zoe", input="2\n2\nq\n")
        assert result.exit_code == 0
        assert "1  call" in result.output
        assert result.output.count("Zoe takes 2 coins.") >= 2
        (stream,) = re.findall(r"daybook play --user Zoe (\w+)", result.output)
        game = handler.games.game(stream)
        assert [chair.bot for chair in game.table.chairs] == [None, "best"]
        again = run("play", "--user", "Zoe", stream, input="u\nq\n")
        assert "To continue" in again.output
        assert handler.games.game(stream).version == game.version + 1, "the last move was undone"

    def test_user_plays_alone_against_automas(self, run: Run, handler: CommandHandler) -> None:
        Accounts(handler.storage.database, 64).register("Zoe", "a long password")
        against = ("--ruleset", "toy", "--automa", "keen", "--automa", "gentle")
        result = run("play", *against, "--user", "Zoe", input="2\n2\n1\nq\n")
        assert result.exit_code == 0
        assert [result.output.count(f"Automa {number} calls") for number in (1, 2)] == [1, 1], (
            "their turns are printed once"
        )
        (stream,) = re.findall(r"daybook play --user Zoe (\w+)", result.output)
        game = handler.games.game(stream)
        assert [chair.automa for chair in game.table.chairs] == ["", "keen", "gentle"]
        again = run("play", "--user", "Zoe", stream, input="u\nq\n")
        assert "To continue" in again.output
        assert len(aggregate.move_ends(handler.games.game(stream))) == len(aggregate.move_ends(game)) - 1

    def test_automa_reasons_are_printed_with_their_rules(self, run: Run, handler: CommandHandler) -> None:
        Accounts(handler.storage.database, 64).register("Zoe", "a long password")
        against = ("--ruleset", "barrage", "--automa", "normal", "--automa", "overpowered")
        result = run("play", *against, "--user", "Zoe", input="1\n" * 8 + "q\n")
        assert "Automa 1 turned over a card. Actions: card " in result.output
        assert re.search(r"^    Action 1 \(production .* failed\. .* \[TA-6\.1\]$", result.output, re.MULTILINE)
        assert re.search(r"^    Action \d \(.*\) succeeded\..* \[TA-5\.[34]\]$", result.output, re.MULTILINE)

    def test_bots_play_against_automas(self, run: Run) -> None:
        result = run("play", "--ruleset", "toy", "--bots", "best", "--automa", "keen", "--seed", "1", "--games", "2")
        assert result.exit_code == 0
        assert "automa: Keen" in result.output

    def test_whole_game_is_played_in_the_terminal(self, run: Run, handler: CommandHandler) -> None:
        Accounts(handler.storage.database, 64).register("Zoe", "a long password")
        result = run("play", "--ruleset", "toy", "--bots", "best", "--user", "Zoe", input="1\n" * 200)
        assert result.exit_code == 0
        assert "Final position" in result.output

    def test_refuses_another_users_game_and_an_unstarted_table(
        self, run: Run, handler: CommandHandler, running: Game, finished: Game
    ) -> None:
        user = Accounts(handler.storage.database, 64).register("Zoe", "a long password")
        assert run("play", "--user", "Zoe", running.id).exit_code == 3
        hers = tables.open_table(handler, CommandContext(actor=user.id), rules="toy", name="hers", seats=2, options={})
        taken = playing.SeatTaken(seat=0, user=user.id)
        tables.take_seat(handler, hers.id, CommandContext(actor=user.id, seat=0), taken)
        assert run("play", "--user", "Zoe", hers.id).exit_code == 4
