"""What-ifs played for real from the command line."""

from __future__ import annotations

from service.usecases.daybook import Daybook
from service.usecases.writing import Write
from tests import toy
from tests.service import playing
from tests.service.cli.conftest import Run


def line_of(daybook: Daybook, stream: str, moves: int) -> str:
    """What Ada might do: take coins so often."""
    at = daybook.game(stream).version
    line = daybook.open_branch(stream, Write(actor="ada"), at=at, viewer=0, name="What if")
    for _ in range(moves):
        line = daybook.move(line.id, Write(actor="ada", seat=0), toy.TakeCoins())
    return line.id


def test_shown_first_and_done_once_agreed(run: Run, daybook: Daybook) -> None:
    game = playing.started(daybook).id
    line, before = line_of(daybook, game, 2), daybook.game(game).version
    for arguments in (["--dry-run"], []):
        shown = run("play-line", game, line, "--me", "ada", *arguments, input="n\n")
        assert (shown.exit_code, shown.output.count("takes 2 coins")) == (0, 2)
        assert daybook.game(game).version == before
    done = run("play-line", game, line, "--me", "ada", input="y\n")
    assert (done.exit_code, daybook.game(game).version) == (0, before + 2)
    again = run("play-line", game, line, "--me", "ada", "--yes")
    assert again.exit_code != 0
    assert "nothing that the game has not had" in again.output


def test_what_does_not_fit_is_told_with_its_rule(run: Run, daybook: Daybook) -> None:
    game = playing.started(daybook).id
    line, number = line_of(daybook, game, 2), daybook.position(daybook.game(game)).hands[0][0]
    daybook.move(game, Write(actor="ada", seat=0), toy.Call(number=number, call="high"))
    shown = run("play-line", game, line, "--me", "ada", "--yes")
    assert "does not fit [TOY-3]: Both actions of the turn are done." in shown.output
    assert daybook.game(game).table.phase == "running"


def test_whose_it_is_not(run: Run, daybook: Daybook) -> None:
    game = playing.started(daybook).id
    line = line_of(daybook, game, 1)
    assert run("play-line", game, line, "--me", "ben").exit_code == 3
    assert run("play-line", game, game, "--me", "ada").exit_code == 3
