"""Drawings: complete, well-formed, equal for equal views, and without anything the view hides."""

import random
import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from domain.brass.birmingham import ruleset
from domain.brass.birmingham.model.components import figures
from domain.brass.birmingham.rendering import BOARD, draw_seat, draw_seat_preview
from domain.brass.model.state import Tile
from domain.brass.rendering.track import APART, LEFT, RIGHT, spread
from domain.game import HIDDEN, Table
from domain.verifiable_random import Seeded

NAMES = ["Ada", "Brunel", "Clara", "Darby"]
SVG = "{http://www.w3.org/2000/svg}"


def position(seats=4, actions=0, seed=1):
    """A position some random actions into a game."""
    table = Table(seats=seats, figures=ruleset.current_figures())
    state = ruleset.initial(ruleset.setup(table, Seeded(bytes([seed]) * 32)))
    numbers = random.Random(seed)
    while actions and not state.finished:
        seat = ruleset.to_act(state)[0].seat
        for fact in ruleset.decide(state, seat, ruleset.bots["random"](ruleset, state, seat, numbers)):
            ruleset.apply(state, fact)
        actions -= 1
    return state


def elements(svg):
    """The parts that can be pointed at, by name."""
    return {
        part.attrib["data-element"]: part
        for part in ElementTree.fromstring(svg).iter()
        if "data-element" in part.attrib
    }


def said(svg, name):
    return elements(svg)[name].findtext(f"{SVG}title")


@pytest.mark.parametrize(("seats", "actions"), [(2, 0), (3, 40), (4, 90), (4, 1000)])
def test_the_board_is_complete_at_every_stage(seats, actions):
    state = position(seats, actions)
    components_of_board = (
        {f"slot:{place}/{number}" for place, slots in components().slots.items() for number in range(len(slots))}
        | {f"place:{place}" for place in components().places}
        | {f"link:{line.id}" for line in components().lines}
        | {f"merchant:{merchant.id}/{space}" for merchant in components().merchants for space in range(merchant.spaces)}
        | {"market:coal", "market:iron", "deck", "pile:wild_location", "pile:wild_industry"}
        | {f"{part}:{seat}" for part in ("player", "income") for seat in range(seats)}
        | {"track"}
    )
    drawn = elements(BOARD.draw(ruleset.view(state, 0), NAMES[:seats]))
    assert set(drawn) == components_of_board
    assert all(part.findtext(f"{SVG}title") for part in drawn.values())


def components():
    return figures.of(figures.current())


def test_the_same_view_is_drawn_the_same():
    view = ruleset.view(position(actions=60), 1)
    assert BOARD.draw(view, NAMES) == BOARD.draw(view, NAMES)
    assert draw_seat(view, 1, NAMES) == draw_seat(view, 1, NAMES)


def test_tiles_and_links_show_their_owner_and_remaining_cubes():
    state = position()
    state.board["dudley/0"] = Tile(owner=1, industry="coal_mine", level=2, cubes=3)
    state.board["leek/0"] = Tile(owner=2, industry="cotton_mill", level=3, flipped=True)
    state.board["stone/0"] = Tile(owner=0, industry="cotton_mill", level=1)
    state.links["birmingham-oxford"] = 3
    svg = BOARD.draw(state, NAMES)
    assert said(svg, "slot:dudley/0") == (
        "Dudley: Brunel's level 2 Coal Mine, 3 left; when flipped, gives 2 VP, 7 income spaces, 1 link icon"
    )
    assert said(svg, "slot:leek/0") == "Leek: Clara's level 3 Cotton Mill, flipped: 9 VP, 1 link icon"
    assert said(svg, "slot:stone/0") == (
        "Stone: Ada's level 1 Cotton Mill, unflipped; when flipped, gives 5 VP, 5 income spaces, 1 link icon"
    )
    assert said(svg, "slot:belper/0") == "Belper: empty slot for Cotton Mill or Manufacturer"
    assert said(svg, "link:birmingham-oxford") == "Birmingham to Oxford: Darby's link, 2 VP so far"
    assert said(svg, "link:belper-leek") == "Belper to Leek: rail line"


