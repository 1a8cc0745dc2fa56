"""A whole game of Barrage against automas: its verification and its record of play."""

from __future__ import annotations

import random

import msgspec
import pytest

from domain import aggregate
from domain.aggregate import Game
from service.transfer.export import export_lines
from service.transfer.importing import import_file
from service.transfer.record_of_play import record_of_play
from service.transfer.verification import verify
from service.usecases import tables
from service.usecases.command_handler import CommandContext, CommandHandler
from tests.service import playing


@pytest.fixture(scope="module")
def handler(tmp_path_factory: pytest.TempPathFactory) -> CommandHandler:
    return playing.new_daybook(tmp_path_factory.mktemp("barrage"))


@pytest.fixture(scope="module")
def finished(handler: CommandHandler) -> Game:
    options = {"automas": ["low_voltage", "overpowered"]}
    game = tables.open_solo(handler, CommandContext(actor="ada"), rules="barrage", name="Alone", options=options)
    chance = random.Random(1)
    while game.table.phase == "running":
        game = playing.make_random_move(handler, game, chance)
    return game


def test_moves_of_player_and_automas_verify(handler: CommandHandler, finished: Game) -> None:
    assert {record.seat for record in finished.records if record.seat is not None} == {0, 1, 2}
    assert verify(export_lines(handler, finished, "spectator")).valid


def test_record_of_play_lists_only_player_moves(handler: CommandHandler, finished: Game) -> None:
    record = record_of_play(handler, finished)
    assert {move.seat for move in record.moves} == {0}
    imported = handler.games.game(import_file(handler, "zoe", msgspec.json.encode(record)))
    assert aggregate.line_facts(imported) == aggregate.line_facts(finished)
