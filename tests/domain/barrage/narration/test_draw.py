"""Drawings: complete, well-formed, equal for equal views, and without anything the view hides."""

import re
from functools import cache
from itertools import islice
from xml.etree import ElementTree

import pytest

from domain.barrage import EDITION
from domain.barrage.engine.apply import initial
from domain.barrage.engine.pool import Expansion
from domain.barrage.engine.secrets import reimagine, view
from domain.barrage.model.changes import Segment
from domain.barrage.model.figures import figures
from domain.barrage.model.state import Crew, Dam
from domain.barrage.narration import space_names
from domain.barrage.rendering import draw, draw_seat
from domain.barrage.rendering.icons import ICONS
from domain.game import ruleset
from domain.message import plain
from domain.verifiable_random import Seeded
from tests.domain.barrage.playing import moves, set_up

NAMES = ["Ada", "Brunel", "Clara", "Darby"]
SVG = "{http://www.w3.org/2000/svg}"


def components():
    return figures.of(figures.current())


def elements(svg):
    """The parts that can be pointed at, by name."""
    return {
        part.attrib["data-element"]: part
        for part in ElementTree.fromstring(svg).iter()
        if "data-element" in part.attrib
    }


def said(svg, name):
    return elements(svg)[name].findtext(f"{SVG}title")


def words(svg, name):
    """The text in a part."""
    return [part.text for part in elements(svg)[name].iter(f"{SVG}text")]


def beginners(seats=4):
    return initial(set_up(seats, 1, rules="beginner"))


@cache
def positions(seats, **options):
    """Some positions of a random game, the last one near its end."""
    states = []
    for number, (state, *_) in enumerate(moves(seats, 2, **options)):
        if number % 50 == 49:
            states.append(view(state, 0))
    return states


def always_there(state):
    known = components()
    sites = (*known.base_sites, *known.powerhouse_sites, *known.conduit_sites)
    return (
        {f"site:{site.id}" for site in sites}
        | {f"basin:{basin}" for basin in known.basin}
        | {f"headstream:{headstream}" for headstream in "ABCD"}
        | {f"space:{row.id}/{side}" for row in known.rows for side in ("left", "right")}
        | {"space:BK", "objective"}
        | {f"bonus:{number}" for number in range(1, 6)}
        | {f"player:{seat}" for seat in range(len(state.companies))}
        | {f"contract:{id}" for slots in ("green", "yellow", "red", "national") for id in state.displays[slots] if id}
    )


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_board_is_complete_at_every_stage(seats):
    for state in [*positions(seats, rules="beginner")[::3], *positions(seats)[::3]]:
        drawn = elements(draw(state, NAMES[:seats]))
        assert always_there(state) <= set(drawn)
        assert all(part.findtext(f"{SVG}title") for part in drawn.values())


@pytest.mark.rule("BA-5.1", "BA-5.3", "BA-5.5", "BA-5.7")
def test_the_building_costs_are_there_to_be_read():
    svg = draw(beginners(), NAMES)
    assert words(svg, "cost:base") == ["5 / 4 / 3", "by area (mountain, hills, plains)"]
    assert said(svg, "cost:elevation") == "elevation: 4 / 3 / 2 concrete mixers, by area (mountain, hills, plains)"
    assert words(svg, "cost:conduit") == ["2", "per point of its value"]
    assert words(svg, "cost:powerhouse")[0] == "2 / 3 / 4 / 5"


def shown(part):
    """The icons in a part of a drawing."""
    names = {path: name for name, path in ICONS.items()}
    return {names[path.attrib["d"]] for path in part.iter(f"{SVG}path") if path.attrib["d"] in names}


def test_the_legend_explains_every_sign():
    for state in [positions(2, rules="beginner")[2], *positions(4)[::6]]:
        svg = draw(state, NAMES[: len(state.companies)])
        explained = shown(elements(svg)["legend"])
        assert shown(ElementTree.fromstring(svg)) == explained
        assert "building" not in explained
        for seat in range(len(state.companies)):
            assert shown(ElementTree.fromstring(draw_seat(state, seat, NAMES))) <= explained
    assert "Red frames: a space costs 3 extra credits; a site costs 3 extra." in words(svg, "legend")


