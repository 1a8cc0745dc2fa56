"""Sections 10 and 11: links and development."""

import pytest

from domain.brass.lancashire.model.facts import EraBegan
from domain.brass.model.facts import Laid, MatTile, Taken
from tests.domain.brass.lancashire.builder import Develop, Game, Network


def link(*lines, coal=()):
    return Network(card="port", links=lines, coal=coal)


@pytest.mark.rule("BL-10.2", "BL-10.5", "BL-D.4")
def test_one_canal_for_three_pounds():
    game = Game().hand("port", "port").tile("wigan/0", "coal_mine", cubes=2)
    fact = game.play(link("blackburn-wigan"))
    assert fact.links == (Laid(line="blackburn-wigan"),)
    assert game.state.links == {"blackburn-wigan": 0}
    assert (game.player().money, game.player().spent, game.player().links_left) == (197, 3, 13)
    assert game.state.board["wigan/0"].cubes == 2


@pytest.mark.rule("BL-10.5")
def test_never_two_canals_and_never_coal_for_one():
    game = Game().hand("port").tile("wigan/0", "coal_mine", cubes=2)
    game.refuse("BL-10.5", link("blackburn-wigan", "preston-wigan"))
    game.refuse("BL-10.7", link("blackburn-wigan", coal=("wigan/0",)))
    game.refuse("BL-10.5", link())


@pytest.mark.rule("BL-10.3")
def test_a_link_touches_the_network():
    game = Game().hand("port").tile("wigan/0", "coal_mine").tile("colne/0", "cotton_mill", owner=1)
    game.refuse("BL-10.3", link("burnley-colne"))
    assert link("preston-wigan") in game.offered()


@pytest.mark.rule("BL-10.4", "BL-D.5")
def test_with_nothing_on_the_board_no_link_can_be_placed():
    game = Game().hand("port")
    game.refuse("BL-10.4", link("burnley-colne"))
    assert not [command for command in game.offered() if isinstance(command, Network)]


@pytest.mark.rule("BL-10.6", "BL-10.7", "BL-D.4")
def test_one_railway_for_five_pounds_and_a_coal():
    game = Game(era="rail").hand("port").tile("wigan/0", "coal_mine", 2, cubes=2)
    game.refuse("BL-10.7", link("bolton-wigan"))
    fact = game.play(link("bolton-wigan", coal=("wigan/0",)))
    assert fact.price == 5
    assert game.player().money == 195
    assert game.state.board["wigan/0"].cubes == 1


@pytest.mark.rule("BL-10.6", "BL-10.7", "BL-6.1")
def test_two_railways_for_fifteen_pounds_and_the_coal_besides():
    game = Game(era="rail").hand("port").tile("liverpool/0", "port", 2).markets(coal=3)
    fact = game.play(link("liverpool-southport", "southport-wigan", coal=("market", "market")))
    assert fact.links == (
        Laid(line="liverpool-southport", coal=Taken(source="market", price=3)),
        Laid(line="southport-wigan", coal=Taken(source="market", price=4)),
    )
    assert game.player().spent == 15 + 7
    game.hand("port", "port", "port")
    game.refuse("BL-10.6", link("bolton-wigan", "bolton-bury", "blackburn-wigan", coal=("market",) * 3))


@pytest.mark.rule("BL-10.8", "BL-D.13")
def test_the_first_railway_opens_the_way_for_the_second():
    game = Game(era="rail").hand("port").tile("wigan/0", "coal_mine", 2, cubes=1)
    game.tile("manchester/0", "coal_mine", 2, owner=1, cubes=1)
    lines = ("bolton-wigan", "bolton-manchester")
    game.refuse("BL-10.3", link(*reversed(lines), coal=("manchester/0", "wigan/0")))
    fact = game.play(link(*lines, coal=("wigan/0", "manchester/0")))
    assert [laid.coal.flip.owner for laid in fact.links] == [0, 1]


@pytest.mark.rule("BL-10.9")
def test_one_link_on_a_line():
    game = Game(era="rail").hand("port").tile("wigan/0", "coal_mine", 2, cubes=3).links("bolton-wigan", owner=1)
    game.refuse("BL-10.9", link("bolton-wigan", coal=("wigan/0",)))
    game.refuse("BL-10.9", link("blackburn-wigan", "blackburn-wigan", coal=("wigan/0", "wigan/0")))


@pytest.mark.rule("BL-10.10", "BL-15.3")
def test_fourteen_link_tiles_in_each_era():
    game = Game().hand("port").tile("wigan/0", "coal_mine")
    game.player().links_left = 0
    game.refuse("BL-10.10", link("blackburn-wigan"))
    rail = Game(era="rail").hand("port").tile("wigan/0", "coal_mine", 2, cubes=3)
    rail.player().links_left = 1
    rail.refuse("BL-10.10", link("blackburn-wigan", "bolton-wigan", coal=("wigan/0", "wigan/0")))
    era = Game().links("blackburn-wigan", "bolton-bury").last_round()
    assert EraBegan in [type(fact) for fact in era.end_round()]
    assert era.player().links_left == 14
    assert era.state.links == {}


# Development


@pytest.mark.rule("BL-11.2", "BL-11.3", "BL-11.4")
def test_one_or_two_lowest_tiles_leave_the_game_for_an_iron_each():
    game = Game().hand("port", "port").markets(iron=2)
    fact = game.play(Develop(card="port", industries=("cotton_mill", "coal_mine"), iron=("market", "market")))
    assert fact.removed == (MatTile("cotton_mill", 1), MatTile("coal_mine", 1))
    assert game.player().mat["cotton_mill"][:3] == [1, 1, 2]
    assert game.player().mat["coal_mine"][0] == 2
    assert game.player().spent == 8
    game.play(Develop(card="port", industries=("port",), iron=("market",)))
    assert game.player().spent == 13


@pytest.mark.rule("BL-11.2")
@pytest.mark.parametrize("industries", [(), ("port", "port", "port")])
def test_a_network_action_builds_one_or_two_links(industries):
    game = Game().hand("port")
    game.refuse("BL-11.2", Develop(card="port", industries=industries, iron=("market",) * len(industries)))


@pytest.mark.rule("BL-11.3")
def test_the_second_tile_is_the_lowest_one_then_left():
    game = Game().hand("port").mat("coal_mine", 1, 2)
    fact = game.play(Develop(card="port", industries=("coal_mine", "coal_mine"), iron=("market", "market")))
    assert fact.removed == (MatTile("coal_mine", 1), MatTile("coal_mine", 2))
    game = Game().hand("port").mat("coal_mine", 4)
    game.refuse("BL-11.3", Develop(card="port", industries=("coal_mine", "coal_mine"), iron=("market", "market")))
    game.refuse("BL-11.3", Develop(card="port", industries=("brewery",), iron=("market",)))
