"""Sections TA-0 and TA-1: the map as automas read it, and the rules of the base game, which also apply to them."""

import re
from pathlib import Path

import pytest

from domain import barrage
from domain.barrage.model.changes import DropFlowed
from domain.barrage.model.commands import EndTurn, UseSpace
from domain.barrage.model.facts import WaterFlowed
from tests.domain.barrage.automa.actions.test_construction import BASE, CONDUIT, POWERHOUSE, built
from tests.domain.barrage.automa.builder import Game, changes, components

CATALOGUE = Path(barrage.__file__).with_name("rules.md").read_text()


def stated(rule):
    """The sentence of a rule."""
    (sentence,) = re.findall(rf"^- \*\*{re.escape(rule)}\*\* (.*)$", CATALOGUE, re.MULTILINE)
    return sentence


@pytest.mark.rule("TA-0.1")
def test_the_basins_by_area():
    areas = {"mountain": range(1, 5), "hills": range(5, 8), "plains": range(8, 13)}
    assert {basin.id: basin.area for basin in components.basins} == {n: a for a, ns in areas.items() for n in ns}
    assert [basin.id for basin in components.basins if basin.zone == "lower_plains"] == [11, 12]


@pytest.mark.rule("TA-0.2")
def test_the_conduit_sites_are_called_by_basin_and_side():
    sites = components.conduit_sites
    assert [site.id for site in sites] == [f"{basin}{side}" for basin in range(1, 11) for side in "AB"]
    assert all(site.id == f"{site.basin}{site.id[-1]}" for site in sites)


@pytest.mark.rule("TA-0.3")
def test_the_headstreams_feed_the_mountain():
    assert components.source == dict(zip("ABCD", range(1, 5), strict=True))


@pytest.mark.rule("TA-0.4")
def test_the_natural_course_of_water():
    courses = dict(re.findall(r"(\d+)→(\d+)", stated("TA-0.4")))
    assert {str(b.id): str(b.downstream) for b in components.basins if b.downstream} == courses
    assert [basin.id for basin in components.basins if not basin.downstream] == [11, 12]


@pytest.mark.rule("TA-0.5", "TA-0.7", "TA-1.13")
def test_water_meets_the_upper_space_first_and_fills_a_dam_to_its_height():
    game = Game().dam("B5U", 2, 0).dam("B5L", 1, 0, owner=0).dam("B9L", 1, 0).drops(B=5)
    flows = changes([fact for fact in game.rest() if isinstance(fact, WaterFlowed)], DropFlowed)
    assert [flow.stop for flow in flows] == ["B5U", "B5U", "B5L", "B9L", ""]


@pytest.mark.rule("TA-1.13")
def test_sites_and_costs_are_those_of_the_base_game():
    """A company has at most one base and one powerhouse in a basin; every site holds one piece."""
    assert built(Game().tiles("basic-base").dam("B1U", 1, 1).cards(BASE)) == ["B2L"]
    assert built(Game().tiles("basic-powerhouse").powerhouse("P5-2").cards(POWERHOUSE)) == ["P6-1"]
    assert built(Game().tiles("basic-conduit").conduit("1A", owner=0).cards(CONDUIT)) == ["2B"]


@pytest.mark.rule("TA-1.2", "TA-1.1")
def test_points_may_fall_below_zero():
    game = Game().tiles().wheel(3, "basic-base").has(vp=1).cards("6-3A-5")
    game.turn()
    assert (game.company().vp, game.company().tiles) == (-4, ["basic-base"])


@pytest.mark.rule("TA-1.9", "TA-6.14")
def test_an_automa_holds_no_contracts_and_those_it_fulfils_are_missing_to_people_no_moment():
    game = Game().tiles().dam("B6U", 3, 2).conduit("6B").powerhouse("P7-1").cards("6-3A-5")
    game.turn()
    assert (game.company().contracts, game.company().fulfilled) == ([], ["green-13"])
    assert all(game.state.displays["green"])
    game.use("CO-1/left")
    assert len(game.offered(0)) > 1


@pytest.mark.rule("TA-5.2", "TA-1.12")
def test_people_and_automas_take_turns():
    game = Game().tiles().cards(BASE)
    game.turn()
    assert game.acting == 0
    game.play(UseSpace(space="BK", engineers=1), EndTurn())
    assert game.state.pending[-1].seat == game.seat
