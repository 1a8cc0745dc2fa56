"""Playing the moves of a branch for real: in every game, the log they leave is valid."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from domain import aggregate, audit
from domain.table.refusals import Refused
from service.usecases import branch_play, branches, moves
from service.usecases.command_handler import CommandContext, CommandHandler
from tests.service import playing


@pytest.mark.parametrize("rules", ["toy", "brass-birmingham", "brass-lancashire", "barrage", "arkwright"])
def test_one_write_that_is_decided_again_as_it_stands(tmp_path: Path, rules: str) -> None:
    """As far as the branch knows hidden information; a turn there ends automatically, as here."""
    handler, chance = playing.new_daybook(tmp_path), random.Random(3)
    game = playing.started(handler, rules=rules)
    for _ in range(12):
        game = playing.moved(handler, game, chance)
    seat = playing.acting(handler, game)
    user, before = playing.USERS[seat], game.version
    line = played_aside(handler, game.id, seat, chance)
    game = handler.run(
        branch_play.play_branch(handler, game.id, CommandContext(actor=user, seat=seat, command="for-real"), line)
    )
    made = game.records[before:]
    assert made
    assert {record.command for record in made} == {"for-real"}
    assert aggregate.state(game) == handler.games.position(game)
    assert all(finding.holds for finding in audit.audit(game))
    assert all(finding.holds for finding in audit.examine(game.id, game.records))
    again = handler.run(
        branch_play.play_branch(handler, game.id, CommandContext(actor=user, seat=seat, command="for-real"), line)
    )
    assert again.version == game.version
    with pytest.raises(Refused):
        handler.run(branch_play.play_branch(handler, game.id, CommandContext(actor=user, seat=seat), game.id))


def played_aside(handler: CommandHandler, stream: str, seat: int, chance: random.Random) -> str:
    """Return a branch in which every player made a few moves."""
    at, user = handler.games.game(stream).version, playing.USERS[seat]
    line = branches.open_branch(handler, stream, CommandContext(actor=user), at=at, viewer=seat, name="aside")
    for _ in range(4):
        acting = playing.acting(handler, line)
        command = playing.random_command(line.ruleset, handler.games.position(line), acting, chance)
        line = handler.run(moves.move(handler, line.id, CommandContext(actor=user, seat=acting), command))
    return line.id
