"""What-ifs opened through the use cases."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain import aggregate
from domain.table import Refused
from service.application import DEEPEST_BRANCH, Write
from service.projector import catch_up
from tests.service import playing


def test_a_what_if_begins_where_play_can_go_on(tmp_path: Path) -> None:
    """A version amid a move (a turn that ended, before the next seat's began) stands for the end of that move."""
    daybook = playing.new_daybook(tmp_path)
    game = playing.played_out(daybook, playing.started(daybook))
    amid = next(
        version
        for version in range(1, game.version)
        if aggregate.has_position(game, version) and aggregate.move_end(game, version) > version
    )
    branch = daybook.open_branch(game.id, Write(actor="ada"), at=amid, viewer="auditor", name="amid")
    assert branch.origin is not None
    assert branch.origin.opened.at_version == aggregate.move_end(game, amid)
    assert aggregate.state(branch) == aggregate.state(game, aggregate.move_end(game, amid))
    assert aggregate.to_act(branch, aggregate.state(branch))


def test_what_ifs_continue_one_another_only_so_often(tmp_path: Path) -> None:
    """Each is read by way of all it continues, which must stay within the reach of every reader."""
    daybook = playing.new_daybook(tmp_path)
    game = playing.started(daybook)
    for _ in range(DEEPEST_BRANCH):
        game = daybook.open_branch(game.id, Write(actor="ada"), at=game.version, viewer=0, name="deeper")
    with pytest.raises(Refused):
        daybook.open_branch(game.id, Write(actor="ada"), at=game.version, viewer=0, name="too deep")
    daybook.open_branch(game.origin.opened.origin, Write(actor="ada"), at=1, viewer=0, name="beside it")
    catch_up(daybook.storage)
