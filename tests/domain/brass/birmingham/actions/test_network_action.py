"""Section 17: placing links."""

import pytest

from tests.domain.brass.birmingham.builder import Game, Network, components


def canal(line, **fields):
    return Network(card="stone", links=(line,), **fields)


def rail(*lines, coal=None, beer=None):
    return Network(card="stone", links=lines, coal=coal or ("market",) * len(lines), beer=beer)


def lines_offered(game, number=1):
    return {
        command.links for command in game.offered() if isinstance(command, Network) and len(command.links) == number
    }


def rail_game(*lines):
    """Return a game in the rail era with links and a brewery of the seat, and access to the coal market."""
    game = Game(era="rail").hand("stone").links("birmingham-oxford", *lines)
    return game.tile("derby/0", "brewery", 2, cubes=2)


@pytest.mark.rule("BB-17.1")
def test_links_are_placed_with_any_card():
    game = Game().hand("stone", "pottery", "wild_industry")
    cards = {command.card for command in game.offered() if isinstance(command, Network)}
    assert cards == {"stone", "pottery", "wild_industry"}
    game.play(canal("birmingham-dudley"))
    assert game.state.links == {"birmingham-dudley": 0}
    assert game.player().links_left == 13


@pytest.mark.rule("BB-17.1")
def test_there_are_links_on_printed_lines_only():
    Game().hand("stone").refuse("BB-17.1", canal("birmingham-london"))


@pytest.mark.rule("BB-17.2")
@pytest.mark.parametrize("owner", [0, 1])
def test_a_line_holds_one_link_of_any_player(owner):
    game = Game().hand("stone").tile("birmingham/1", "manufacturer", 1).links("birmingham-dudley", owner=owner)
    game.refuse("BB-17.2", canal("birmingham-dudley"))
    two = rail_game()
    two.refuse("BB-17.2", rail("birmingham-dudley", "birmingham-dudley", beer="derby/0"))


@pytest.mark.rule("BB-17.3", "BB-17.4")
def test_in_the_canal_era_one_canal_link_for_3_pounds():
    game = Game().hand("stone", "stone")
    assert {links[0] for links in lines_offered(game)} == {line.id for line in components.lines_of["canal"]}
    game.refuse("BB-17.3", canal("birmingham-nuneaton"))
    game.refuse("BB-17.4", Network(card="stone", links=("birmingham-dudley", "dudley-wolverhampton")))
    game.refuse("BB-17.4", Network(card="stone", links=()))
    game.refuse("BB-17.9", canal("birmingham-dudley", coal=("market",)))
    game.refuse("BB-17.6", canal("birmingham-dudley", beer="derby/0"))
    game.play(canal("birmingham-dudley"))
    assert game.player().money == 200 - 3


@pytest.mark.rule("BB-17.5", "BB-17.6")
def test_in_the_rail_era_one_link_for_5_pounds():
    game = rail_game().tile("walsall/1", "brewery", 2, cubes=1)
    game.refuse("BB-17.5", rail("burton_on_trent-walsall"))
    game.refuse("BB-17.6", rail("birmingham-dudley", "birmingham-nuneaton", "birmingham-redditch", beer="derby/0"))
    game.refuse("BB-17.6", rail("birmingham-dudley", beer="derby/0"))
    fact = game.play(rail("birmingham-redditch"))
    assert (fact.price, fact.beer) == (5, None)
    assert game.player().money == 200 - 5 - 1


@pytest.mark.rule("BB-17.6", "BB-17.16")
def test_or_two_links_for_15_pounds_and_a_barrel_as_one_action_with_one_card():
    game = rail_game().hand("stone", "leek")
    fact = game.play(rail("birmingham-dudley", "birmingham-nuneaton", beer="derby/0"))
    assert fact.price == 15
    assert game.player().money == 200 - 15 - 1 - 2
    assert game.state.board["derby/0"].cubes == 1
    assert game.state.actions_left == 1
    assert game.player().hand == ["leek"]
    assert game.player().links_left == 11


