"""Records of play: legal ones end as the game did, and illegal ones are refused with the rule."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from domain.aggregate import Game
from service.transfer.audit import audit
from service.transfer.export import export_lines
from service.transfer.file_problems import WrongFile
from service.transfer.importing import import_file
from service.transfer.record_of_play import record_of_play
from service.transfer.verification import verify
from service.usecases.command_handler import CommandHandler
from tests.service import playing

RECORDS = Path(__file__).parents[2] / "records"
LEGAL = sorted(RECORDS.glob("*.json"))
ILLEGAL = [pytest.param(file, marks=pytest.mark.rule(file.stem)) for file in sorted(RECORDS.glob("illegal/*.json"))]

FINAL_POINTS = {
    "arkwright-2-seats-expert": [390, 357],
    "arkwright-3-seats": [240, 273, 323],
    "arkwright-solo": [300],
    "barrage-2-seats-beginner": [88, 31],
    "barrage-2-seats-leeghwater": [61, 38],
    "birmingham-2-seats": [68, 104],
    "birmingham-introductory": [49, 54, 59],
    "lancashire-2-seats": [44, 35],
    "lancashire-classic-deck": [113, 92, 69],
    "lancashire-introductory-game": [29, 17, 12, 8],
}


@pytest.fixture
def handler(tmp_path: Path) -> CommandHandler:
    return playing.new_daybook(tmp_path)


def imported(handler: CommandHandler, file: Path) -> Game:
    return handler.games.game(import_file(handler, "zoe", file.read_bytes()))


@pytest.mark.parametrize("file", LEGAL, ids=lambda file: file.stem)
def test_legal_record_ends_as_played_and_verifies(handler: CommandHandler, file: Path) -> None:
    game = imported(handler, file)
    assert game.table.phase == "finished"
    assert game.ruleset.standing(handler.games.position(game)).points == FINAL_POINTS[file.stem]
    assert msgspec.json.encode(record_of_play(handler, game)) + b"\n" == file.read_bytes(), "the same record"
    assert verify(export_lines(handler, game, "spectator")).problem is None
    assert {finding.verdict for finding in audit(handler, game)} == {"identical"}


@pytest.mark.parametrize("file", ILLEGAL, ids=lambda file: file.stem)
def test_last_move_is_refused_by_the_rule_in_the_file_name(handler: CommandHandler, file: Path) -> None:
    moves = msgspec.json.decode(file.read_bytes())["moves"]
    before = handler.storage.last_id()
    with pytest.raises(WrongFile) as refused:
        import_file(handler, "zoe", file.read_bytes())
    assert (refused.value.problem.line, refused.value.problem.rule) == (len(moves), file.stem)
    assert handler.storage.last_id() == before


@pytest.mark.rule("BL-V.2")
def test_options_unavailable_for_player_count_are_refused(handler: CommandHandler) -> None:
    record = msgspec.json.decode((RECORDS / "lancashire-2-seats.json").read_bytes())
    record["options"]["classic_deck"] = True
    with pytest.raises(WrongFile) as refused:
        import_file(handler, "zoe", msgspec.json.encode(record))
    assert refused.value.problem.line == 0
    assert refused.value.problem.detail.text == "The classic deck isn't available with {seats} players."


def test_whole_expansion_cannot_be_combined_with_a_module(handler: CommandHandler) -> None:
    record = msgspec.json.decode((RECORDS / "barrage-2-seats-leeghwater.json").read_bytes())
    record["options"] = {"leeghwater": True}
    assert import_file(handler, "zoe", msgspec.json.encode(record))
    record["options"] = {"leeghwater": True, "netherlands": True}
    with pytest.raises(WrongFile) as refused:
        import_file(handler, "zoe", msgspec.json.encode(record))
    assert refused.value.problem.line == 0


@pytest.mark.parametrize("part", ["deck", "rail_deck", "turn_order", "face_down"])
def test_impossible_deal_is_refused(handler: CommandHandler, part: str) -> None:
    record = msgspec.json.decode((RECORDS / "birmingham-2-seats.json").read_bytes())
    record["chance"][part][0] = record["chance"][part][1]
    with pytest.raises(WrongFile) as refused:
        import_file(handler, "zoe", msgspec.json.encode(record))
    assert refused.value.problem.line == 0
