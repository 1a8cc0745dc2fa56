"""Default choices after a player touches a part of the board."""

from domain.board_input import select
from domain.brass.birmingham import ruleset
from tests.domain.brass.birmingham.builder import Build, Game


def taken(game, *touched, picks):
    return [option.value for option in select(ruleset, game.state, 0, picks, touched).taken]


def of_goods(**options):
    """Two manufacturers and a brewery for both, connected to Gloucester by an opponent's links."""
    game = Game(era="rail", **options).hand("stone").tile("derby/0", "brewery", 2, cubes=2)
    game.links("birmingham-worcester", "gloucester-worcester", owner=1)
    return game.tile("birmingham/1", "manufacturer", 1).tile("birmingham/3", "manufacturer", 2)


def test_everything_is_sold_that_can_be_the_tile_of_most_vp_first():
    assert taken(of_goods(), picks=["sell"])[:2] == ["sell", "birmingham/3"]
    sold = [value for value in taken(of_goods(), picks=["sell"]) if value.startswith("birmingham")]
    assert sold == ["birmingham/3", "birmingham/1"]


def test_a_merchant_who_buys_less_comes_before_one_who_buys_everything():
    game = of_goods()
    assert {space: standing.tile for space, standing in game.state.merchants.items() if "gloucester" in space} == {
        "gloucester/0": "manufacturer_1",
        "gloucester/1": "all_goods",
    }
    assert "gloucester/0" in taken(game, picks=["sell"])[:3]
    game.state.merchants["gloucester/0"].tile, game.state.merchants["gloucester/1"].tile = "all_goods", "manufacturer_1"
    assert "gloucester/1" in taken(game, picks=["sell"])[:3]


def test_a_slot_is_built_on_rather_than_that_its_coal_is_taken():
    game = Game(era="rail").hand("coal_mine").tile("dudley/0", "coal_mine", 1, cubes=2).mat("coal_mine", 2, 3)
    found = select(ruleset, game.state, 0, (), ["slot:dudley/0"])
    assert isinstance(found.choice.command, Build)
    assert found.choice.command.slot == "dudley/0"
    assert [option.value for option in found.taken[0].among] == ["build", "network"]
