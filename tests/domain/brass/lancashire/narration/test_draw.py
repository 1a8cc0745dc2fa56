"""Drawings: complete, well-formed, equal for equal views, and without anything the view hides."""

from xml.etree import ElementTree

import pytest

from domain.brass.lancashire import ruleset
from domain.brass.lancashire.rendering import BOARD, draw_seat, draw_seat_preview
from domain.game import HIDDEN
from domain.verifiable_random import Seeded
from tests.domain.brass.lancashire.builder import Game, components
from tests.domain.brass.lancashire.playing import replay, whole_game

NAMES = ["Ada", "Brunel", "Clara", "Darby"]
SVG = "{http://www.w3.org/2000/svg}"


def position(seats, facts, seed=1):
    """A position some facts into a random game."""
    return replay(whole_game(seats, seed)[: facts + 1])


def elements(svg):
    """The parts that can be pointed at, by name."""
    return {
        part.attrib["data-element"]: part
        for part in ElementTree.fromstring(svg).iter()
        if "data-element" in part.attrib
    }


def said(svg, name):
    return elements(svg)[name].findtext(f"{SVG}title")


@pytest.mark.parametrize(("seats", "facts"), [(2, 0), (3, 60), (4, 140), (4, 10000)])
def test_the_board_is_complete_at_every_stage(seats, facts):
    drawn = elements(BOARD.draw(ruleset.view(position(seats, facts), 0), NAMES[:seats]))
    parts = {f"slot:{place}/{number}" for place, slots in components.slots.items() for number in range(len(slots))}
    parts |= {f"link:{line}" for line in components.line} | {f"player:{seat}" for seat in range(seats)}
    parts |= {"market:coal", "market:iron", "market:distant"}
    assert parts <= set(drawn)
    assert all(part.findtext(f"{SVG}title") for part in drawn.values())


def test_tiles_and_links_show_their_owner_and_remaining_cubes():
    game = Game(4).tile("wigan/0", "coal_mine", 2, owner=1, cubes=3).tile("colne/0", "cotton_mill", 3, flipped=True)
    svg = BOARD.draw(game.links("burnley-colne", owner=3).state, NAMES)
    assert said(svg, "slot:wigan/0") == (
        "Wigan: Brunel's level 2 Coal Mine, 3 left; when flipped, gives 2 VP, 7 income spaces, 1 link icon"
    )
    assert said(svg, "slot:colne/0") == "Colne: Ada's level 3 Cotton Mill, flipped: 9 VP, 1 link icon"
    assert said(svg, "link:burnley-colne") == "Burnley to Colne: Darby's link, 1 VP so far"


@pytest.mark.rule("BL-16.1", "BL-16.2")
def test_the_drawings_tell_nothing_that_the_view_hides():
    state = position(4, 30)
    for viewer in (0, "spectator"):
        worlds = [ruleset.reimagine(state, viewer, Seeded(bytes([seed]) * 32)) for seed in (1, 2)]
        assert worlds[0].deck != worlds[1].deck
        one, other = (ruleset.view(world, viewer) for world in worlds)
        assert BOARD.draw(one, NAMES) == BOARD.draw(other, NAMES)
        for seat in range(4):
            assert draw_seat(one, seat, NAMES) == draw_seat(other, seat, NAMES)


def test_a_seat_sees_its_mat_and_its_own_hand_only():
    state = position(3, 0)
    own = elements(draw_seat(ruleset.view(state, 2), 2, NAMES))
    assert {f"card:{card}" for card in state.players[2].hand} <= set(own)
    assert {f"mat:{industry}" for industry in components.tiles} <= set(own)
    other = draw_seat(ruleset.view(state, 0), 2, NAMES)
    assert not [name for name in elements(other) if name.startswith("card:")]
    assert HIDDEN not in other


def test_a_preview_crosses_out_the_discarded_card():
    before, after = position(3, 0), position(3, 0)
    gone = after.players[2].hand.pop(3)
    drawn = draw_seat_preview(ruleset.view(before, 2), ruleset.view(after, 2), 2, NAMES)
    assert said(drawn, f"card:{gone}") == f"{components.names[gone]} will be discarded"
    assert drawn.count("bb-cross") - draw_seat(ruleset.view(before, 2), 2, NAMES).count("bb-cross") == 1
