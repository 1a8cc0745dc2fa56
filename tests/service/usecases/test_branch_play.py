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
def test_played_branch_is_one_write_that_passes_audit(tmp_path: Path, rules: str) -> None:
    """Moves are played as far as the branch knows hidden information. Its turns end automatically, as in the game."""
    handler, chance = playing.new_daybook(tmp_path), random.Random(3)
    game = playing.start_game(handler, rules=rules)
    for _ in range(12):
        game = playing.make_random_move(handler, game, chance)
    seat = playing.seat_to_act(handler, game)
    user, before = playing.USERS[seat], game.version
    branch = branch_with_moves(handler, game.id, seat, chance)
    game = handler.run(
        branch_play.play_branch(handler, game.id, CommandContext(actor=user, seat=seat, command="for-real"), branch)
    )
    made = game.records[before:]
    assert made
    assert {record.command for record in made} == {"for-real"}
    assert aggregate.state(game) == handler.games.position(game)
    assert all(finding.holds for finding in audit.audit(game))
    assert all(finding.holds for finding in audit.examine(game.id, game.records))
    again = handler.run(
        branch_play.play_branch(handler, game.id, CommandContext(actor=user, seat=seat, command="for-real"), branch)
    )
    assert again.version == game.version
    with pytest.raises(Refused):
        handler.run(branch_play.play_branch(handler, game.id, CommandContext(actor=user, seat=seat), game.id))


def branch_with_moves(handler: CommandHandler, stream: str, seat: int, chance: random.Random) -> str:
    """Return a branch in which every player made a few moves."""
    at, user = handler.games.game(stream).version, playing.USERS[seat]
    branch = branches.open_branch(handler, stream, CommandContext(actor=user), at=at, viewer=seat, name="aside")
    for _ in range(4):
        acting = playing.seat_to_act(handler, branch)
        command = playing.random_command(branch.ruleset, handler.games.position(branch), acting, chance)
        branch = handler.run(moves.move(handler, branch.id, CommandContext(actor=user, seat=acting), command))
    return branch.id