@pytest.mark.rule("BB-17.7")
def test_a_link_must_touch_the_network():
    game = Game().hand("stone").links("birmingham-dudley").links("stafford-stone", owner=1)
    assert all({"birmingham", "dudley"} & set(components.line[links[0]].ends) for links in lines_offered(game))
    game.refuse("BB-17.7", canal("stoke_on_trent-stone"))
    game.play(canal("dudley-kidderminster"))


@pytest.mark.rule("BB-17.7")
def test_a_tile_is_enough_to_touch():
    game = Game().hand("stone").tile("leek/0", "cotton_mill", 1)
    game.play(canal("leek-stoke_on_trent"))


@pytest.mark.rule("BB-17.8", "BB-15.1")
def test_with_nothing_on_the_board_the_first_link_goes_anywhere():
    game = Game(era="rail").hand("stone").tile("leek/1", "coal_mine", 2, owner=1, cubes=3)
    game.refuse("BB-8.13", rail("birmingham-dudley", coal=("leek/1",)))
    game.play(rail("leek-stoke_on_trent", coal=("leek/1",)))


@pytest.mark.rule("BB-17.8")
def test_but_the_second_of_two_must_touch_the_first():
    game = Game(era="rail").hand("stone").tile("leek/1", "coal_mine", 2, owner=1, cubes=3)
    game.tile("leek/0", "cotton_mill", 2, owner=1).tile("uttoxeter/0", "brewery", 2, owner=1, cubes=2)
    game.links("derby-uttoxeter", "belper-derby", owner=1)
    two = rail("leek-stoke_on_trent", "derby-nottingham", coal=("leek/1", "market"), beer="uttoxeter/0")
    game.refuse("BB-17.8", two)
    pairs = lines_offered(game, 2)
    assert pairs
    assert all(set(components.line[one].ends) & set(components.line[other].ends) for one, other in pairs)
    game.play(rail("leek-stoke_on_trent", "belper-leek", coal=("leek/1", "leek/1"), beer="uttoxeter/0"))


@pytest.mark.rule("BB-17.9")
def test_each_rail_link_needs_its_own_coal():
    game = rail_game()
    two = rail("birmingham-dudley", "birmingham-nuneaton", coal=("market",), beer="derby/0")
    game.refuse("BB-17.9", two)
    game.play(rail("birmingham-dudley", "birmingham-nuneaton", beer="derby/0"))
    assert game.state.coal_market == 11


@pytest.mark.rule("BB-17.10", "BB-D.27")
def test_two_links_are_placed_one_after_the_other():
    game = rail_game("birmingham-nuneaton")
    ahead = rail("dudley-wolverhampton", "birmingham-dudley", beer="derby/0")
    game.refuse("BB-17.7", ahead)
    game.play(rail("birmingham-dudley", "dudley-wolverhampton", beer="derby/0"))


@pytest.mark.rule("BB-17.10", "BB-D.27")
def test_the_price_of_15_pounds_is_due_at_the_start():
    game = rail_game().money(17)
    game.refuse("BB-1.14", rail("birmingham-dudley", "dudley-wolverhampton", beer="derby/0"))
    assert lines_offered(game, 2) == set()
    game.money(18)
    game.play(rail("birmingham-dudley", "dudley-wolverhampton", beer="derby/0"))
    assert game.player().money == 0


@pytest.mark.rule("BB-17.6", "BB-8.8")
def test_with_coal_from_mines_15_pounds_are_enough_for_two_links():
    game = rail_game().tile("dudley/0", "coal_mine", 2, owner=1, cubes=2).money(15)
    lines = ("birmingham-dudley", "dudley-wolverhampton")
    game.play(rail(*lines, coal=("dudley/0", "dudley/0"), beer="derby/0"))
    assert game.player().money == 0


