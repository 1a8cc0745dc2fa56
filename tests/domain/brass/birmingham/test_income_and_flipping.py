"""Section 6: the progress track, flipping and income."""

import pytest

from domain.brass.birmingham import ruleset
from tests.domain.brass.birmingham.builder import Build, Develop, Game, Network, Sale, Sell, components


def level(space):
    return ruleset.accounts(Game().income_space(space).state)["income"][0]


@pytest.mark.rule("BB-6.1", "BB-6.2")
def test_every_track_space_belongs_to_a_level_from_minus_10_to_30():
    levels = [level(space) for space in range(100)]
    assert levels == sorted(levels)
    assert (levels[0], levels[10], levels[99]) == (-10, 0, 30)
    assert set(levels) == set(range(-10, 31))
    assert (levels[11], levels[12], levels[30], levels[31], levels[60], levels[61]) == (1, 1, 10, 11, 20, 21)


def sold_mill(space):
    game = Game().hand("stone").links("coalbrookdale-kidderminster", "coalbrookdale-shrewsbury").income_space(space)
    game.tile("kidderminster/1", "cotton_mill", 1)
    sale = Sale(slot="kidderminster/1", merchant="shrewsbury/0", beer=("shrewsbury/0",))
    game.play(Sell(card="stone", sales=(sale,)))
    return game


@pytest.mark.rule("BB-6.3", "BB-6.6")
def test_a_flipped_tile_advances_income_by_track_spaces_not_levels():
    game = sold_mill(20)
    assert game.state.board["kidderminster/1"].flipped
    assert game.player().income_space == 25
    assert ruleset.accounts(game.state)["income"][0] == 8


@pytest.mark.rule("BB-6.4", "BB-28.7", "BB-D.11")
def test_the_income_marker_stops_at_space_99():
    assert sold_mill(97).player().income_space == 99
    assert level(99) == 30


@pytest.mark.rule("BB-6.5")
def test_a_flipped_tile_is_not_sold_again():
    game = sold_mill(10)
    game.hand("stone").tile("dudley/0", "brewery", 1, cubes=1)
    again = Sale(slot="kidderminster/1", merchant="shrewsbury/0", beer=("dudley/0",))
    game.refuse("BB-6.5", Sell(card="stone", sales=(again,)))


@pytest.mark.rule("BB-6.5", "BB-19.1")
def test_a_tile_is_not_sold_twice_in_one_action():
    game = Game().hand("stone").links("coalbrookdale-kidderminster", "coalbrookdale-shrewsbury")
    game.tile("kidderminster/1", "cotton_mill", 1).tile("stone/0", "brewery", 1, cubes=1)
    first = Sale(slot="kidderminster/1", merchant="shrewsbury/0", beer=("shrewsbury/0",))
    second = Sale(slot="kidderminster/1", merchant="shrewsbury/0", beer=("stone/0",))
    game.refuse("BB-6.5", Sell(card="stone", sales=(first, second)))


@pytest.mark.rule("BB-6.6")
def test_producers_are_not_sold():
    game = Game().hand("stone").links("coalbrookdale-shrewsbury").tile("coalbrookdale/2", "coal_mine", 1, cubes=2)
    game.refuse("BB-6.6", Sell(card="stone", sales=(Sale(slot="coalbrookdale/2", merchant="shrewsbury/0"),)))


@pytest.mark.rule("BB-6.7", "BB-6.8")
def test_any_player_can_flip_a_mine_with_its_last_cube_and_its_owner_gets_the_income():
    game = Game().hand("dudley").tile("dudley/0", "coal_mine", 1, owner=1, cubes=1)
    game.play(Build(card="dudley", industry="iron_works", slot="dudley/1", coal=("dudley/0",)))
    assert game.state.board["dudley/0"].flipped
    assert game.player(1).income_space == 10 + 4
    assert game.player(0).income_space == 10


@pytest.mark.rule("BB-6.7")
def test_a_works_keeps_its_side_while_a_cube_is_left():
    game = Game().hand("stone", "leek").tile("dudley/1", "iron_works", 1, owner=1, cubes=2)
    game.play(Develop(card="stone", industries=("coal_mine",), iron=("dudley/1",)))
    assert not game.state.board["dudley/1"].flipped
    game.play(Develop(card="leek", industries=("coal_mine",), iron=("dudley/1",)))
    assert game.state.board["dudley/1"].flipped
    assert game.player(1).income_space == 13


@pytest.mark.rule("BB-6.7")
def test_a_brewery_flips_with_its_last_barrel():
    game = Game(era="rail").hand("stone").links("dudley-wolverhampton").tile("stone/0", "brewery", 2, cubes=1)
    game.links("birmingham-oxford", "birmingham-dudley", owner=1)
    game.play(
        Network(
            card="stone",
            links=("dudley-kidderminster", "cannock-wolverhampton"),
            coal=("market", "market"),
            beer="stone/0",
        )
    )
    assert game.state.board["stone/0"].flipped
    assert game.player().income_space == 15


@pytest.mark.rule("BB-6.9")
def test_points_above_100_are_counted_on():
    game = Game(era="rail").last_round().tile("kidderminster/1", "cotton_mill", 4, flipped=True)
    game.player().points = 95
    game.end_round()
    assert ruleset.standing(game.state).points[0] == 107


@pytest.mark.rule("BB-6.10", "BB-D.12")
def test_points_never_go_below_0():
    game = Game().money(0).income_space(5).end_of_round()
    game.player().points = 3
    game.end_round()
    assert (game.player().money, game.player().points) == (0, 0)


@pytest.mark.rule("BB-6.1")
def test_the_track_of_the_figures_has_100_spaces():
    assert len(components.income_track.level_at) == 100
