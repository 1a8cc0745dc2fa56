"""A whole game of Barrage against automas: verified, and written down as a record of play."""

from __future__ import annotations

import random

import msgspec
import pytest

from domain import aggregate
from domain.aggregate import Game
from service.files.export import export_lines
from service.files.importing import import_file, record_of_play
from service.files.verification import verify
from service.usecases.daybook import Daybook
from service.usecases.writing import Write
from tests.service import playing


@pytest.fixture(scope="module")
def daybook(tmp_path_factory: pytest.TempPathFactory) -> Daybook:
    return playing.new_daybook(tmp_path_factory.mktemp("barrage"))


@pytest.fixture(scope="module")
def finished(daybook: Daybook) -> Game:
    options = {"automas": ["low_voltage", "overpowered"]}
    game = daybook.open_alone(Write(actor="ada"), rules="barrage", name="Alone", options=options)
    chance = random.Random(1)
    while game.table.phase == "running":
        game = playing.moved(daybook, game, chance)
    return game


def test_every_move_is_what_the_rules_make_of_it(daybook: Daybook, finished: Game) -> None:
    assert {record.seat for record in finished.records if record.seat is not None} == {0, 1, 2}
    assert verify(export_lines(daybook, finished, "spectator")).sound


def test_its_record_of_play_states_the_persons_moves_alone(daybook: Daybook, finished: Game) -> None:
    record = record_of_play(daybook, finished)
    assert {move.seat for move in record.moves} == {0}
    brought = daybook.game(import_file(daybook, "zoe", msgspec.json.encode(record)))
    assert aggregate.line_facts(brought) == aggregate.line_facts(finished)
