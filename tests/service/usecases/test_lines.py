"""What a seat did in a what-if, played for real: the log it leaves is one that everybody accepts, in every game."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from domain import aggregate, audit
from domain.table.refusals import Refused
from service.usecases.daybook import Daybook
from service.usecases.writing import Write
from tests.service import playing


@pytest.mark.parametrize("rules", ["toy", "brass-birmingham", "brass-lancashire", "barrage", "arkwright"])
def test_one_write_that_is_decided_again_as_it_stands(tmp_path: Path, rules: str) -> None:
    """As far as the what-if knows what is hidden; a turn there ends by itself just as here."""
    daybook, chance = playing.new_daybook(tmp_path), random.Random(3)
    game = playing.started(daybook, rules=rules)
    for _ in range(12):
        game = playing.moved(daybook, game, chance)
    seat = playing.acting(daybook, game)
    user, before = playing.USERS[seat], game.version
    line = played_aside(daybook, game.id, seat, chance)
    game = daybook.play_line(game.id, Write(actor=user, seat=seat, command="for-real"), line)
    made = game.records[before:]
    assert made
    assert {record.command for record in made} == {"for-real"}
    assert aggregate.state(game) == daybook.position(game)
    assert all(finding.holds for finding in audit.audit(game))
    assert all(finding.holds for finding in audit.examine(game.id, game.records))
    again = daybook.play_line(game.id, Write(actor=user, seat=seat, command="for-real"), line)
    assert again.version == game.version
    with pytest.raises(Refused):
        daybook.play_line(game.id, Write(actor=user, seat=seat), game.id)


def played_aside(daybook: Daybook, stream: str, seat: int, chance: random.Random) -> str:
    """A what-if in which everybody made a few moves."""
    at, user = daybook.game(stream).version, playing.USERS[seat]
    line = daybook.open_branch(stream, Write(actor=user), at=at, viewer=seat, name="aside")
    for _ in range(4):
        acting = playing.acting(daybook, line)
        command = playing.random_command(line.ruleset, daybook.position(line), acting, chance)
        line = daybook.move(line.id, Write(actor=user, seat=acting), command)
    return line.id
