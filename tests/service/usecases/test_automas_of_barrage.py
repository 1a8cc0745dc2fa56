"""Barrage with automas in the log: one write, the same cards and decisions on replay, and in branches."""

from __future__ import annotations

import random
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain import aggregate, audit, log, undo
from domain.aggregate import Game
from domain.barrage.automa.facts import AutomaActed, CardTurnedUp
from domain.game import random_command
from service.usecases import branches, moves
from service.usecases.command_handler import CommandHandler
from tests.service import playing

OPTIONS = {"automas": ["normal", "overpowered"], "leeghwater": True}


@pytest.fixture
def handler(tmp_path: Path) -> CommandHandler:
    return playing.new_daybook(tmp_path)


def answered(handler: CommandHandler, **table: Any) -> Game:
    """Return a game in which a person's move has just been answered by automas."""
    game = playing.started(handler, 3, rules="barrage", options=OPTIONS, **table)
    chance = random.Random(7)
    for number in count():
        game = playing.moved(handler, game, chance)
        last = move_of(game)
        if number > 8 and any(isinstance(record.fact, AutomaActed) for record in last):
            return game
    raise AssertionError


def move_of(game: Game) -> list[Any]:
    """Return the records of the last move."""
    start = aggregate.move_start(game, game.version)
    return game.records[start - 1 :]


def turned_up(game: Game) -> list[tuple[int | None, str, str]]:
    return [(r.seat, r.fact.card, r.fact.criteria) for r in move_of(game) if isinstance(r.fact, CardTurnedUp)]


def test_the_answer_stands_in_the_same_write_under_the_automas_seats(handler: CommandHandler) -> None:
    game = answered(handler, undo="free")
    records = move_of(game)
    assert records[0].seat == 0
    assert len({record.command for record in records}) == 1
    assert {record.seat for record in records if isinstance(record.fact, CardTurnedUp)} <= {1, 2}
    assert turned_up(game)


def test_the_move_and_its_answer_go_back_together_and_the_same_cards_come_again(handler: CommandHandler) -> None:
    game = answered(handler, undo="free")
    facts, cards = [record.fact for record in move_of(game)], turned_up(game)
    command = game.ruleset.recover(facts[0])
    before = handler.run(moves.undo(handler, game.id, playing.write(game, 0)))
    assert play_waits_for(handler, before) == 0
    assert command is not None
    again = handler.run(moves.move(handler, game.id, playing.write(before, 0), command))
    assert [record.fact for record in move_of(again)] == facts
    assert turned_up(again) == cards


def test_a_card_that_was_turned_up_is_the_horizon_of_a_turn(handler: CommandHandler) -> None:
    game = answered(handler, undo="turn")
    assert undo.back_targets(game, 0) == []


def play_waits_for(handler: CommandHandler, game: Game) -> int:
    return playing.acting(handler, game)


def test_automas_moves_are_decided_again_including_reasons(handler: CommandHandler) -> None:
    game = answered(handler, undo="free")
    assert {finding.verdict for finding in audit.audit(game)} == {"identical"}
    version = next(v for v in reversed(log.line(game.tree)) if isinstance(game.records[v - 1].fact, AutomaActed))
    record = game.records[version - 1]
    forged = msgspec.structs.replace(record, fact=msgspec.structs.replace(record.fact, failed=()))
    assert record.fact.failed
    game.records[version - 1] = forged
    findings = [finding for finding in audit.audit(game) if not finding.holds]
    assert [(finding.verdict, finding.version) for finding in findings] == [("diverges", version)]


def test_in_a_what_if_automas_go_on_by_the_cards_that_are_left(handler: CommandHandler) -> None:
    game = answered(handler, undo="free")
    branch = branches.open_branch(handler, game.id, playing.write(game, 0), at=game.version, viewer=0, name="What if")
    position, imagined = handler.games.position(game), handler.games.position(branch)
    assert imagined.piles["automa_cards"][0] == position.piles["automa_cards"][0]
    assert imagined.renewal_key != position.renewal_key
    assert sorted(imagined.piles["automa_cards"]) == sorted(position.piles["automa_cards"])
    chance = random.Random(3)
    while not any(record.seat in (1, 2) for record in branch.records):
        command = random_command(branch.ruleset, handler.games.position(branch), 0, chance)
        branch = handler.run(moves.move(handler, branch.id, playing.write(branch, 0), command))
    assert play_waits_for(handler, branch) == 0
