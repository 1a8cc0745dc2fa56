"""The boards of the expansion: the works on offer, the private buildings and their sites."""

import re
from functools import cache
from xml.etree import ElementTree

import pytest

from domain.barrage import ruleset
from domain.barrage.engine.apply import initial
from domain.barrage.engine.secrets import view
from domain.barrage.model.state import Crew
from tests.domain.barrage.narration.test_draw import NAMES, components, elements, said, shown, sizes, words
from tests.domain.barrage.playing import EVERYTHING, moves, set_up

draw = ruleset.draw


def start(seats=4, **options):
    return initial(set_up(seats, 1, **(options or EVERYTHING)))


@cache
def drafted():
    """A position of a game with everything, after the draft."""
    return next(view(state, 0) for state, *_ in moves(4, 3, **EVERYTHING) if state.round == 2)


@pytest.mark.rule("LP-2.1", "LP-2.2", "LP-3.1", "LP-5.2")
def test_works_and_buildings_with_all_their_spaces_are_drawn():
    state = start()
    drawn = set(elements(draw(state, NAMES)))
    assert {f"work:{work}" for work in state.displays["works"]} <= drawn
    assert {"space:EW-1", "space:EW-2", "space:EW-3"} <= drawn
    for building in state.displays["buildings"]:
        assert {f"building:{building}"} | {f"space:{building}/{number}" for number in range(1, 5)} <= drawn
    rows = components().leeghwater.building_rows
    assert {f"site:{site.id}" for row in rows for site in row.sites} <= drawn


def test_a_module_that_is_not_played_is_not_drawn():
    works = set(elements(draw(start(external_works=True), NAMES)))
    buildings = set(elements(draw(start(private_buildings=True), NAMES)))
    assert "space:EW-1" in works
    assert "space:EW-1" not in buildings
    assert "site:PB1-a" in buildings
    assert "site:PB1-a" not in works


def test_the_legend_explains_the_signs_of_the_modules_that_are_played():
    state = drafted()
    svg = draw(state, NAMES)
    assert shown(ElementTree.fromstring(svg)) == shown(elements(svg)["legend"])
    assert "building" in shown(elements(svg)["legend"])


def test_nothing_of_the_modules_is_written_too_small_for_a_telephone():
    assert min(sizes(ElementTree.fromstring(draw(drafted(), NAMES)))) >= 23


@pytest.mark.rule("LP-2.7")
def test_building_sites_are_blocked_at_small_tables():
    looks = {}
    for seats in (2, 3, 4):
        svg = draw(start(seats), NAMES[:seats])
        looks[seats] = ["or more players" in said(svg, f"site:PB{row}-b") for row in range(1, 6)]
    assert looks == {2: [True] * 5, 3: [False] * 2 + [True] * 3, 4: [False] * 5}


@pytest.mark.rule("LP-4.4")
def test_buildings_show_whose_they_are_and_red_sites_are_red():
    state = drafted()
    state.built = {"PB2-a": 0}
    svg = draw(state, NAMES)
    company = components().company[state.companies[0].company].name
    assert said(svg, "site:PB2-a") == f"Building site PB2-a: {company}"
    assert words(svg, "site:PB2-a") == [company[0]]
    assert said(svg, "site:PB2-c") == "Red building site PB2-c: empty"


@pytest.mark.rule("LP-3.5")
def test_the_slot_of_a_fulfilled_work_shows_the_company_that_fulfilled_it():
    state = drafted()
    gone = state.displays["works"][1]
    state.displays["works"][1] = ""
    state.spaces["EW-2"] = [Crew(2, 2)]
    svg = draw(state, NAMES)
    assert f"work:{gone}" not in elements(svg)
    assert words(svg, "space:EW-2")[-1] == "×2"


def test_the_board_shows_the_names_by_which_texts_call_works_and_building_sites():
    state = drafted()
    svg = draw(state, NAMES)
    shown = re.findall(r">([^<>]+)</text>", svg)
    assert {"EW-1", "EW-2", "EW-3", "PB1", "PB5"} <= set(shown)
    assert said(svg, "space:EW-2").startswith("External works EW-2")
    assert words(svg, "site:PB1-c") == ["c"]


def test_works_show_their_cost_and_reward():
    state = start()
    state.displays["works"] = ["work-a1", "work-c2", ""]
    svg = draw(state, NAMES)
    assert said(svg, "work:work-c2") == ("external work for 5 concrete mixers (10 VP, 1 drop that flows immediately)")


@pytest.mark.rule("LP-5.2")
def test_a_private_building_describes_the_effect_of_its_action():
    svg = draw(start(), NAMES)
    for id in start().displays["buildings"]:
        name, *_, does = words(svg, f"building:{id}")
        assert said(svg, f"building:{id}") == f"{name}: {does}"
