"""Section 3: eras, rounds, turns and actions; and the parts of section 1 that are not figures."""

import pytest

from domain.brass.lancashire import ruleset
from domain.brass.lancashire.model.facts import EraBegan, EraScored, GameEnded, Passed, RoundBegan, TurnEnded
from domain.game import IllegalMove
from tests.domain.brass.lancashire.builder import (
    Build,
    Develop,
    DoubleBuild,
    EndTurn,
    Game,
    Loan,
    Network,
    Pass,
    Sell,
    components,
    started,
)


def whole_game(seats, **options):
    """Play a game in which all players always pass."""
    game = Game.from_the_start(seats, **options)
    while not game.state.finished:
        game.pass_turn()
    return game


@pytest.fixture(scope="module")
def passed_games():
    return {seats: whole_game(seats) for seats in (2, 3, 4)}


@pytest.mark.rule("BL-1.1")
def test_the_game_is_for_two_three_or_four():
    assert list(ruleset.seats) == [2, 3, 4]
    assert [len(started(seats).hands) for seats in ruleset.seats] == [2, 3, 4]


@pytest.mark.rule("BL-3.1", "BL-1.1")
def test_the_canal_era_comes_first_then_the_rail_era_then_the_end(passed_games):
    for game in passed_games.values():
        turning_points = [fact for fact in game.facts if isinstance(fact, EraScored | EraBegan | GameEnded)]
        assert [type(fact) for fact in turning_points] == [EraScored, EraBegan, EraScored, GameEnded]
        assert [fact.era for fact in turning_points if isinstance(fact, EraScored)] == ["canal", "rail"]


@pytest.mark.rule("BL-3.2", "BL-15.1")
@pytest.mark.parametrize(("seats", "rounds"), [(2, 10), (3, 9), (4, 8)])
def test_an_era_lasts_until_the_cards_are_used_up(passed_games, seats, rounds):
    numbers = [fact.round for fact in passed_games[seats].facts if isinstance(fact, RoundBegan)]
    assert numbers == [*range(2, rounds + 1), *range(2, rounds + 1)]


@pytest.mark.rule("BL-3.3")
def test_in_a_round_all_players_have_one_turn_in_turn_order(passed_games):
    for seats, game in passed_games.items():
        turns = [fact.seat for fact in game.facts if isinstance(fact, TurnEnded)]
        assert all(turns[first : first + seats] == list(range(seats)) for first in range(0, len(turns), seats))


@pytest.mark.rule("BL-3.3")
def test_no_player_can_act_out_of_turn():
    game = Game(3)
    game.refuse("BL-3.3", Pass(card=game.player(1).hand[0]), seat=1)
    with pytest.raises(IllegalMove, match=r"BL-3\.3"):
        next(ruleset.script(game.state, 1))