def test_places_tell_the_points_of_a_link_and_merchants_their_bonus():
    state = position()
    state.board["leek/0"] = Tile(owner=2, industry="cotton_mill", level=3, flipped=True)
    state.board["leek/1"] = Tile(owner=1, industry="cotton_mill", level=3)
    svg = BOARD.draw(state, NAMES)
    assert said(svg, "place:leek") == "Leek: 1 VP for each link here so far"
    assert said(svg, "place:stone") == "Stone: 0 VP for each link here so far"
    bonuses = {
        merchant.id: said(svg, f"place:{merchant.id}").rpartition(": ")[2] for merchant in components().merchants
    }
    assert bonuses == {
        "shrewsbury": "4 VP",
        "gloucester": "develop 1 tile without iron",
        "oxford": "2 income spaces",
        "warrington": "£5",
        "nottingham": "3 VP",
    }
    assert said(svg, "place:oxford").startswith("Oxford: 2 VP for each link here;")
    buying = [
        words for space in ("oxford/0", "oxford/1") if "buys nothing" not in (words := said(svg, f"merchant:{space}"))
    ]
    assert all(words.endswith("beer available; bonus for the beer: 2 income spaces") for words in buying)


def test_the_progress_track_tells_levels_and_distances():
    state = position()
    for player, space in zip(state.players, (10, 11, 12, 97), strict=True):
        player.income_space = space
    svg = BOARD.draw(state, NAMES)
    assert [said(svg, f"income:{seat}") for seat in range(4)] == [
        "Ada: income level 0; 1 space to the next level",
        "Brunel: income level 1; 2 spaces to the next level",
        "Clara: income level 1; 1 space to the next level",
        "Darby: income level 30, the highest",
    ]
    mat = draw_seat(state, 1, NAMES)
    assert "Income level 1, next level in 2 spaces" in mat
    assert "Income level 30, the highest" in draw_seat(state, 3, NAMES)
    assert said(mat, "points:1") == "0 VP"


def test_marks_on_the_track_do_not_cover_each_other():
    state = position()
    for spaces in ((10, 10, 10, 10), (99, 99, 98, 99), (0, 0, 1, 0), (50, 51, 52, 53)):
        for player, space in zip(state.players, spaces, strict=True):
            player.income_space = space
        places = sorted(x for _, x in spread({seat: middle(space) for seat, space in enumerate(spaces)}.items()))
        assert all(later - earlier >= APART - 0.01 for earlier, later in pairwise(places))
        assert places[0] >= LEFT and places[-1] <= RIGHT


def middle(space):
    return LEFT + (RIGHT - LEFT) / 100 * (space + 0.5)


@pytest.mark.parametrize(
    "name",
    [
        "W" * 30,
        "Brunel the Greatest of Engines",
        "Isambard",
        "가나다라마바사아자차카타파하가나다라마바사아자차카타파하가나",
    ],
)
def test_names_of_thirty_letters_are_complete(name):
    names = [name, "B", "C", "D"]
    for svg in (BOARD.draw(position(), names), draw_seat(position(), 0, names)):
        words = "".join("".join(part.itertext()) for part in ElementTree.fromstring(svg).iter(f"{SVG}text"))
        assert name.replace(" ", "") in words.replace(" ", "")


def test_markets_tell_their_cubes_and_the_next_price():
    state = position()
    assert said(BOARD.draw(state, NAMES), "market:coal") == "Coal market: 13 cubes; the next costs £1"
    state.coal_market, state.iron_market = 12, 0
    svg = BOARD.draw(state, NAMES)
    assert said(svg, "market:coal") == "Coal market: 12 cubes; the next costs £2"
    assert said(svg, "market:iron") == "Iron market: 0 cubes; the next costs £6"


