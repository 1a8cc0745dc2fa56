"""Playing the moves of a branch in its game, from the command line."""

from __future__ import annotations

from service.usecases import branches, moves
from service.usecases.command_handler import CommandContext, CommandHandler
from tests import toy
from tests.service import playing
from tests.service.cli.conftest import Run


def branch_of(handler: CommandHandler, stream: str, count: int) -> str:
    """Return a branch of Ada's in which she takes coins this many times."""
    at = handler.games.game(stream).version
    branch = branches.open_branch(handler, stream, CommandContext(actor="ada"), at=at, viewer=0, name="What if")
    for _ in range(count):
        branch = handler.run(moves.move(handler, branch.id, CommandContext(actor="ada", seat=0), toy.TakeCoins()))
    return branch.id


def test_moves_are_shown_first_and_played_after_confirmation(run: Run, handler: CommandHandler) -> None:
    game = playing.start_game(handler).id
    branch, before = branch_of(handler, game, 2), handler.games.game(game).version
    for arguments in (["--dry-run"], []):
        shown = run("play-branch", game, branch, "--user", "ada", *arguments, input="n\n")
        assert (shown.exit_code, shown.output.count("takes 2 coins")) == (0, 2)
        assert handler.games.game(game).version == before
    done = run("play-branch", game, branch, "--user", "ada", input="y\n")
    assert (done.exit_code, handler.games.game(game).version) == (0, before + 2)
    again = run("play-branch", game, branch, "--user", "ada", "--yes")
    assert again.exit_code != 0
    assert "All your moves in this branch are already in the game" in again.output


def test_illegal_moves_are_explained_with_their_rule(run: Run, handler: CommandHandler) -> None:
    game = playing.start_game(handler).id
    branch, number = branch_of(handler, game, 2), handler.games.position(handler.games.game(game)).hands[0][0]
    handler.run(moves.move(handler, game, CommandContext(actor="ada", seat=0), toy.Call(number=number, call="high")))
    shown = run("play-branch", game, branch, "--user", "ada", "--yes")
    assert "no longer legal [TOY-3]: Both actions of the turn are done." in shown.output
    assert handler.games.game(game).table.phase == "running"


def test_another_users_branch_is_not_found(run: Run, handler: CommandHandler) -> None:
    game = playing.start_game(handler).id
    branch = branch_of(handler, game, 1)
    assert run("play-branch", game, branch, "--user", "ben").exit_code == 3
    assert run("play-branch", game, game, "--user", "ada").exit_code == 3
