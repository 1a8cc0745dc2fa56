"""The paths of drops on the map."""

from __future__ import annotations

import re

import pytest

from domain.barrage.automa.narration.motions import motions
from domain.barrage.model.changes import DropFlowed
from domain.barrage.model.commands import Produce
from domain.barrage.model.facts import Produced, WaterFlowed
from domain.barrage.model.figures import of
from domain.barrage.rendering import geometry
from domain.game import ruleset
from domain.presentation import Motion
from tests.golden.logs import LOGS, game_of, lines_of, name_of

RULES = ruleset("barrage")
NUMBER = re.compile(r"[\d.]+")


def test_a_drop_runs_down_the_river_into_the_dam_that_holds_it() -> None:
    flowed = WaterFlowed(changes=(DropFlowed(start="B", stop="B9L", basins=(2, 5, 9)),))
    bends = "V261C377 299 335 292 335 343", "V533C335 591 440 570 440 628"
    assert motions(flowed) == (Motion("map", f"M377 46{''.join(bends)}V803"),)
    assert f"80{''.join(bends)}" in geometry.RIVERS[1], "as the river is drawn"


def test_a_drop_that_nothing_holds_leaves_the_map() -> None:
    (motion,) = motions(WaterFlowed(changes=(DropFlowed(start="A", basins=(1, 8, 11)),)))
    assert motion.path.endswith(" 300 958V1067")


def test_a_drop_that_produces_goes_through_its_conduit() -> None:
    command = Produce(dam="B2U", conduit="2A", powerhouse="P6-1", drops=1)
    flowed = DropFlowed(start="B2U", stop="B6L")
    (motion,) = motions(Produced(seat=0, command=command, energy=2, changes=(flowed,)))
    assert motion.path == "M377 161L285 273L519 341H580V513"


def test_a_drop_that_no_dam_below_its_conduit_holds_flows_on_down_the_river() -> None:
    command = Produce(dam="B2U", conduit="2A", powerhouse="P6-1", drops=1)
    flowed = DropFlowed(start="B2U", stop="B10U", basins=(10,))
    (motion,) = motions(Produced(seat=0, command=command, energy=2, changes=(flowed,)))
    assert motion.path == f"M377 161L285 273L519 341H580{geometry.BENDS[6]}V733"


def test_every_conduit_ends_at_the_basin_that_it_leads_to() -> None:
    known = of(RULES.current_figures())
    assert {site.id: geometry.arrival(site.id) for site in known.conduit_sites} == {
        site.id: site.to_basin for site in known.conduit_sites
    }


def test_rivers_bend_from_every_basin_to_the_next_one() -> None:
    basins = of(RULES.current_figures()).basin
    below = {basin: basins[basin].downstream for basin in geometry.BENDS}
    ends = {basin: float(numbers[-2]) for basin, bends in geometry.BENDS.items() if (numbers := NUMBER.findall(bends))}
    assert ends == {
        basin: pytest.approx(geometry.BASIN[to][0], abs=5) for basin, to in below.items() if to and basin in ends
    }
    assert [basin for basin, to in below.items() if to is not None and basin not in ends] == [10]


@pytest.mark.parametrize("log", [log for log in LOGS if log.name.startswith("barrage")], ids=name_of)
def test_every_drop_of_recorded_games_has_a_way_on_the_map(log) -> None:
    for record in game_of(lines_of(log)).records:
        flowed = [change for change in getattr(record.fact, "changes", ()) if isinstance(change, DropFlowed)]
        found = motions(record.fact)
        assert len(found) == len(flowed)
        for motion in found:
            assert motion.drawing == "map"
            assert re.fullmatch(r"M[\d.]+ [\d.]+([LC][\d. LCVH]+|V[\d.]+)+", motion.path)
            numbers = [float(each) for each in NUMBER.findall(motion.path)]
            assert all(0 <= number <= geometry.EDGE for number in numbers)
            assert len(numbers) >= 3
