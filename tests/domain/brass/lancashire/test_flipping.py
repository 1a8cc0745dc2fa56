"""Section 7: flipping tiles, income and VP, and their display on the board (1.5, 1.8)."""

import pytest

from domain.brass.lancashire import ruleset
from domain.brass.model.facts import Flip
from tests.domain.brass.lancashire.builder import Build, Develop, Game, Sell


@pytest.mark.rule("BL-1.5", "BL-8.7")
def test_a_tile_is_built_unflipped():
    game = Game().hand("bolton")
    game.play(Build(card="bolton", industry="cotton_mill", slot="bolton/0"))
    assert not game.state.board["bolton/0"].flipped


@pytest.mark.rule("BL-7.1", "BL-12.4")
def test_mills_and_ports_are_flipped_by_selling():
    game = Game().hand("lancaster").tile("lancaster/1", "cotton_mill").tile("lancaster/0", "port")
    game.play(Sell(card="lancaster", slot="lancaster/1", to="lancaster/0"))
    assert game.state.board["lancaster/0"].flipped
    assert game.state.board["lancaster/1"].flipped


@pytest.mark.rule("BL-7.2", "BL-7.4")
def test_the_last_cube_flips_a_tile_in_another_players_turn():
    game = Game(3).hand("port").tile("bolton/2", "iron_works", 2, owner=2, cubes=1).income_space(20, seat=2)
    fact = game.play(Develop(card="port", industries=("port",), iron=("bolton/2",)))
    assert fact.iron[0].flip == Flip(owner=2, income_from=20, income_to=23)
    assert game.state.board["bolton/2"].flipped
    assert game.player(2).income_space == 23
    assert game.player().income_space == 10


@pytest.mark.rule("BL-7.2")
def test_cubes_left_keep_a_tile_unflipped():
    game = Game().hand("port").tile("bolton/2", "iron_works", 2, cubes=2)
    game.play(Develop(card="port", industries=("port",), iron=("bolton/2",)))
    assert not game.state.board["bolton/2"].flipped


@pytest.mark.rule("BL-7.3", "BL-8.23")
@pytest.mark.parametrize(("era", "level", "spaces"), [("canal", 1, 2), ("rail", 2, 1)])
def test_a_shipyard_is_flipped_when_it_is_built(era, level, spaces):
    game = Game(era=era).hand("liverpool").mat("shipyard", level).tile("liverpool/0", "port", 2, owner=1)
    fact = game.play(
        Build(card="liverpool", industry="shipyard", slot="liverpool/2", coal=("market",), iron=("market",))
    )
    assert fact.flip == Flip(owner=0, income_from=10, income_to=10 + spaces)
    assert game.state.board["liverpool/2"].flipped
    assert game.player().income_space == 10 + spaces


@pytest.mark.rule("BL-7.4")
def test_a_flip_advances_the_marker_by_spaces_not_by_levels():
    game = Game().hand("lancaster").tile("lancaster/1", "cotton_mill", 3).tile("lancaster/0", "port", 1, owner=1)
    game.income_space(31)
    game.play(Sell(card="lancaster", slot="lancaster/1", to="lancaster/0"))
    assert game.player().income_space == 34
    assert ruleset.accounts(game.state)["income"] == [12, 2]


@pytest.mark.rule("BL-7.5", "BL-D.17")
def test_the_marker_stops_on_the_last_space():
    game = Game().hand("lancaster").tile("lancaster/1", "cotton_mill").tile("lancaster/0", "port")
    game.income_space(97)
    game.play(Sell(card="lancaster", slot="lancaster/1", to="lancaster/0"))
    assert game.player().income_space == 99
    assert ruleset.accounts(game.state)["income"][0] == 30


@pytest.mark.rule("BL-7.6", "BL-15.7")
def test_a_flipped_tile_scores_in_both_eras():
    game = Game().tile("lancaster/0", "port", 3, flipped=True).last_round()
    game.end_round()
    assert game.player().points == 6
    assert game.state.board["lancaster/0"].flipped
    game.last_round()
    game.money(0).end_round()
    assert game.player().points == 12


@pytest.mark.rule("BL-7.7")
def test_points_go_beyond_ninety_nine():
    game = Game().tile("liverpool/2", "shipyard", 2, flipped=True).last_round()
    game.player().points = 95
    game.end_round()
    assert game.player().points == 113
    assert ruleset.standing(game.state).points == [113, 0]