@pytest.mark.parametrize("seats", [2, 4])
def test_the_area_of_a_seat_is_complete_at_every_stage(seats):
    for state in positions(seats)[::4]:
        for seat, company in enumerate(state.companies):
            drawn = elements(draw_seat(state, seat, NAMES[:seats]))
            expected = {f"contract:{id}" for id in company.contracts} | {f"tile:{id}" for id in company.tiles}
            expected |= {f"segment:{seat}/{number}" for number in range(6)}
            expected |= {f"space:CN-{number}/{seat}" for number in range(1, 5)}
            expected |= {f"officer:{company.officer}"} if company.officer else set()
            assert expected <= set(drawn) or not company.company


def names_in_texts(svg):
    """The names or numbers by which texts call the spaces of a drawing, by space."""
    for id in (name.removeprefix("space:") for name in elements(svg) if name.startswith("space:")):
        named = re.search(r"\b[A-Z]{2}-\w+|(?<=space )\d", plain(space_names.space(components(), id)))
        if named:
            yield id, named[0]


def test_spaces_carry_the_names_that_texts_use():
    state = positions(3, leeghwater=True)[-1]
    state.companies[0].officer = "mahiri_sekibo"
    found = set()
    board = ruleset("barrage").draw(state, NAMES[:3], plain)
    for svg in (board, *(draw_seat(state, seat, NAMES[:3]) for seat in range(3))):
        written = {part.text for part in ElementTree.fromstring(svg).iter(f"{SVG}text")}
        for id, named in names_in_texts(svg):
            assert named in (written if "-" in named else words(svg, f"space:{id}")), id
            found.add(id.partition("/")[0])
    assert {"CN-1", "CN-4", "TS-P2", "PO-3", "EW-2", "MH-2", state.displays["buildings"][0]} <= found


def test_the_same_view_is_drawn_the_same():
    state = positions(3)[4]
    assert draw(state, NAMES[:3]) == draw(state, NAMES[:3])
    assert draw_seat(state, 1, NAMES[:3]) == draw_seat(state, 1, NAMES[:3])


@pytest.mark.rule("BA-4.7", "BA-25.3")
def test_dams_show_whose_they_are_their_level_and_their_drops():
    state = beginners()
    state.dams["B6U"] = Dam(state.turn_order[0], 2, 1)
    svg = draw(state, NAMES)
    assert said(svg, "site:B6U") == "Dam B6U in basin 6: USA, level 2, 1 drop"
    assert words(svg, "site:B6U") == ["U", "1/2", "B6U"]
    assert said(svg, "site:B5U") == "Red base site B5U in basin 5: empty"
    neutral = next(site for site, dam in state.dams.items() if dam.level == 3)
    assert said(svg, f"site:{neutral}").endswith("neutral, level 3, 1 drop")
    state.dams["B6U"].level = 3
    state.companies[state.turn_order[0]].officer = "graziano_del_monte"
    assert words(draw(state, NAMES), "site:B6U") == ["U", "1/4", "B6U"]


def test_the_board_says_whose_turn_it_is_and_who_has_passed():
    state = beginners()
    first, second, *_ = state.turn_order
    state.companies[second].passed = True
    svg = draw(state, NAMES)
    assert said(svg, f"player:{first}").endswith(", to move")
    assert said(svg, f"player:{second}").endswith(", passed")
    head, name = [line.text for line in ElementTree.fromstring(svg).findall(f"{SVG}text")][:3:2]
    assert (head, name) == ("Round 1 of 5: actions", f"{NAMES[first]} · USA")


