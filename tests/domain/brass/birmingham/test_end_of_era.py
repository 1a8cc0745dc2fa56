"""Sections 25 and 26: scoring an era, the rail era begins, the end of the game."""

from collections import Counter

import msgspec
import pytest

from domain.brass.birmingham import ruleset
from domain.brass.birmingham.model.facts import EraBegan, EraScored, GameEnded, IncomePaid, TurnOrderSet
from domain.presentation import Place
from tests.domain.brass.birmingham.builder import Game, components


def scored(game):
    """The scoring of the era, which ends now."""
    return next(fact for fact in game.last_round().end_round() if isinstance(fact, EraScored))


@pytest.mark.rule("BB-25.1")
def test_the_era_ends_after_the_round_in_which_the_last_cards_are_played():
    game = Game().links("birmingham-oxford").last_round(3, 0)
    assert [type(fact) for fact in game.end_round()] == [TurnOrderSet, IncomePaid, EraScored, EraBegan]


@pytest.mark.rule("BB-25.2", "BB-25.3", "BB-25.4", "BB-D.39", "BB-28.8")
def test_a_link_scores_the_visible_icons_at_its_ends():
    game = Game().links("birmingham-oxford").tile("birmingham/0", "cotton_mill", 2, flipped=True)
    game.tile("birmingham/1", "manufacturer", 1, owner=1, flipped=True).tile("birmingham/2", "iron_works", 1, cubes=1)
    fact = scored(game)
    assert fact.links == {"birmingham-oxford": 2 + 2 + 2}
    assert fact.points == (6 + 5, 3)


@pytest.mark.rule("BB-25.3")
@pytest.mark.parametrize("line", ["birmingham-oxford", "gloucester-redditch", "coalbrookdale-shrewsbury"])
def test_every_merchant_location_shows_two_icons(line):
    assert scored(Game().links(line)).links == {line: 2}
    assert {merchant.link_icons for merchant in components.merchants} == {2}


@pytest.mark.rule("BB-25.3", "BB-2.10")
def test_merchant_locations_without_tiles_show_them_too():
    fact = scored(Game(2).links("stoke_on_trent-warrington").links("derby-nottingham", owner=1))
    assert fact.points == (2, 2)


@pytest.mark.rule("BB-25.4")
def test_unflipped_tiles_show_no_icons():
    game = Game().links("dudley-wolverhampton").tile("dudley/0", "coal_mine", 1, cubes=2)
    assert scored(game).links == {"dudley-wolverhampton": 0}


@pytest.mark.rule("BB-25.5", "BB-D.15")
def test_the_three_way_link_counts_all_three_ends():
    game = Game().links("kidderminster-worcester").tile("kidderminster/1", "cotton_mill", 1, flipped=True)
    game.tile("worcester/0", "cotton_mill", 2, owner=1, flipped=True)
    game.tile("farm_brewery_south/0", "brewery", 1, owner=1, flipped=True)
    assert scored(game).links == {"kidderminster-worcester": 1 + 2 + 2}


@pytest.mark.rule("BB-25.6")
def test_all_links_are_scored_and_go_back_before_the_tiles_score():
    game = Game().links("birmingham-oxford", "birmingham-dudley").links("dudley-wolverhampton", owner=1)
    game.tile("dudley/0", "coal_mine", 1, owner=1, flipped=True)
    fact = scored(game)
    assert fact.links == {"birmingham-oxford": 2, "birmingham-dudley": 2, "dudley-wolverhampton": 2}
    assert game.state.links == {}
    assert [player.links_left for player in game.state.players] == [14, 14]


@pytest.mark.rule("BB-25.7")
def test_flipped_tiles_score_their_points_and_unflipped_ones_nothing():
    game = Game().tile("kidderminster/1", "cotton_mill", 3, flipped=True).tile("worcester/0", "cotton_mill", 4)
    game.tile("coventry/0", "pottery", 1, owner=1, flipped=True)
    fact = scored(game)
    assert fact.tiles == {"kidderminster/1": 9, "coventry/0": 10}
    assert [player.points for player in game.state.players] == [9, 10]


@pytest.mark.rule("BB-25.8")
def test_the_order_of_the_links_does_not_matter():
    lines = ["birmingham-oxford", "birmingham-dudley", "dudley-wolverhampton", "kidderminster-worcester"]
    results = []
    for order in (lines, lines[::-1]):
        game = Game().tile("dudley/0", "coal_mine", 1, flipped=True)
        for line in order:
            game.links(line, owner=lines.index(line) % 2)
        results.append(scored(game).points)
    assert results[0] == results[1]


@pytest.mark.rule("BB-25.9")
def test_after_the_rail_era_the_game_is_over():
    facts = Game(era="rail").last_round().end_round()
    assert [type(fact) for fact in facts] == [TurnOrderSet, EraScored, GameEnded]


@pytest.mark.rule("BB-25.10", "BB-25.11", "BB-25.12")
def test_level_1_tiles_leave_the_board_and_higher_ones_stay_as_they_are():
    game = Game().tile("dudley/0", "coal_mine", 1, cubes=2).tile("coventry/0", "pottery", 1, owner=1, flipped=True)
    game.tile("cannock/1", "coal_mine", 2, cubes=3).tile("stone/0", "brewery", 2, cubes=1)
    game.tile("leek/0", "cotton_mill", 2, flipped=True)
    mats = [msgspec.json.encode(player.mat) for player in game.state.players]
    stay = {slot: msgspec.json.encode(tile) for slot, tile in game.state.board.items() if tile.level > 1}
    game.last_round().end_round()
    assert {slot: msgspec.json.encode(tile) for slot, tile in game.state.board.items()} == stay
    assert [msgspec.json.encode(player.mat) for player in game.state.players] == mats
    assert game.player().mat["coal_mine"][0] == 1


