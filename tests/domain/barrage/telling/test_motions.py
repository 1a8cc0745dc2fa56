"""The ways that drops run on the map."""

from __future__ import annotations

import re

import pytest

from domain.barrage.automa.telling.motions import motions
from domain.barrage.draw import geometry
from domain.barrage.vocabulary.changes import DropFlowed
from domain.barrage.vocabulary.commands import Produce
from domain.barrage.vocabulary.facts import Produced, WaterFlowed
from domain.game import Motion
from tests.golden.logs import LOGS, game_of, lines_of, name_of


def test_a_drop_runs_down_the_river_into_the_dam_that_holds_it() -> None:
    flowed = WaterFlowed(changes=(DropFlowed(start="B", stop="B9L", basins=(2, 5, 9)),))
    assert motions(flowed) == (Motion("map", "M377 46L377 205L335 505L440 865"),)


def test_a_drop_that_nothing_holds_leaves_the_map() -> None:
    (motion,) = motions(WaterFlowed(changes=(DropFlowed(start="A", basins=(1, 8, 11)),)))
    assert motion.path.endswith("L300 1205")


def test_a_drop_that_produces_goes_through_its_conduit() -> None:
    command = Produce(dam="B2U", conduit="2A", powerhouse="P6-1", drops=1)
    flowed = DropFlowed(start="B2U", stop="B6L")
    (motion,) = motions(Produced(seat=0, command=command, energy=2, changes=(flowed,)))
    assert motion.path == "M377 170L285 285L524 368L580 540"


@pytest.mark.parametrize("log", [log for log in LOGS if log.name.startswith("barrage")], ids=name_of)
def test_every_drop_of_recorded_games_has_a_way_on_the_map(log) -> None:
    for record in game_of(lines_of(log)).records:
        flowed = [change for change in getattr(record.fact, "changes", ()) if isinstance(change, DropFlowed)]
        found = motions(record.fact)
        assert len(found) == len(flowed)
        for motion in found:
            assert motion.drawing == "map"
            points = [float(each) for each in re.findall(r"[\d.]+", motion.path)]
            assert all(0 <= x <= geometry.WIDTH for x in points[::2])
            assert all(0 <= y <= geometry.BASIN[12][1] for y in points[1::2])
            assert len(points) >= 4