def test_names_are_escaped():
    svg = BOARD.draw(position(), ["<b>&", "B", 'C"', "D"])
    assert "<b>" not in svg
    assert said(svg, "player:0").startswith("<b>&: 0 VP")


@pytest.mark.rule("BB-4.9")
def test_the_drawings_tell_nothing_that_the_view_hides():
    state = position(actions=20)
    for viewer in (0, "spectator"):
        worlds = [ruleset.reimagine(state, viewer, Seeded(bytes([seed]) * 32)) for seed in (1, 2)]
        assert worlds[0].deck != worlds[1].deck
        views = [ruleset.view(world, viewer) for world in worlds]
        assert BOARD.draw(views[0], NAMES) == BOARD.draw(views[1], NAMES)
        for seat in range(4):
            assert draw_seat(views[0], seat, NAMES) == draw_seat(views[1], seat, NAMES)


def test_a_seat_sees_its_mat_and_its_own_hand_only():
    state = position()
    own = elements(draw_seat(ruleset.view(state, 2), 2, NAMES))
    assert {f"card:{card}" for card in state.players[2].hand} <= set(own)
    assert {f"mat:{industry}" for industry in components().tiles} <= set(own)
    other = draw_seat(ruleset.view(state, 0), 2, NAMES)
    assert not [name for name in elements(other) if name.startswith("card:")]
    assert "8 cards not shown" in other
    assert HIDDEN not in other


def cards(svg):
    """The cards of a hand in order, each with its place and its content."""
    drawn = re.findall(r'translate\(([^)]*)\)"><g class="part" data-element="card:([^"]+)">(.*?)</g></g>', svg)
    return [(card, place, content) for place, card, content in drawn]


def test_a_preview_crosses_out_the_discarded_card_and_leaves_the_others_as_they_are():
    before = ruleset.view(position(), 2)
    after = ruleset.view(position(), 2)
    hand = after.players[2].hand
    hand[5] = hand[2]
    before.players[2].hand[5] = hand[2]
    hand.remove(gone := hand[1])
    hand.remove(twin := hand[1])
    hand.append("wild_location")
    drawn = cards(draw_seat_preview(before, after, 2, NAMES))
    assert [card for card, *_ in drawn] == [*before.players[2].hand, "wild_location"]
    crossed = [place for place, (_, _, content) in enumerate(drawn) if "bb-cross" in content]
    assert crossed == [1, 5]
    now = cards(draw_seat(before, 2, NAMES))
    assert [each for place, each in enumerate(drawn[:-1]) if place not in crossed] == [
        each for place, each in enumerate(now) if place not in crossed
    ]
    for place, card in zip(crossed, (gone, twin), strict=True):
        assert drawn[place][2].startswith(f"<title>{components().names[card]} will be discarded</title>")
    assert cards(draw_seat_preview(before, after, 0, NAMES)) == []


def test_a_mat_looks_the_same_below_a_hand_of_another_height():
    before, after = ruleset.view(position(), 2), ruleset.view(position(), 2)
    after.players[2].hand += ["wild_location", "wild_industry"]
    (now, then) = (
        re.findall(r'<g class="part" data-element="mat:.*?</g>(?=<g transform|</svg>)', svg, re.DOTALL)
        for svg in (draw_seat(before, 2, NAMES), draw_seat_preview(before, after, 2, NAMES))
    )
    assert len(now) == len(components().tiles)
    assert then == now


def test_a_mat_shows_the_next_tile_of_each_stack():
    state = position()
    state.players[0].mat["iron_works"] = []
    svg = draw_seat(state, 0, NAMES)
    assert said(svg, "mat:pottery") == (
        "Pottery level 1: costs £17, 1 iron; needs 1 beer barrel to sell; "
        "when flipped, gives 10 VP, 5 income spaces, 1 link icon"
    )
    assert said(svg, "mat:iron_works") == "Iron Works: no tiles left"