@pytest.mark.rule("BB-17.11")
def test_the_second_link_may_reach_network_and_coal_through_the_first():
    game = Game(era="rail").hand("stone").tile("leek/1", "coal_mine", 2, cubes=2).tile("derby/0", "brewery", 2, cubes=1)
    alone = rail("stoke_on_trent-stone", coal=("leek/1",))
    game.refuse("BB-17.7", alone)
    game.play(rail("leek-stoke_on_trent", "stoke_on_trent-stone", coal=("leek/1", "leek/1"), beer="derby/0"))


@pytest.mark.rule("BB-17.12", "BB-D.27")
def test_a_mine_emptied_by_the_first_link_gives_nothing_to_the_second():
    game = rail_game().tile("dudley/0", "coal_mine", 2, owner=1, cubes=1).markets(coal=13)
    lines = ("birmingham-dudley", "dudley-wolverhampton")
    game.refuse("BB-8.2", rail(*lines, coal=("dudley/0", "dudley/0"), beer="derby/0"))
    game.refuse("BB-8.9", rail(*lines, beer="derby/0"))
    fact = game.play(rail(*lines, coal=("dudley/0", "market"), beer="derby/0"))
    assert fact.links[0].coal.flip.owner == 1
    assert game.player(1).income_space == 17


@pytest.mark.rule("BB-17.12")
def test_prices_raised_by_the_first_link_hold_for_the_second():
    fact = rail_game().play(rail("birmingham-dudley", "dudley-wolverhampton", beer="derby/0"))
    assert [laid.coal.price for laid in fact.links] == [1, 2]


@pytest.mark.rule("BB-17.13")
def test_the_barrel_comes_from_a_brewery():
    game = rail_game("gloucester-redditch", "oxford-redditch")
    two = ("birmingham-dudley", "dudley-wolverhampton")
    game.refuse("BB-17.13", rail(*two, beer="gloucester/0"))
    game.refuse("BB-17.6", rail(*two))
    game.play(rail(*two, beer="derby/0"))


@pytest.mark.rule("BB-17.14")
def test_an_opponents_brewery_is_reached_by_the_second_link_not_by_the_first():
    game = Game(era="rail").hand("stone").tile("walsall/1", "brewery", 2, owner=1, cubes=2)
    game.links("leek-stoke_on_trent", "stoke_on_trent-warrington").tile("tamworth/0", "cotton_mill", 2)
    game.links("birmingham-oxford", "birmingham-tamworth", owner=1)
    game.refuse("BB-17.14", rail("tamworth-walsall", "belper-leek", beer="walsall/1"))
    game.play(rail("belper-leek", "tamworth-walsall", beer="walsall/1"))


@pytest.mark.rule("BB-17.15", "BB-D.28")
def test_no_player_has_more_than_14_links():
    game = rail_game()
    game.player().links_left = 1
    game.refuse("BB-17.15", rail("birmingham-dudley", "dudley-wolverhampton", beer="derby/0"))
    assert lines_offered(game, 2) == set()
    game.play(rail("birmingham-dudley"))
    game.hand("stone")
    game.refuse("BB-17.15", rail("birmingham-nuneaton"))
    assert lines_offered(game) == set()


@pytest.mark.rule("BB-17.15", "BB-25.6", "BB-D.28")
def test_canal_links_come_back_when_they_are_scored():
    game = Game().links("birmingham-oxford", "birmingham-dudley").last_round()
    assert game.player().links_left == 12
    game.end_round()
    assert game.player().links_left == 14


@pytest.mark.rule("BB-17.17", "BB-2.10")
def test_all_39_lines_may_be_used_at_every_player_count():
    assert len(components.lines) == 39
    canal_lines = {links[0] for links in lines_offered(Game(2).hand("stone"))}
    assert {"stoke_on_trent-warrington", "derby-nottingham"} <= canal_lines
    game = Game(2, "rail").hand("stone").tile("stone/1", "coal_mine", 2, cubes=3).links("derby-uttoxeter")
    game.links("stone-uttoxeter", "stoke_on_trent-stone")
    game.play(rail("derby-nottingham", coal=("stone/1",)))
    assert {line.id for line in components.lines_of["canal"]} | {line.id for line in components.lines_of["rail"]} == {
        line.id for line in components.lines
    }
