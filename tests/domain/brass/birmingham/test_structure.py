"""Section 1: eras, rounds, turns and actions."""

import pytest

from domain.brass.birmingham import ruleset
from domain.brass.birmingham.model.facts import EraBegan, EraScored, GameEnded, Linked, Passed, RoundBegan, TurnEnded
from domain.game import IllegalMove
from tests.domain.brass.birmingham.builder import (
    Build,
    Develop,
    EndTurn,
    Game,
    Loan,
    Network,
    Pass,
    Sale,
    Scout,
    Sell,
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


@pytest.mark.rule("BB-1.1")
def test_the_game_is_for_two_three_or_four():
    assert list(ruleset.seats) == [2, 3, 4]
    assert [len(started(seats).hands) for seats in ruleset.seats] == [2, 3, 4]


@pytest.mark.rule("BB-1.2", "BB-25.9")
def test_the_canal_era_comes_first_then_the_rail_era_then_the_end(passed_games):
    for game in passed_games.values():
        turning_points = [fact for fact in game.facts if isinstance(fact, EraScored | EraBegan | GameEnded)]
        assert [type(fact) for fact in turning_points] == [EraScored, EraBegan, EraScored, GameEnded]
        assert [fact.era for fact in turning_points if isinstance(fact, EraScored)] == ["canal", "rail"]


@pytest.mark.rule("BB-1.5", "BB-25.1")
@pytest.mark.parametrize(("seats", "rounds"), [(2, 10), (3, 9), (4, 8)])
def test_an_era_has_a_fixed_number_of_rounds(passed_games, seats, rounds):
    numbers = [fact.round for fact in passed_games[seats].facts if isinstance(fact, RoundBegan)]
    assert numbers == [*range(2, rounds + 1), *range(2, rounds + 1)]


@pytest.mark.rule("BB-1.6")
def test_in_a_round_all_players_have_one_turn_in_turn_order(passed_games):
    for seats, game in passed_games.items():
        turns = [fact.seat for fact in game.facts if isinstance(fact, TurnEnded)]
        assert all(turns[first : first + seats] == list(range(seats)) for first in range(0, len(turns), seats))


@pytest.mark.rule("BB-1.6")
def test_no_player_can_act_out_of_turn():
    game = Game(3)
    game.refuse("BB-1.6", Pass(card=game.player(1).hand[0]), seat=1)
    with pytest.raises(IllegalMove, match=r"BB-1\.6"):
        next(ruleset.script(game.state, 1))


@pytest.mark.rule("BB-1.7", "BB-1.8", "BB-1.9", "BB-D.1", "BB-28.9")
@pytest.mark.parametrize(("seats", "canal", "rail"), [(2, 19, 20), (3, 17, 18), (4, 15, 16)])
def test_two_actions_a_turn_but_one_in_the_first_canal_round(passed_games, seats, canal, rail):
    facts = passed_games[seats].facts
    change = next(number for number, fact in enumerate(facts) if isinstance(fact, EraBegan))
    for seat in range(seats):
        turns = _actions_of_turns(facts[:change], seat)
        assert turns == [1] + [2] * ((canal - 1) // 2)
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


@pytest.mark.rule("BB-1.7")
def test_a_turn_ends_after_its_actions_and_not_before():
    game = Game()
    game.refuse("BB-1.7", EndTurn())
    game.play(Pass(card=game.player().hand[0]))
    game.refuse("BB-1.7", EndTurn())
    game.play(Pass(card=game.player().hand[0]))
    game.refuse("BB-1.7", Pass(card=game.player().hand[0]))
    assert ruleset.confirmation(game.state) == EndTurn()
    game.play(EndTurn())
    assert game.acting == 1


@pytest.mark.rule("BB-1.10")
def test_both_actions_may_be_of_the_same_kind():
    game = Game().links("birmingham-oxford")
    game.play(Network(card=game.player().hand[0], links=("birmingham-dudley",)))
    game.play(Network(card=game.player().hand[0], links=("birmingham-walsall",)))
    assert len(game.state.links) == 3


@pytest.mark.rule("BB-1.11")
def test_the_seven_actions():
    game = Game().hand("birmingham", "dudley", "stone").links("birmingham-worcester", "gloucester-worcester")
    game.tile("birmingham/1", "manufacturer", 1)
    first = next(ruleset.script(game.copy(), 0))
    assert set(first.values) == {"build", "network", "develop", "sell", "loan", "scout", "pass"}
    kinds = {type(command) for command in game.offered()}
    assert kinds == {Build, Network, Develop, Sell, Loan, Scout, Pass}


@pytest.mark.rule("BB-1.12")
def test_the_first_action_is_complete_before_the_second_is_chosen():
    game = Game().hand("birmingham", "dudley").money(0).tile("dudley/1", "iron_works", 1, cubes=1)
    game.refuse("BB-1.14", Network(card="birmingham", links=("birmingham-dudley",)))
    game.play(Loan(card="birmingham"))
    assert game.player().money == 30
    game.play(Network(card="dudley", links=("birmingham-dudley",)))


@pytest.mark.rule("BB-1.13", "BB-D.2")
def test_an_action_is_done_completely_or_not_at_all():
    game = Game().hand("birmingham").tile("dudley/1", "iron_works", 1, cubes=1).markets(iron=0).money(5)
    two = Develop(card="birmingham", industries=("pottery", "coal_mine"), iron=("dudley/1", "market"))
    game.refuse("BB-18.5", two)
    game.refuse("BB-1.14", Develop(card="birmingham", industries=("coal_mine", "brewery"), iron=("dudley/1", "market")))
    game.play(Develop(card="birmingham", industries=("coal_mine",), iron=("dudley/1",)))


@pytest.mark.rule("BB-1.13", "BB-D.2")
def test_a_sale_without_its_beer_stops_the_whole_action_but_may_be_left_out():
    game = Game(era="rail").hand("birmingham").links("birmingham-oxford", "oxford-redditch", "gloucester-redditch")
    game.tile("birmingham/1", "manufacturer", 2).tile("birmingham/3", "manufacturer", 2)
    game.without_barrels("gloucester/1")
    sale = Sale(slot="birmingham/1", merchant="gloucester/0", beer=("gloucester/0",), bonus="coal_mine")
    dry = Sale(slot="birmingham/3", merchant="gloucester/1", beer=("gloucester/1",))
    game.refuse("BB-19.12", Sell(card="birmingham", sales=(sale, dry)))
    game.play(Sell(card="birmingham", sales=(sale,)))


@pytest.mark.rule("BB-1.14")
def test_no_player_can_spend_more_than_they_have():
    game = Game().hand("birmingham", "dudley").money(2)
    game.refuse("BB-1.14", Network(card="birmingham", links=("birmingham-dudley",)))
    game.refuse("BB-1.14", Build(card="dudley", industry="coal_mine", slot="dudley/0"))
    game.money(3)
    fact = game.play(Network(card="birmingham", links=("birmingham-dudley",)))
    assert isinstance(fact, Linked)
    assert game.player().money == 0


@pytest.mark.rule("BB-1.3", "BB-26.1", "BB-1.4", "BB-26.5")
def test_most_points_win_and_points_come_from_links_tiles_and_bonuses_only():
    game = Game(era="rail").last_round()
    game.tile("birmingham/1", "manufacturer", 2, owner=1, flipped=True).links("birmingham-oxford", owner=1)
    game.tile("dudley/0", "coal_mine", 2, cubes=3).money(90).income_space(60)
    game.end_round()
    assert game.state.finished
    assert [player.points for player in game.state.players] == [0, 5 + 3]
    assert [place.seat for place in ruleset.standing(game.state).ranking] == [1, 0]
    game.refuse("BB-26.1", Pass(card="birmingham"))