def test_occupied_red_sites_stay_marked():
    state = beginners()
    usa = state.turn_order[0]
    state.dams |= {"B1U": Dam(usa, 1, 0), "B1L": Dam(usa, 1, 0)}
    state.built |= {"P12-2": usa, "P12-1": usa}
    drawn = elements(draw(state, NAMES))
    marked = {
        name for name, part in drawn.items() for path in part.iter(f"{SVG}path") if "red" in path.get("class", "")
    }
    assert marked == {"site:B1U", "site:P12-2"}


def test_conduits_and_powerhouses_show_whose_they_are():
    state = beginners()
    germany = state.turn_order[1]
    state.built |= {"2B": germany, "P12-4": germany}
    svg = draw(state, NAMES)
    assert said(svg, "site:2B") == "Conduit 2B, value 5, from basin 2 to basin 10: Germany"
    assert words(svg, "site:2B") == ["5", "G", "2B"]
    assert said(svg, "site:3A") == "Conduit site 3A, value 4, from basin 3 to basin 5: empty"
    assert said(svg, "site:P12-4") == "Powerhouse P12-4 in basin 12: Germany"
    assert said(svg, "site:P12-3") == "Red powerhouse site P12-3 in basin 12: empty"
    assert said(svg, "site:P12-1") == "Powerhouse site P12-1 in basin 12: empty"


@pytest.mark.parametrize("built", [False, True])
def test_every_site_carries_the_name_by_which_texts_call_it(built):
    state = beginners()
    known, owner = components(), state.turn_order[0]
    if built:
        state.dams |= {site.id: Dam(owner, 3, 1) for site in known.base_sites}
        state.built |= {site.id: owner for site in (*known.powerhouse_sites, *known.conduit_sites)}
    svg = draw(state, NAMES)
    for site in (*known.base_sites, *known.powerhouse_sites, *known.conduit_sites):
        assert words(svg, f"site:{site.id}")[-1] == site.id
        assert site.id in said(svg, f"site:{site.id}")


def test_the_map_has_the_rounds_the_bonus_tiles_and_the_energy_track_and_the_offers_have_the_costs():
    state = positions(4)[3]
    drawings = {each.name: each.draw(state, NAMES, plain) for each in ruleset("barrage").drawings}
    rounds = {f"bonus:{number}" for number in range(1, 6)}
    assert {*rounds, "objective", "energy:0", "energy:29", "site:B1U"} <= set(elements(drawings["map"]))
    costs = {f"cost:{structure}" for structure in ("base", "elevation", "conduit", "powerhouse")}
    contracts = {f"contract:{id}" for slots in ("green", "yellow", "red") for id in state.displays[slots] if id}
    assert costs | contracts <= set(elements(drawings["offers"]))
    assert words(drawings["offers"], "cost:powerhouse") == ["2/3/4/5"]


@pytest.mark.rule("BA-4.14", "BA-7.7")
def test_headstreams_show_the_drops_that_wait():
    state = beginners()
    state.headstreams["C"] = 7
    assert said(draw(state, NAMES), "headstream:C").startswith(
        "Headstream C: 7 drops waiting. New drops in rounds 1 to 4"
    )
    assert "× 7" in words(draw(state, NAMES), "headstream:C")


def test_spaces_show_their_requirement_or_their_engineers():
    state = beginners()
    usa, germany = state.turn_order[:2]
    state.spaces = {"TS-P2/left": [Crew(usa, 2)], "BK": [Crew(usa, 1), Crew(germany, 2), Crew(usa, 4)]}
    svg = draw(state, NAMES)
    station = "Turbine station TS-P2, {} space (production +2)"
    assert said(svg, "space:TS-P2/left") == station.format("left") + ": USA (2 engineers)"
    assert said(svg, "space:TS-P2/right") == station.format("right") + ": needs 3 engineers and 3 credits"
    assert said(svg, "space:WS-1/left") == (
        "Workshop WS-1, left space (rotate the wheel by 1 segment): needs 1 engineer"
    )
    assert words(svg, "space:BK")[-4:] == ["U", "×5", "G", "×2"]


