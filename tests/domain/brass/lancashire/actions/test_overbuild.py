"""Section 9: overbuilding."""

import pytest

from domain.brass.model.state import Tile
from tests.domain.brass.lancashire.builder import Build, Game


def mine(slot="wigan/0", **more):
    return Build(card="wigan", industry="coal_mine", slot=slot, **more)


@pytest.mark.rule("BL-9.1", "BL-9.6")
def test_a_tile_gives_way_to_the_same_industry_of_a_higher_level():
    game = Game().hand("bolton").mat("coal_mine", 2).mat("cotton_mill", 1).tile("bolton/0", "cotton_mill")
    game.refuse("BL-9.1", Build(card="bolton", industry="coal_mine", slot="bolton/0"))
    game.refuse("BL-9.6", Build(card="bolton", industry="cotton_mill", slot="bolton/0"))
    game = Game().hand("wigan").tile("wigan/0", "coal_mine", 1).mat("coal_mine", 2)
    fact = game.play(mine())
    assert fact.replaced == Tile(0, "coal_mine", 1, 0, False)
    assert fact.price == 7


@pytest.mark.rule("BL-9.1")
def test_card_and_network_are_judged_while_the_old_tile_is_there():
    game = Game().hand("coal_mine").mat("coal_mine", 2).tile("wigan/0", "coal_mine", 1)
    game.play(Build(card="coal_mine", industry="coal_mine", slot="wigan/0"))
    other = Game().hand("coal_mine").mat("coal_mine", 2).tile("wigan/0", "coal_mine", 1, owner=1, flipped=True)
    other.tile("colne/0", "cotton_mill").markets(coal=0)
    other.refuse("BL-8.2", Build(card="coal_mine", industry="coal_mine", slot="wigan/0"))


@pytest.mark.rule("BL-9.2", "BL-9.3")
@pytest.mark.parametrize("flipped", [False, True])
def test_any_own_tile_can_be_overbuilt_and_its_cubes_are_lost(flipped):
    cubes = 0 if flipped else 2
    game = Game().hand("wigan").mat("coal_mine", 2).tile("wigan/0", "coal_mine", 1, cubes=cubes, flipped=flipped)
    coal = game.state.coal_market
    game.play(mine())
    assert game.state.board["wigan/0"] == Tile(0, "coal_mine", 2, 3, False)
    assert game.state.coal_market == coal


@pytest.mark.rule("BL-9.2")
def test_own_mills_ports_and_shipyards_too():
    game = Game(era="rail").hand("lancaster").mat("cotton_mill", 3).tile("lancaster/1", "cotton_mill", 2, flipped=True)
    game.tile("lancaster/0", "port", 2)
    game.play(Build(card="lancaster", industry="cotton_mill", slot="lancaster/1", coal=("market",), iron=("market",)))
    game = Game(era="rail").hand("liverpool").mat("port", 3).tile("liverpool/0", "port", 2, flipped=True)
    game.play(Build(card="liverpool", industry="port", slot="liverpool/0"))
    game = Game(era="rail").hand("liverpool").mat("shipyard", 2).tile("liverpool/2", "shipyard", 1, flipped=True)
    game.tile("wigan/0", "coal_mine", 2, cubes=2).links("liverpool-wigan")
    game.play(Build(card="liverpool", industry="shipyard", slot="liverpool/2", coal=("wigan/0",), iron=("market",)))


@pytest.mark.rule("BL-9.4")
def test_others_mills_ports_and_shipyards_are_safe():
    game = Game(era="rail").hand("liverpool").mat("port", 3).tile("liverpool/0", "port", 2, owner=1, flipped=True)
    game.refuse("BL-9.4", Build(card="liverpool", industry="port", slot="liverpool/0"))


@pytest.mark.rule("BL-9.4", "BL-9.5", "BL-9.7", "BL-D.7")
def test_others_mines_only_when_no_coal_is_left_anywhere():
    def game(**market):
        found = Game().hand("wigan").mat("coal_mine", 2).tile("wigan/0", "coal_mine", 1, owner=1, flipped=True)
        return found.income_space(14, seat=1).markets(**market)

    said = game(coal=1).refuse("BL-9.5", mine())
    assert said == "You can't replace an opponent's coal mine while coal is left on any tile or in the market."
    game(coal=0).tile("oldham/0", "coal_mine", 1, owner=1, cubes=1).refuse("BL-9.5", mine())
    bare = game(coal=0)
    bare.player(1).points = 3
    bare.play(mine())
    assert bare.state.board["wigan/0"].owner == 0
    assert (bare.player(1).income_space, bare.player(1).points) == (14, 3)
    assert bare.player(1).mat["coal_mine"] == [1, 2, 2, 3, 3, 4, 4]


@pytest.mark.rule("BL-9.7", "BL-15.4")
def test_a_replaced_tile_does_not_score():
    game = Game().hand("bolton").mat("cotton_mill", 2).tile("bolton/0", "cotton_mill", 1, flipped=True)
    game.tile("bury/0", "coal_mine", 2, owner=1, cubes=2).links("bolton-bury", owner=1)
    game.play(Build(card="bolton", industry="cotton_mill", slot="bolton/0", coal=("bury/0",)))
    game.state.links = {}
    game.last_round()
    game.end_round()
    assert game.player().points == 0


@pytest.mark.rule("BL-9.8", "BL-D.25")
def test_one_own_tile_in_a_town_must_hold_afterwards():
    game = Game().hand("wigan").mat("coal_mine", 2, 3).tile("wigan/0", "coal_mine", 1)
    game.tile("wigan/1", "coal_mine", 1, owner=1, flipped=True).markets(coal=0)
    game.refuse("BL-9.8", mine("wigan/1"))
    game.play(mine("wigan/0"))
    alone = Game().hand("wigan").mat("coal_mine", 2).tile("wigan/1", "coal_mine", 1, owner=1, flipped=True)
    alone.markets(coal=0).play(mine("wigan/1"))


@pytest.mark.rule("BL-9.9", "BL-D.25")
def test_overbuilding_is_free_to_choose_while_a_space_is_empty():
    game = Game(era="rail").hand("wigan").mat("coal_mine", 3).tile("wigan/0", "coal_mine", 2, flipped=True)
    assert {mine("wigan/0", iron=("market",)), mine("wigan/1", iron=("market",))} <= game.offered()
    shared = Game(3, "rail").hand("lancaster").mat("port", 3).tile("lancaster/1", "port", 2)
    shared.play(Build(card="lancaster", industry="port", slot="lancaster/1"))
