"""What-ifs opened through the use cases."""

from __future__ import annotations

from pathlib import Path

from domain import aggregate
from service.application import Write
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