@pytest.mark.rule("BL-3.4", "BL-3.5", "BL-15.12", "BL-D.1")
@pytest.mark.parametrize(("seats", "canal", "rail"), [(2, 19, 20), (3, 17, 18), (4, 15, 16)])
def test_two_actions_a_turn_but_one_in_the_first_canal_round(passed_games, seats, canal, rail):
    facts = passed_games[seats].facts
    change = next(number for number, fact in enumerate(facts) if isinstance(fact, EraBegan))
    for seat in range(seats):
        assert _actions_of_turns(facts[:change], seat) == [1] + [2] * ((canal - 1) // 2)
        assert _actions_of_turns(facts[change:], seat) == [2] * (rail // 2)


def _actions_of_turns(facts, seat):
    turns, count = [], 0
    for fact in facts:
        if isinstance(fact, Passed) and fact.seat == seat:
            count += 1
        elif isinstance(fact, TurnEnded) and fact.seat == seat:
            turns.append(count)
            count = 0
    return turns


@pytest.mark.rule("BL-3.4")
def test_a_turn_ends_after_its_actions_and_not_before():
    game = Game()
    game.refuse("BL-3.4", EndTurn())
    game.play(Pass(card=game.player().hand[0]))
    game.refuse("BL-3.4", EndTurn())
    game.play(Pass(card=game.player().hand[0]))
    game.refuse("BL-3.4", Pass(card=game.player().hand[0]))
    assert ruleset.confirmation(game.state) == EndTurn()
    game.play(EndTurn())
    assert game.acting == 1


@pytest.mark.rule("BL-3.6")
def test_the_actions_and_the_same_one_twice():
    game = Game().hand("manchester", "wigan", "port").links("bolton-manchester", "liverpool-wigan", "bolton-bury")
    game.tile("bolton/0", "cotton_mill").tile("liverpool/0", "port").tile("manchester/0", "cotton_mill")
    game.links("blackburn-wigan").tile("bury/0", "cotton_mill").links("manchester-warrington_runcorn")
    game.links("warrington_runcorn-wigan")
    assert {type(command) for command in game.offered()} == {Build, DoubleBuild, Network, Develop, Sell, Loan, Pass}
    game.play(Network(card="manchester", links=("manchester-oldham",)))
    game.play(Network(card="wigan", links=("manchester-stockport",)))
    assert game.player().links_left == 14 - 8


@pytest.mark.rule("BL-3.7", "BL-14.1", "BL-D.31")
def test_one_may_pass_although_an_action_is_possible():
    game = Game().hand("manchester", "wigan")
    before = game.copy()
    game.play(Pass(card="wigan"))
    assert game.player().hand == ["manchester"]
    assert game.player().discards == ["wigan"]
    assert game.state.board == before.board
    assert game.player().money == before.players[0].money
    game.play(Pass(card="manchester"))
    assert game.player().discards == ["wigan", "manchester"]


@pytest.mark.rule("BL-3.8", "BL-3.9")
def test_an_action_costs_a_card_of_the_hand():
    game = Game().hand("manchester", "wigan", "wigan")
    game.refuse("BL-3.8", Pass(card="port"))
    game.refuse("BL-3.8", Loan(card="hidden", money=10))
    game.play(Build(card="wigan", industry="coal_mine", slot="wigan/0"))
    assert game.player().hand == ["manchester", "wigan"]
    assert game.player().discards == ["wigan"]
    game.refuse("BL-3.8", Pass(card="port"))


@pytest.mark.rule("BL-3.8")
def test_a_card_held_once_cannot_be_discarded_twice():
    game = Game().hand("manchester", "wigan")
    game.refuse("BL-3.8", DoubleBuild(cards=("wigan", "wigan"), industry="coal_mine", slot="wigan/0"))


@pytest.mark.rule("BL-3.10", "BL-10.1", "BL-11.1", "BL-12.1", "BL-13.1", "BL-14.1")
def test_any_card_will_do_for_everything_but_building():
    game = Game().hand("birkenhead", "shipyard").tile("bolton/0", "cotton_mill").tile("wigan/0", "coal_mine")
    game.tile("warrington_runcorn/0", "port").links("bolton-manchester", "manchester-warrington_runcorn")
    for card in ("birkenhead", "shipyard"):
        offered = game.offered()
        assert Network(card=card, links=("manchester-oldham",)) in offered
        assert Develop(card=card, industries=("port",), iron=("market",)) in offered
        assert Sell(card=card, slot="bolton/0", to="warrington_runcorn/0") in offered
        assert Loan(card=card, money=30) in offered
        assert Pass(card=card) in offered
    assert not [command for command in game.offered() if isinstance(command, Build)]


@pytest.mark.rule("BL-3.11", "BL-D.16", "BL-1.10")
def test_an_action_is_paid_for_completely_or_not_taken():
    game = Game().hand("manchester", "wigan").tile("wigan/0", "coal_mine").money(2)
    game.refuse("BL-3.11", Network(card="manchester", links=("liverpool-wigan",)))
    game.refuse("BL-3.11", Build(card="manchester", industry="cotton_mill", slot="manchester/0"))
    game.money(3)
    game.play(Network(card="manchester", links=("liverpool-wigan",)))
    assert game.player().money == 0


@pytest.mark.rule("BL-3.12", "BL-13.8")
def test_money_paid_is_money_spent_cubes_included():
    game = Game().hand("manchester", "wigan", "port").markets(iron=2)
    game.play(Develop(card="port", industries=("port", "port"), iron=("market", "market")))
    assert game.player().spent == 8
    assert game.player().money == 200 - 8
    game.play(Loan(card="wigan", money=20))
    assert game.player().spent == 8


@pytest.mark.rule("BL-3.13")
def test_the_hand_is_refilled_after_the_turn_only():
    game = Game()
    first, second = game.player().hand[:2]
    top = game.state.deck[:2]
    game.play(Pass(card=first))
    assert len(game.player().hand) == 7
    game.play(Pass(card=second))
    assert len(game.player().hand) == 6
    fact = game.play(EndTurn())
    assert list(fact.drawn) == top
    assert len(game.player().hand) == 8


@pytest.mark.rule("BL-3.13", "BL-3.14")
def test_hands_shrink_once_the_deck_is_empty():
    game = Game()
    game.state.deck = ["port"]
    game.pass_turn()
    assert len(game.player().hand) == 7
    game.pass_turn()
    assert len(game.player(1).hand) == 6


@pytest.mark.rule("BL-3.15", "BL-2.6")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_cards_beneath_the_divider_are_never_drawn_in_the_canal_era(seats):
    game = Game.from_the_start(seats)
    set_aside = list(game.state.set_aside)
    while game.state.era == "canal":
        assert game.state.set_aside == set_aside
        game.pass_turn()
    assert game.state.set_aside == []
    drawn = [card for fact in game.facts if isinstance(fact, TurnEnded) for card in fact.drawn]
    assert sorted(drawn + set_aside) == sorted((*started(seats).deck, *set_aside))


@pytest.mark.rule("BL-3.16", "BL-D.21", "BL-15.11", "BL-13.6")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_card_is_drawn_in_the_rail_era_the_last_ones_four_rounds_before_its_end(seats):
    game = Game(seats, "rail")
    last = components.constants.rounds_per_era[seats]
    game.state.round = 1
    while game.state.round <= last - 4 and not game.state.finished:
        if game.state.turn == 0:
            left = (last - 4 - game.state.round + 1) * 2 * seats
            assert len(game.state.deck) == left
        game.pass_turn()
    assert game.state.deck == []
    assert [len(player.hand) for player in game.state.players] == [8] * seats


@pytest.mark.rule("BL-15.15")
def test_no_player_can_act_after_the_end(passed_games):
    game = passed_games[2]
    assert ruleset.to_act(game.state) == ()
    assert ruleset.confirmation(game.state) is None
    with pytest.raises(IllegalMove, match=r"BL-15\.15"):
        ruleset.decide(game.state, 0, EndTurn())
