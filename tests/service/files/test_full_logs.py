"""A log that is full takes no more of what could go on for ever; the game itself can be played or given up."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from domain.aggregate import Game
from domain.table.refusals import Refused
from service.usecases import writing as application
from service.usecases.daybook import Daybook
from service.usecases.writing import Write
from tests import toy
from tests.service import playing

ADA = Write(actor="ada", seat=0, command="ada")


@pytest.fixture
def daybook(tmp_path: Path) -> Daybook:
    return playing.new_daybook(tmp_path)


@pytest.fixture
def full(daybook: Daybook, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game in which Ada has made a move, with as many facts as are taken."""
    game = playing.started(daybook, undo="consent")
    game = daybook.move(game.id, ADA, toy.TakeCoins())
    monkeypatch.setattr(application, "LONGEST_LOG", game.version)
    return game


@pytest.mark.parametrize(
    "again",
    [
        lambda daybook, game: daybook.request_undo(game.id, Write(actor="ada", seat=0)),
        lambda daybook, game: daybook.set_confirmation(game.id, Write(actor="ada", seat=0), True),
        lambda daybook, game: daybook.agree_to_abandon(game.id, Write(actor="ada", seat=0), False),
    ],
)
def test_what_could_be_repeated_for_ever_is_refused(
    daybook: Daybook, full: Game, again: Callable[[Daybook, Game], Game]
) -> None:
    with pytest.raises(Refused, match="full"):
        again(daybook, full)
    assert daybook.game(full.id).version == full.version


def test_a_branch_takes_no_more_back_either(daybook: Daybook, monkeypatch: pytest.MonkeyPatch) -> None:
    game = playing.started(daybook)
    branch = daybook.open_branch(game.id, ADA, at=game.version, viewer=0, name="What if")
    moved = daybook.move(branch.id, Write(actor="ada", seat=0), toy.TakeCoins())
    monkeypatch.setattr(application, "LONGEST_LOG", moved.version)
    with pytest.raises(Refused, match="full"):
        daybook.undo(branch.id, Write(actor="ada", seat=0))


def test_the_game_is_played_on(daybook: Daybook, full: Game) -> None:
    assert daybook.move(full.id, Write(actor="ada", seat=0), toy.TakeCoins()).version > full.version


def test_the_game_is_given_up_by_everybody_agreeing_once(daybook: Daybook, full: Game) -> None:
    daybook.agree_to_abandon(full.id, Write(actor="ada", seat=0), True)
    with pytest.raises(Refused, match="full"):
        daybook.agree_to_abandon(full.id, Write(actor="ada", seat=0), True)
    assert daybook.agree_to_abandon(full.id, Write(actor="ben", seat=1), True).table.phase == "abandoned"