def test_an_action_shows_its_cost_and_its_minimum_number_of_players():
    two, four = (draw(beginners(seats), NAMES[:seats]) for seats in (2, 4))
    assert said(four, "row:WS-2") == "Workshop: rotate the wheel by 2 segments for 2 credits"
    assert said(two, "row:WS-2") == (
        "Workshop: rotate the wheel by 2 segments for 2 credits (only with 3 or more players)"
    )
    assert said(two, "row:WS-1") == said(four, "row:WS-1") == "Workshop: rotate the wheel by 1 segment"


def test_a_powerhouse_shows_its_bonus_on_productions_or_the_power():
    state = beginners()
    seat = next(seat for seat, each in enumerate(state.companies) if each.company == "usa")
    known, svg = components().company["usa"], draw_seat(state, seat, NAMES)
    for number in range(1, 5):
        bonus = known.production_bonus.get(number)
        expected = f"+{bonus} energy in every production" if bonus else "no income"
        if number == known.power_at:
            expected = "the company's power"
        assert said(svg, f"income:powerhouse/{number}") == f"powerhouse {number}: {expected}"


@pytest.mark.rule("BA-2.11")
def test_only_experts_see_a_patent_office():
    assert not any(name.startswith("space:PO") for name in elements(draw(beginners(), NAMES)))
    state = positions(4)[3]
    assert {"space:PO-1", "space:PO-2", "space:PO-3"} <= set(elements(draw(state, NAMES)))


def test_advanced_tiles_describe_their_effect():
    state = next(state for state in positions(4) if state.displays["patents"][0])
    id = state.displays["patents"][0]
    written = words(draw(state, NAMES), f"tile:{id}")
    assert " ".join(written).endswith(": ".join(said(draw(state, NAMES), f"tile:{id}").split(": ")[1:]))
    assert written[0] in {"I", "II", "III"}


def test_a_draft_shows_what_can_be_picked():
    state = initial(set_up(3, 1))
    drawn = set(elements(draw(state, NAMES[:3])))
    assert {f"company:{offer.company}" for offer in state.offers} <= drawn
    assert {f"contract:{contract}" for contract in state.starting_contracts} <= drawn
    assert "Ada has no company yet" in draw_seat(state, 0, NAMES[:3])
    names = list(elements(draw(state, NAMES[:3])))
    assert names.index(f"company:{state.offers[0].company}") < names.index("headstream:A"), "above the map"


@pytest.mark.rule("BA-11.12")
def test_energy_above_30_is_described():
    state = beginners()
    state.companies[0].energy = 37
    assert ">37<" in draw(state, NAMES)


@pytest.mark.rule("BA-20.4", "BA-20.6", "BA-20.7")
def test_the_energy_track_shows_its_rewards():
    svg = draw(beginners(), NAMES)
    assert said(svg, "energy:0") == "0 energy: 3 credits and −3 VP"
    assert said(svg, "energy:7") == "7 or more energy: 4 credits"
    assert words(svg, "energy:7") == ["7", "4"]
    assert [said(svg, f"bonus:{number}").split("; ")[1] for number in (1, 5)] == [
        "full bonus at 6 energy or more",
        "full bonus at 30 energy or more",
    ]
    assert "≥12" in words(svg, "bonus:2")


@pytest.mark.rule("BA-20.1", "BA-20.5", "BA-22.2")
def test_how_the_round_and_the_objective_would_be_scored_now():
    state = beginners()
    first, second, *others = state.turn_order
    state.companies[first].energy, state.companies[second].energy = 13, 7
    svg = draw(state, NAMES)
    assert words(svg, f"prospect:{first}")[2:4] == ["6", "5"]
    assert words(svg, f"prospect:{second}")[2:4] == ["2", "4"]
    assert words(svg, f"prospect:{others[0]}")[2:4] == ["−3", "3"]
    assert said(svg, f"prospect:{first}").startswith("USA if scored now: 6 VP and 5 credits for energy, ")
    state.finished = True
    assert not any(name.startswith("prospect:") for name in elements(draw(state, NAMES)))


