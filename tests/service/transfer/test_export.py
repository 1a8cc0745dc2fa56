"""Exports: everything once the game has ended, and before that only what the viewer may see."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.aggregate import Game
from domain.game import HIDDEN, Viewer
from domain.table.facts import TableOpened
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
    game = playing.start_game(handler, 3)
    for _ in range(8):
        game = playing.make_random_move(handler, game, random.Random(4))
    return game


def facts(lines: list[bytes]) -> list[Any]:
    return [msgspec.json.decode(line)["fact"] for line in lines[1:-1]]


def test_complete_export_contains_stored_bytes_and_hashes(handler: CommandHandler) -> None:
    game = playing.play_to_end(handler, playing.start_game(handler))
    events = [line for line in map(decode, export_lines(handler, game, "spectator")) if isinstance(line, Event)]
    stored = handler.games.stored(game.id)
    assert [bytes(event.record) for event in events] == [event.state for event in stored]
    assert [event.hash for event in events] == [stored_hash(event) for event in stored]
    assert events[-1].hash == game.tip


def test_complete_export_is_identical_for_every_viewer(handler: CommandHandler) -> None:
    game = playing.play_to_end(handler, playing.start_game(handler))
    readers = [list(export_lines(handler, game, viewer)) for viewer in (0, 1, "spectator", "auditor")]
    assert readers.count(readers[0]) == 4


def test_export_of_running_game_omits_seed_and_hashes(handler: CommandHandler, running: Game) -> None:
    content = b"".join(export_lines(handler, running, 1))
    assert running.table.opened.seed.encode() not in content
    for record in running.records[1:]:
        assert record.previous.encode() not in content
    assert running.tip.encode() not in content
    assert running.table.opened.commitment.encode() in content


def test_seat_sees_only_its_own_numbers(handler: CommandHandler, running: Game) -> None:
    (started,) = [fact for fact in facts(list(export_lines(handler, running, 1))) if fact["topic"] == "toy.started"]
    truth = next(record.fact for record in running.records if isinstance(record.fact, toy.Started))
    assert started["hands"] == [[HIDDEN, HIDDEN], truth.hands[1], [HIDDEN, HIDDEN]]
    assert started["deck"] == [HIDDEN] * 3
    drawn = [fact for fact in facts(list(export_lines(handler, running, "spectator"))) if fact["topic"] == "toy.drawn"]
    assert drawn
    assert {fact["number"] for fact in drawn} == {HIDDEN}


@pytest.mark.parametrize("viewer", [0, 1, 2, "spectator"])
def test_hidden_information_does_not_change_an_export(handler: CommandHandler, running: Game, viewer: Viewer) -> None:
    """A viewer gets the same bytes with a different seed and deck, and different numbers in other players' hands."""
    records = [
        msgspec.structs.replace(record, fact=with_other_secrets(record.fact, viewer), previous="another")
        for record in running.records
    ]
    other_world = msgspec.structs.replace(running, records=records, tip="another")
    exports = [[*export_lines(handler, world, viewer)] for world in (running, other_world)]
    assert exports[0] == exports[1]
    complete = [facts([*export_lines(handler, world, "auditor")]) for world in (running, other_world)]
    differing = {one["topic"] for one, other in zip(*complete, strict=True) if one != other}
    assert differing == {"table.opened", "toy.started", "toy.drawn"}


def with_other_secrets(fact: Any, viewer: Viewer) -> Any:
    match fact:
        case TableOpened():
            return msgspec.structs.replace(fact, seed="11" * 32)
        case toy.Started():
            hands = [hand if seat == viewer else hand[::-1] for seat, hand in enumerate(fact.hands)]
            return msgspec.structs.replace(fact, hands=hands, deck=fact.deck[::-1])
        case toy.Drawn() if fact.seat != viewer:
            return msgspec.structs.replace(fact, number="another")
    return fact


def test_branch_of_running_game_hides_imagined_cards_from_others(handler: CommandHandler, running: Game) -> None:
    write = CommandContext(actor="ada", command="what-if")
    branch = branches.open_branch(handler, running.id, write, at=running.version, viewer=0, name="what if")
    (opened, *_) = facts(list(export_lines(handler, branch, "spectator")))
    assert all(number == HIDDEN for hand in opened["imagined"]["hands"] for number in hand)
    assert set(opened["imagined"]["deck"]) <= {HIDDEN}


def test_table_can_be_exported_before_it_starts(handler: CommandHandler) -> None:
    game = playing.open_table(handler)
    assert [fact["topic"] for fact in facts(list(export_lines(handler, game, "spectator")))] == [
        "table.opened",
        "table.seat_taken",
        "table.seat_taken",
    ]
