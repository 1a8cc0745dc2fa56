"""Branches from the command line: listed, named, commented on, hidden, shared, continued."""

from __future__ import annotations

import re

from service.readmodels.projection import catch_up
from service.usecases import branches, moves
from service.usecases.command_handler import CommandContext, CommandHandler
from tests import toy
from tests.service import playing
from tests.service.cli.conftest import Run


def line_of(handler: CommandHandler, game: str) -> str:
    """Return a branch of Ada's from the present of the game."""
    at = handler.games.game(game).version
    return branches.open_branch(handler, game, CommandContext(actor="ada"), at=at, viewer=0, name="What if").id


def listed(run: Run, handler: CommandHandler, game: str) -> str:
    catch_up(handler.storage)
    return run("branch", "list", game, "--user", "ada").output


def test_named_commented_on_hidden_and_brought_back(run: Run, handler: CommandHandler) -> None:
    game = playing.started(handler).id
    line = line_of(handler, game)
    assert run("branch", "rename", line, "Coal first", "--user", "ada").exit_code == 0
    assert run("branch", "comment", line, "Too early", "--user", "ada").exit_code == 0
    assert f"{line}  {handler.games.game(game).version}  Coal first: Too early\n" in listed(run, handler, game)
    assert run("branch", "hide", line, "--user", "ada").exit_code == 0
    assert "(hidden)" in listed(run, handler, game)
    assert run("branch", "unhide", line, "--user", "ada").exit_code == 0
    assert "(hidden)" not in listed(run, handler, game)


def test_a_bot_goes_on_and_what_came_true_is_marked(run: Run, handler: CommandHandler) -> None:
    game = playing.started(handler).id
    line = line_of(handler, game)
    before = handler.games.game(line).version
    assert run("branch", "play-bot", line, "--user", "ada").exit_code != 0, "the toy has no greedy bot"
    done = run("branch", "play-bot", line, "--bot", "random", "--user", "ada")
    assert (done.exit_code, handler.games.game(line).version > before) == (0, True)
    guessed = line_of(handler, game)
    handler.run(moves.move(handler, guessed, CommandContext(actor="ada", seat=0), toy.TakeCoins()))
    handler.run(moves.move(handler, guessed, CommandContext(actor="ada", seat=0), toy.TakeCoins()))
    handler.run(moves.move(handler, game, CommandContext(actor="ada", seat=0), toy.TakeCoins()))
    assert re.search(rf"^-> {guessed}", listed(run, handler, game), re.MULTILINE)


def test_shared_by_a_link_that_ends(run: Run, handler: CommandHandler) -> None:
    line = line_of(handler, playing.started(handler).id)
    keyed = Run({**run.environment, "DAYBOOK_SECRET_KEY": "a key of the tests, long enough for them"})
    shared = keyed("branch", "share", line, "--user", "ada")
    assert re.fullmatch(rf"/games/{line}\?invite=[0-9a-f]{{32}}\n", shared.output)
    assert keyed("branch", "share", line, "--user", "ada").output == shared.output
    keyed("branch", "unshare", line, "--user", "ada")
    assert keyed("branch", "share", line, "--user", "ada").output != shared.output


def test_whose_it_is_not(run: Run, handler: CommandHandler) -> None:
    game = playing.started(handler).id
    line = line_of(handler, game)
    for command in (["rename", line, "Mine"], ["comment", line, "Mine"], ["hide", line], ["play-bot", line]):
        assert run("branch", *command, "--user", "ben").exit_code == 3
    assert run("branch", "rename", game, "Mine", "--user", "ada").exit_code == 3