def test_the_legend_fits_beside_the_board_with_letters_as_large_as_elsewhere():
    legend = next(each for each in ruleset("barrage").drawings if each.name == "signs").draw(beginners(), NAMES, plain)
    assert 'class="barrage narrow"' in legend
    width = float(re.search(r'viewBox="0 0 ([\d.]+) ', legend)[1])
    assert 26 * 336 / width >= 11  # pixels of the letters in the tab at 1280 by 720


def test_a_long_name_in_two_lines_is_as_legible_as_other_words_at_1280_by_720():
    state, names = beginners(), ["Bartholomew Kingsley-Hughes", *NAMES[1:]]
    for svg in (draw(state, names), draw_seat(state, 0, names)):
        sizes = [float(size) for size in re.findall(r'font-size="([\d.]+)"[^>]*>(?=Bartholomew|Hughes)', svg)]
        assert len(sizes) > 1
        assert min(sizes) * 0.432 >= 11


def test_objectives_differ_on_the_map():
    state = beginners()
    shown = set()
    for tile in components().objective_tiles:
        state.objective = tile.id
        shown.add(re.search(r'data-element="objective".*?</g>', draw(state, NAMES), re.DOTALL)[0].partition("<rect")[2])
    assert len(shown) == len(components().objective_tiles)


@pytest.mark.rule("BA-20.6", "BA-20.7", "BA-20.8", "BA-22.3")
def test_the_counts_of_bonus_tile_and_objective_are_shown_with_their_points():
    state = beginners(2)
    state.round, state.bonus_tiles, state.objective = 2, ["bonus-bases"] * 5, "objective-red-sites"
    state.dams |= {"B1U": Dam(0, 1, 0), "B2U": Dam(0, 1, 0), "B8L": Dam(1, 1, 0)}
    state.companies[0].built["base"], state.companies[1].built["base"] = 2, 1
    state.companies[0].energy, state.companies[1].energy = 12, 6
    svg = draw(state, NAMES[:2])
    assert words(svg, "prospect:0")[4:] == ["2 → 8", "2 → 15"]
    assert words(svg, "prospect:1")[4:] == ["1 → 0", "0 → 10"]


def test_the_wheel_and_the_incomes_revealed():
    state = beginners()
    usa = state.turn_order[0]
    company = state.companies[usa]
    company.wheel[2] = Segment(tile="basic-base", excavators=4, mixers=1)
    company.built["base"] = 2
    svg = draw_seat(state, usa, NAMES)
    content = "basic tile (base), excavators: 4, concrete mixers: 1"
    assert said(svg, f"segment:{usa}/2") == f"Segment that opens after 2 rotations: {content}"
    assert words(svg, f"segment:{usa}/2") == ["2", "4", "1"]
    assert said(svg, f"segment:{usa}/1") == "Segment that opens at the next rotation: empty"
    assert said(svg, f"segment:{usa}/0") == "Open segment of the wheel: empty"
    assert said(svg, "income:base/2") == "base 2: rotate the wheel by 1 segment"
    looks = [elements(svg)[f"income:base/{number}"].find(f"{SVG}rect").attrib["class"] for number in (2, 3)]
    assert looks == ["ba-done", "ba-space"]


def test_names_are_escaped():
    svg = draw(beginners(), ["<b>&", "B", 'C"', "D"])
    assert "<b>" not in svg
    assert "<b>" not in draw_seat(beginners(), 0, ["<b>&", "B", 'C"', "D"])
    assert said(svg, "player:0").startswith("<b>& (")


def sizes(part):
    return [float(line.attrib["font-size"]) for line in part.iter(f"{SVG}text")]


@pytest.mark.rule("BA-2.11")
def test_texts_of_powers_are_large_enough_for_a_mobile_phone():
    drawn = elements(draw(initial(set_up(4, 1)), NAMES))
    offers = [part for name, part in drawn.items() if name.startswith("company:")]
    assert len(offers) == 4
    assert all(size >= 26 for offer in offers for size in sizes(offer))
    state = positions(4)[2]
    for seat, company in enumerate(state.companies):
        lying = elements(draw_seat(state, seat, NAMES))
        assert min(sizes(lying[f"power:{seat}"])) >= 26
        assert min(sizes(lying[f"officer:{company.officer}"])) >= 26


