"""Section 15: the end of an era and of the game."""

from collections import Counter

import pytest

from domain.brass.lancashire import ruleset
from domain.brass.lancashire.model.facts import EraBegan, EraScored, GameEnded, IncomePaid, MoneyScored, TurnOrderSet
from domain.presentation import Place
from tests.domain.brass.lancashire.builder import Game, components, started


def kinds(facts):
    return [type(fact) for fact in facts]


@pytest.mark.rule("BL-15.1", "BL-15.2", "BL-15.6", "BL-15.12", "BL-4.1", "BL-D.30")
def test_the_steps_after_the_last_canal_round():
    game = Game().last_round(7, 3)
    facts = game.end_round()
    assert kinds(facts) == [TurnOrderSet, IncomePaid, EraScored, EraBegan]
    assert game.state.turn_order == [1, 0]
    assert (game.state.era, game.state.round, game.state.actions_left) == ("rail", 1, 2)


@pytest.mark.rule("BL-15.2", "BL-1.8", "BL-D.23")
def test_a_link_scores_the_icons_at_both_ends_for_tiles_of_all_players():
    game = Game().links("bolton-bury").links("colne-yorkshire", owner=1).tile("bolton/0", "cotton_mill", flipped=True)
    game.tile("bolton/2", "iron_works", owner=1, flipped=True).tile("bury/0", "coal_mine", owner=1)
    game.tile("colne/0", "cotton_mill", owner=0, flipped=True)
    scored = game.last_round().end_round()[2]
    assert scored.links == {"bolton-bury": 2, "colne-yorkshire": 3}
    assert scored.points == (2 + 5 + 5, 3 + 3)


@pytest.mark.rule("BL-15.3")
def test_links_go_back_before_the_rail_era():
    game = Game().links("bolton-bury").links("colne-yorkshire", owner=1).last_round()
    game.end_round()
    assert game.state.links == {}
    assert [player.links_left for player in game.state.players] == [14, 14]


@pytest.mark.rule("BL-15.4", "BL-15.5", "BL-D.24")
def test_flipped_tiles_score_and_others_neither_score_nor_flip():
    game = Game().tile("colne/0", "cotton_mill", 4, flipped=True).tile("colne/1", "cotton_mill", 4, owner=1)
    game.tile("wigan/0", "coal_mine", 2, cubes=1)
    scored = game.last_round().end_round()[2]
    assert scored.tiles == {"colne/0": 12}
    assert scored.points == (12, 0)
    assert not game.state.board["colne/1"].flipped


@pytest.mark.rule("BL-15.6", "BL-15.7")
def test_level_1_leaves_the_board_and_the_rest_stays_as_it_is():
    game = Game().tile("wigan/0", "coal_mine", 1, cubes=2).tile("colne/0", "cotton_mill", 1, owner=1, flipped=True)
    game.tile("wigan/1", "coal_mine", 2, owner=1, cubes=2)
    mats = [dict(player.mat) for player in game.copy().players]
    coal = game.state.coal_market
    began = game.last_round().end_round()[3]
    assert sorted(began.removed) == ["colne/0", "wigan/0"]
    assert set(game.state.board) == {"wigan/1"}
    assert game.state.board["wigan/1"].cubes == 2
    assert game.state.coal_market == coal
    assert [player.mat for player in game.state.players] == mats


@pytest.mark.rule("BL-15.8", "BL-15.9", "BL-15.10", "BL-D.11")
@pytest.mark.parametrize(("seats", "cards"), [(2, 40), (3, 54), (4, 64)])
def test_all_cards_and_market_tiles_are_shuffled_anew(seats, cards):
    game = Game.from_the_start(seats)
    while game.state.era == "canal":
        game.pass_turn()
    state, start = game.state, started(seats)
    dealt = Counter(card for player in state.players for card in player.hand) + Counter(state.deck)
    assert dealt.total() == cards
    assert dealt == Counter((*start.deck, *start.set_aside)) + Counter(card for hand in start.hands for card in hand)
    assert [len(player.hand) for player in state.players] == [8] * seats
    assert state.set_aside == []
    assert all(player.discards == [] for player in state.players)
    assert (state.market_space, state.market_turned) == (0, [])
    assert sorted(state.market_tiles) == sorted(components.market_tiles(seats))
    assert tuple(state.market_tiles) == start.rail_market_tiles


@pytest.mark.rule("BL-15.13", "BL-15.14")
def test_the_rail_era_scores_alike_and_then_the_money():
    game = Game(era="rail").links("bolton-bury", owner=1).tile("bolton/0", "cotton_mill", 2, flipped=True)
    game.tile("bury/0", "cotton_mill", 2).money(49).money(10, seat=1)
    facts = game.last_round().end_round()
    assert kinds(facts) == [TurnOrderSet, EraScored, MoneyScored, GameEnded]
    assert facts[1].points == (5, 1)
    assert facts[2].points == (4, 1)
    assert [player.points for player in game.state.players] == [9, 2]


@pytest.mark.rule("BL-15.14")
def test_money_does_not_score_after_the_canal_era():
    assert MoneyScored not in kinds(Game().money(90).last_round().end_round())


@pytest.mark.rule("BL-15.15", "BL-15.16", "BL-D.18")
@pytest.mark.parametrize(
    ("points", "spaces", "money", "winner", "decided_by"),
    [
        ((30, 31), (20, 10), (9, 0), 1, "points"),
        ((30, 30), (20, 17), (0, 9), 0, "income"),
        ((30, 30), (19, 20), (3, 5), 1, "money"),
    ],
)
def test_most_points_win_then_income_level_then_money(points, spaces, money, winner, decided_by):
    ended = _ended(points, spaces, money)
    assert ended.ranking[0] == Place(place=1, seat=winner, points=max(points))
    assert ended.ranking[1].place == 2
    assert ended.decided_by == decided_by


@pytest.mark.rule("BL-15.17")
def test_full_ties_share_the_place():
    ended = _ended((30, 30, 20), (19, 20, 99), (4, 4, 9))
    assert [place.place for place in ended.ranking] == [1, 1, 3]
    assert ended.decided_by == "shared"


def _ended(points, spaces, money):
    game = Game(len(points), "rail")
    for seat, player in enumerate(game.state.players):
        player.points, player.income_space, player.money = points[seat], spaces[seat], money[seat]
    ended = game.last_round().end_round()[-1]
    assert isinstance(ended, GameEnded)
    assert ruleset.standing(game.state).finished
    return ended