@pytest.mark.rule("BB-25.12", "BB-28.12")
def test_a_flipped_tile_that_stays_scores_again_after_the_rail_era():
    game = Game().tile("kidderminster/1", "cotton_mill", 3, flipped=True)
    game.last_round().end_round()
    assert game.player().points == 9
    game.last_round().end_round()
    assert game.player().points == 18


@pytest.mark.rule("BB-25.13", "BB-D.3")
def test_merchants_without_a_barrel_get_one_unless_blank():
    game = Game().without_barrels("shrewsbury/0", "gloucester/1")
    began = game.last_round().end_round()[-1]
    assert began.barrels == ("shrewsbury/0", "gloucester/1")
    assert [space for space, merchant in game.state.merchants.items() if merchant.barrel] == [
        "shrewsbury/0",
        "gloucester/0",
        "gloucester/1",
    ]


@pytest.mark.rule("BB-25.14", "BB-3.8", "BB-25.15", "BB-28.10", "BB-D.6")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_discards_become_the_new_deck_and_all_players_draw_eight(seats):
    game = Game.from_the_start(seats)
    while game.state.era == "canal":
        discarded = Counter(card for player in game.state.players for card in (*player.discards, *player.face_down))
        last_hand = list(game.player(game.acting).hand)
        game.pass_turn()
    assert discarded + Counter(last_hand) == Counter(components.deck(seats))
    hands = [player.hand for player in game.state.players]
    assert [len(hand) for hand in hands] == [8] * seats
    assert all(player.discards == [] and player.face_down == [] for player in game.state.players)
    assert len(game.state.deck) == {2: 24, 3: 30, 4: 32}[seats]
    assert Counter([*game.state.deck, *(card for hand in hands for card in hand)]) == Counter(components.deck(seats))


@pytest.mark.rule("BB-25.16")
def test_everything_else_carries_over():
    game = Game().money(31).income_space(40).markets(coal=3, iron=2)
    game.player().points = 12
    game.player(1).mat["pottery"] = [3, 4, 5]
    game.state.wild_location = 2
    before = game.copy()
    game.last_round().end_round()
    after = game.state
    assert after.players[0].money == 31 + 14
    assert (after.players[0].points, after.players[0].income_space) == (12, 40)
    for field in ("coal_market", "iron_market", "wild_location", "wild_industry", "merchants"):
        assert getattr(after, field) == getattr(before, field)
    assert [player.mat for player in after.players] == [player.mat for player in before.players]


@pytest.mark.rule("BB-25.17", "BB-1.9", "BB-D.36")
def test_the_rail_era_begins_in_the_order_set_after_the_last_canal_round():
    game = Game(3).last_round(9, 4, 6)
    game.end_round()
    assert (game.state.era, game.state.round) == ("rail", 1)
    assert game.state.turn_order == [1, 2, 0]
    assert (game.acting, game.state.actions_left) == (1, 2)


# 26. End of the game


def ended(*players):
    """A game that ends with these points, track spaces and pounds."""
    game = Game(len(players), "rail")
    for player, (points, space, money) in zip(game.state.players, players, strict=True):
        player.points, player.income_space, player.money = points, space, money
    game.last_round().end_round()
    return ruleset.standing(game.state)


@pytest.mark.rule("BB-26.1", "BB-1.3")
def test_most_points_win():
    standing = ended((10, 99, 500), (11, 0, 0), (9, 99, 500))
    assert standing.finished
    assert standing.ranking == [Place(1, 1, 11), Place(2, 0, 10), Place(3, 2, 9)]
    assert "victory points" in standing.decided_by.text


@pytest.mark.rule("BB-26.2", "BB-D.40")
def test_a_tie_goes_to_the_higher_income_level():
    standing = ended((10, 30, 500), (10, 31, 0))
    assert standing.ranking == [Place(1, 1, 10), Place(2, 0, 10)]
    assert "income level" in standing.decided_by.text


@pytest.mark.rule("BB-26.2", "BB-26.3", "BB-D.40")
def test_the_level_counts_not_the_space_and_then_money():
    standing = ended((10, 33, 4), (10, 31, 5))
    assert standing.ranking == [Place(1, 1, 10), Place(2, 0, 10)]
    assert "money" in standing.decided_by.text


@pytest.mark.rule("BB-26.4")
def test_players_equal_in_everything_share_the_result():
    standing = ended((10, 31, 5), (10, 31, 5), (8, 10, 0))
    assert [(place.place, place.seat) for place in standing.ranking] == [(1, 0), (1, 1), (3, 2)]
    assert "shared" in standing.decided_by.text


@pytest.mark.rule("BB-26.5")
def test_money_income_cards_and_unflipped_tiles_are_worth_no_points():
    game = Game(era="rail").money(500).income_space(99).tile("worcester/0", "cotton_mill", 4)
    game.last_round().end_round()
    assert ruleset.standing(game.state).points == [0, 0]


def test_before_the_end_there_are_points_but_no_ranking():
    game = Game(3)
    game.player(2).points = 7
    standing = ruleset.standing(game.state)
    assert (standing.points, standing.finished, standing.ranking) == ([0, 0, 7], False, [])
    assert standing.decided_by is None