@pytest.mark.parametrize("seats", [2, 4])
def test_nothing_is_written_too_small_for_a_telephone(seats):
    """A drawing of 1000 is some 350 pixels wide there: 23 are 8 pixels."""
    for state in [*positions(seats, rules="beginner")[::4], *positions(seats)[::4]]:
        drawings = [draw(state, NAMES[:seats]), *(draw_seat(state, seat, NAMES[:seats]) for seat in range(seats))]
        assert all(size >= 23 for svg in drawings for size in sizes(ElementTree.fromstring(svg)))


def test_a_long_power_is_broken_into_lines():
    state = beginners()
    usa = state.turn_order[0]
    svg = draw_seat(state, usa, NAMES)
    said_ = said(svg, f"power:{usa}")
    assert said_.startswith("With ")
    number, *broken = words(svg, f"power:{usa}")
    assert said_ == f"With {number} powerhouses: " + " ".join(broken)


@pytest.mark.rule("BA-2.8")
def test_the_drawings_tell_nothing_that_the_view_hides():
    for true, *_ in islice(moves(3, 4), 60, 90, 10):
        worlds = [reimagine(true, 0, Seeded(bytes([seed])), EDITION.all(Expansion).values()) for seed in (1, 2)]
        assert worlds[0].piles != worlds[1].piles
        first, second = (view(world, 0) for world in worlds)
        assert draw(first, NAMES[:3]) == draw(second, NAMES[:3])
        assert draw_seat(first, 0, NAMES[:3]) == draw_seat(second, 0, NAMES[:3])


@pytest.mark.rule("BA-25.11", "BA-25.15")
def test_the_officers_that_can_be_copied_and_the_one_that_is_are_named():
    state = beginners(2)
    state.companies[0].officer, state.spare_officers = "mahiri_sekibo", ["anton_krylov", "viktor_fiesler"]
    svg = draw_seat(state, 0, NAMES[:2])
    assert "Also available to copy: Anton Krylov, Viktor Fiesler" in svg
    assert {"space:MH-1", "space:MH-2"} <= set(elements(svg))
    assert "Copied this turn" not in svg
    state.companies[0].copied = "jill_mcdowell"
    assert "Copied this turn: Jill McDowell (" in draw_seat(state, 0, NAMES[:2])
    assert "Also available" not in draw_seat(state, 1, NAMES[:2])


def test_how_much_is_left_of_the_piles():
    state = positions(4)[3]
    svg = draw(state, NAMES)
    left = [str(len(state.piles[colour])) for colour in ("green", "yellow", "red")]
    assert f"in the piles: {', '.join(left)})<" in svg
    assert f"Patent office ({len(state.piles['patents'])} tiles in the pile)<" in svg


BOLD = 0.63
"""The widest a bold letter of a name is on average, in ems: Graziano Del Monte takes 0.62, measured in a browser."""


def test_in_a_draft_no_name_overlaps_its_description():
    names = [officer.name for officer in components().officer.values()]
    drawn = elements(draw(initial(set_up(4, 1)), NAMES))
    offer = next(part for name, part in drawn.items() if name.startswith("company:"))
    named, described = (
        [line for line in offer.iter(f"{SVG}text") if line.attrib.get("class") == look]
        for look in ("ba-start ba-strong", "ba-start")
    )
    room = min(float(line.attrib["x"]) for line in described) - float(named[0].attrib["x"])
    assert max(map(len, names)) * BOLD * float(named[0].attrib["font-size"]) < room


def test_a_production_without_bonus_names_none():
    svg = draw(beginners(), NAMES)
    assert said(svg, "row:TS-0") == "Turbine station: production"
    assert said(svg, "row:TS-P1") == "Turbine station: production +1"
