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


def after_automa_moves(handler: CommandHandler, **table: Any) -> Game:
    """Return a game in which automas have just moved after a player."""
    game = playing.start_game(handler, 3, rules="barrage", options=OPTIONS, **table)
    chance = random.Random(7)
    for number in count():
        game = playing.make_random_move(handler, game, chance)
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


def test_automas_act_under_their_seats_in_the_same_write(handler: CommandHandler) -> None:
    game = after_automa_moves(handler, undo="free")
    records = move_of(game)
    assert records[0].seat == 0
    assert len({record.command for record in records}) == 1
    assert {record.seat for record in records if isinstance(record.fact, CardTurnedUp)} <= {1, 2}
    assert turned_up(game)


def test_undo_includes_automas_and_replay_draws_the_same_cards(handler: CommandHandler) -> None:
    game = after_automa_moves(handler, undo="free")
    facts, cards = [record.fact for record in move_of(game)], turned_up(game)
    command = game.ruleset.recover(facts[0])
    before = handler.run(moves.undo(handler, game.id, playing.context_for(game, 0)))
    assert seat_to_act(handler, before) == 0
    assert command is not None
    again = handler.run(moves.move(handler, game.id, playing.context_for(before, 0), command))
    assert [record.fact for record in move_of(again)] == facts
    assert turned_up(again) == cards


def test_turned_up_card_prevents_undo(handler: CommandHandler) -> None:
    game = after_automa_moves(handler, undo="turn")
    assert undo.back_targets(game, 0) == []


def seat_to_act(handler: CommandHandler, game: Game) -> int:
    return playing.seat_to_act(handler, game)


def test_audit_checks_automa_moves_and_their_reasons(handler: CommandHandler) -> None:
    game = after_automa_moves(handler, undo="free")
    assert {finding.verdict for finding in audit.audit(game)} == {"identical"}
    version = next(v for v in reversed(log.line(game.tree)) if isinstance(game.records[v - 1].fact, AutomaActed))
    record = game.records[version - 1]
    forged = msgspec.structs.replace(record, fact=msgspec.structs.replace(record.fact, failed=()))
    assert record.fact.failed
    game.records[version - 1] = forged
    findings = [finding for finding in audit.audit(game) if not finding.holds]
    assert [(finding.verdict, finding.version) for finding in findings] == [("diverges", version)]


def test_automas_continue_in_branches_with_the_remaining_cards(handler: CommandHandler) -> None:
    game = after_automa_moves(handler, undo="free")
    branch = branches.open_branch(
        handler, game.id, playing.context_for(game, 0), at=game.version, viewer=0, name="What if"
    )
    position, imagined = handler.games.position(game), handler.games.position(branch)
    assert imagined.piles["automa_cards"][0] == position.piles["automa_cards"][0]
    assert imagined.renewal_key != position.renewal_key
    assert sorted(imagined.piles["automa_cards"]) == sorted(position.piles["automa_cards"])
    chance = random.Random(3)
    while not any(record.seat in (1, 2) for record in branch.records):
        command = random_command(branch.ruleset, handler.games.position(branch), 0, chance)
        branch = handler.run(moves.move(handler, branch.id, playing.context_for(branch, 0), command))
    assert seat_to_act(handler, branch) == 0
