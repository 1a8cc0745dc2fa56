"""Branches from the command line: listed, named, commented on, hidden, shared, continued."""

from __future__ import annotations

import re

from service.readmodels.projection import catch_up
from service.usecases import branches, moves
from service.usecases.command_handler import CommandContext, CommandHandler
from tests import toy
from tests.service import playing
from tests.service.cli.conftest import Run


def branch_of(handler: CommandHandler, game: str) -> str:
    """Return a branch of Ada's from the current position of the game."""
    at = handler.games.game(game).version
    return branches.open_branch(handler, game, CommandContext(actor="ada"), at=at, viewer=0, name="What if").id


def listed(run: Run, handler: CommandHandler, game: str) -> str:
    catch_up(handler.storage)
    return run("branch", "list", game, "--user", "ada").output


def test_branch_is_renamed_commented_on_hidden_and_unhidden(run: Run, handler: CommandHandler) -> None:
    game = playing.start_game(handler).id
    branch = branch_of(handler, game)
    assert run("branch", "rename", branch, "Coal first", "--user", "ada").exit_code == 0
    assert run("branch", "comment", branch, "Too early", "--user", "ada").exit_code == 0
    assert f"{branch}  {handler.games.game(game).version}  Coal first: Too early\n" in listed(run, handler, game)
    assert run("branch", "hide", branch, "--user", "ada").exit_code == 0
    assert "(hidden)" in listed(run, handler, game)
    assert run("branch", "unhide", branch, "--user", "ada").exit_code == 0
    assert "(hidden)" not in listed(run, handler, game)


def test_bot_continues_a_branch_and_a_matching_branch_is_marked(run: Run, handler: CommandHandler) -> None:
    game = playing.start_game(handler).id
    branch = branch_of(handler, game)
    before = handler.games.game(branch).version
    assert run("branch", "play-bot", branch, "--user", "ada").exit_code != 0, "the toy has no greedy bot"
    done = run("branch", "play-bot", branch, "--bot", "random", "--user", "ada")
    assert (done.exit_code, handler.games.game(branch).version > before) == (0, True)
    guessed = branch_of(handler, game)
    handler.run(moves.move(handler, guessed, CommandContext(actor="ada", seat=0), toy.TakeCoins()))
    handler.run(moves.move(handler, guessed, CommandContext(actor="ada", seat=0), toy.TakeCoins()))
    handler.run(moves.move(handler, game, CommandContext(actor="ada", seat=0), toy.TakeCoins()))
    assert re.search(rf"^-> {guessed}", listed(run, handler, game), re.MULTILINE)


def test_branch_is_shared_by_a_revocable_link(run: Run, handler: CommandHandler) -> None:
    branch = branch_of(handler, playing.start_game(handler).id)
    keyed = Run({**run.environment, "DAYBOOK_SECRET_KEY": "a key of the tests, long enough for them"})
    shared = keyed("branch", "share", branch, "--user", "ada")
    assert re.fullmatch(rf"/games/{branch}\?invite=[0-9a-f]{{32}}\n", shared.output)
    assert keyed("branch", "share", branch, "--user", "ada").output == shared.output
    keyed("branch", "unshare", branch, "--user", "ada")
    assert keyed("branch", "share", branch, "--user", "ada").output != shared.output


def test_another_users_branch_is_not_found(run: Run, handler: CommandHandler) -> None:
    game = playing.start_game(handler).id
    branch = branch_of(handler, game)
    for command in (["rename", branch, "Mine"], ["comment", branch, "Mine"], ["hide", branch], ["play-bot", branch]):
        assert run("branch", *command, "--user", "ben").exit_code == 3
    assert run("branch", "rename", game, "Mine", "--user", "ada").exit_code == 3
