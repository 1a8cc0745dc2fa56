"""Games with automas as files: exports, verification, records of play, and forgeries."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain import aggregate, log
from domain.aggregate import Game
from domain.message import plain
from service.transfer.export import export_lines, names
from service.transfer.file_problems import FileProblem, WrongFile
from service.transfer.importing import import_file
from service.transfer.record_of_play import record_of_play
from service.transfer.verification import verify
from service.usecases.command_handler import CommandHandler
from tests.service import playing
from tests.service.transfer.tampering import assert_problem, line_of, tampered_export

AUTOMAS = {"automas": ["keen"]}


@pytest.fixture(scope="module")
def handler(tmp_path_factory: pytest.TempPathFactory) -> CommandHandler:
    return playing.new_daybook(tmp_path_factory.mktemp("automas"))


@pytest.fixture(scope="module")
def finished(handler: CommandHandler) -> Game:
    return playing.play_to_end(handler, playing.start_game(handler, 3, undo="free", options=AUTOMAS))


@pytest.fixture
def here(tmp_path: Path) -> CommandHandler:
    return playing.new_daybook(tmp_path)


@pytest.fixture
def record(handler: CommandHandler, finished: Game) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(record_of_play(handler, finished))
    return plain


def imported(here: CommandHandler, record: dict[str, Any]) -> Game:
    return here.games.game(import_file(here, "zoe", json.dumps(record).encode()))


def refusal(here: CommandHandler, record: dict[str, Any]) -> FileProblem:
    with pytest.raises(WrongFile) as refused:
        imported(here, record)
    return refused.value.problem


def test_finished_game_verifies_and_can_be_imported(
    here: CommandHandler, handler: CommandHandler, finished: Game
) -> None:
    lines = list(export_lines(handler, finished, "spectator"))
    assert verify(lines).valid
    game = here.games.game(import_file(here, "zoe", b"".join(lines)))
    assert names(here, game).seats == ["Ada", "Ben", "Automa"]
    assert [chair.automa for chair in game.table.chairs] == ["", "", "keen"]


class TestForged:
    def test_player_in_automa_seat_is_illegal(self, handler: CommandHandler, finished: Game) -> None:
        lines = list(export_lines(handler, finished, "spectator"))

        def sit(records: list[Any]) -> None:
            records[1]["fact"] |= {"seat": 2}

        assert_problem(verify(tampered_export(lines, sit)), 3, "illegal")

    def test_missing_automa_turn_diverges(self, handler: CommandHandler, finished: Game) -> None:
        lines = list(export_lines(handler, finished, "spectator"))
        first = next(record.originator_version for record in finished.records if record.seat == 2)
        write = finished.records[first - 1].command

        def cut(records: list[Any]) -> None:
            records[:] = [record for record in records if (record["command"], record.get("seat")) != (write, 2)]

        assert_problem(verify(tampered_export(lines, cut)), first, "diverges")

    def test_invalid_options_are_illegal(self, handler: CommandHandler, finished: Game) -> None:
        lines = list(export_lines(handler, finished, "spectator"))

        def mild(records: list[Any]) -> None:
            records[0]["fact"]["options"] = {"automas": ["mild"]}

        report = verify(tampered_export(lines, mild))
        assert_problem(report, line_of(lines, "table.opened"), "illegal")
        assert report.problem is not None
        assert plain(report.problem.detail).startswith("These options are invalid for High and Low")


class TestRecords:
    def test_automa_moves_are_not_recorded_and_follow_automatically(
        self, here: CommandHandler, finished: Game, record: dict[str, Any]
    ) -> None:
        assert record["names"] == ["Ada", "Ben", "Automa"]
        assert {move["seat"] for move in record["moves"]} == {0, 1}
        game = imported(here, record)
        assert aggregate.line_facts(game) == aggregate.line_facts(finished)
        assert game.table.phase == "finished"
        moves = [msgspec.structs.astuple(move)[2:3] for move in log.moves(game.records, log.line(game.tree))]
        assert (2,) not in moves, "automa moves belong to the player's write"

    def test_automa_names_are_optional(self, here: CommandHandler, finished: Game, record: dict[str, Any]) -> None:
        game = imported(here, record | {"names": ["Eve", "Automaton"]})
        assert names(here, game).seats == ["Eve", "Automaton", "Automa"]
        assert aggregate.line_facts(game) == aggregate.line_facts(finished)

    def test_recorded_automa_move_is_refused(self, here: CommandHandler, record: dict[str, Any]) -> None:
        record["moves"].insert(1, {"seat": 2, "command": {"action": "take_coins"}})
        problem = refusal(here, record)
        assert problem.line == 2
        assert plain(problem.detail) == "Leave out automas' moves: they follow from the rules."

    @pytest.mark.parametrize(
        ("change", "words"),
        [
            ({"names": ["Ada", "Ben", "Cleo"]}, "can't be played by 3 players"),
            ({"names": ["Automa"]}, "can't be played with 1 seat"),
            ({"options": {"automas": ["mild"]}}, "automas[0]: The value “mild” isn't allowed."),
            ({"options": {"automas": ["keen"] * 3}}, "automas: This is too long. The maximum length is 2."),
            ({"options": {"automas": "keen"}}, "automas: Use a list instead of text."),
        ],
    )
    def test_impossible_tables_are_refused(
        self, here: CommandHandler, record: dict[str, Any], change: dict[str, Any], words: str
    ) -> None:
        problem = refusal(here, record | change)
        assert (problem.line, words in plain(problem.detail)) == (0, True), problem
