"""Exports: everything once the game has ended, and before that only what the reader may see."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.aggregate import Game
from domain.game import HIDDEN
from service.storage.mapper import stored_hash
from service.transfer.export import export_lines
from service.transfer.export_format import Event, decode
from service.usecases import branches
from service.usecases.command_handler import CommandContext, CommandHandler
from tests import toy
from tests.service import playing


@pytest.fixture
def handler(tmp_path: Path) -> CommandHandler:
    return playing.new_daybook(tmp_path)


@pytest.fixture
def running(handler: CommandHandler) -> Game:
    game = playing.started(handler, 3)
    for _ in range(5):
        game = playing.moved(handler, game, random.Random(4))
    return game


def facts(lines: list[bytes]) -> list[Any]:
    return [msgspec.json.decode(line)["fact"] for line in lines[1:-1]]


def test_a_complete_export_holds_the_stored_bytes_and_their_hashes(handler: CommandHandler) -> None:
    game = playing.played_out(handler, playing.started(handler))
    events = [line for line in map(decode, export_lines(handler, game, "spectator")) if isinstance(line, Event)]
    stored = handler.games.stored(game.id)
    assert [bytes(event.record) for event in events] == [event.state for event in stored]
    assert [event.hash for event in events] == [stored_hash(event) for event in stored]
    assert events[-1].hash == game.tip


def test_a_complete_export_is_the_same_for_everybody_and_at_any_time(handler: CommandHandler) -> None:
    game = playing.played_out(handler, playing.started(handler))
    readers = [list(export_lines(handler, game, viewer)) for viewer in (0, 1, "spectator", "auditor")]
    assert readers.count(readers[0]) == 4


def test_a_running_game_is_handed_out_without_its_seed_and_its_hashes(handler: CommandHandler, running: Game) -> None:
    content = b"".join(export_lines(handler, running, 1))
    assert running.table.opened.seed.encode() not in content
    for record in running.records[1:]:
        assert record.previous.encode() not in content
    assert running.tip.encode() not in content
    assert running.table.opened.commitment.encode() in content


def test_a_seat_reads_its_own_numbers_and_nobody_elses(handler: CommandHandler, running: Game) -> None:
    (started,) = [fact for fact in facts(list(export_lines(handler, running, 1))) if fact["topic"] == "toy.started"]
    truth = next(record.fact for record in running.records if isinstance(record.fact, toy.Started))
    assert started["hands"] == [[HIDDEN, HIDDEN], truth.hands[1], [HIDDEN, HIDDEN]]
    assert started["deck"] == [HIDDEN] * 3
    drawn = [fact for fact in facts(list(export_lines(handler, running, "spectator"))) if fact["topic"] == "toy.drawn"]
    assert drawn
    assert {fact["number"] for fact in drawn} == {HIDDEN}


def test_information_hidden_from_a_seat_does_not_change_its_export(handler: CommandHandler, running: Game) -> None:
    """Another deck, another seed: the same bytes for a spectator."""
    before = list(export_lines(handler, running, "spectator"))
    records = list(running.records)
    start = next(index for index, record in enumerate(records) if isinstance(record.fact, toy.Started))
    other_deck = msgspec.structs.replace(records[start].fact, deck=records[start].fact.deck[::-1])
    records[start] = msgspec.structs.replace(records[start], fact=other_deck)
    other_seed = msgspec.structs.replace(records[0].fact, seed="11" * 32)
    records[0] = msgspec.structs.replace(records[0], fact=other_seed, previous="another")
    other_world = msgspec.structs.replace(running, records=records, tip="another")
    assert list(export_lines(handler, other_world, "spectator")) == before


def test_a_what_if_in_a_running_game_shows_others_nothing_its_owner_imagines_with(
    handler: CommandHandler, running: Game
) -> None:
    write = CommandContext(actor="ada", command="what-if")
    branch = branches.open_branch(handler, running.id, write, at=running.version, viewer=0, name="what if")
    (opened, *_) = facts(list(export_lines(handler, branch, "spectator")))
    assert all(number == HIDDEN for hand in opened["imagined"]["hands"] for number in hand)
    assert set(opened["imagined"]["deck"]) <= {HIDDEN}


def test_a_table_that_has_not_started_can_be_handed_out_too(handler: CommandHandler) -> None:
    game = playing.opened(handler)
    assert [fact["topic"] for fact in facts(list(export_lines(handler, game, "spectator")))] == [
        "table.opened",
        "table.seat_taken",
        "table.seat_taken",
    ]
