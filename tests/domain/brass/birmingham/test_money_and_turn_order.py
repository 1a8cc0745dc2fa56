"""Section 5: money spent and the turn order."""

import pytest

from domain.brass.birmingham.model.facts import IncomePaid, TurnOrderSet
from tests.domain.brass.birmingham.builder import Build, Develop, Game, Loan, Network, Pass, Sale, Sell


@pytest.mark.rule("BB-5.1", "BB-5.2", "BB-D.10")
def test_tiles_links_and_market_cubes_count_as_spent():
    game = Game().hand("dudley", "dudley", "dudley").links("birmingham-oxford", "birmingham-dudley")
    game.play(Build(card="dudley", industry="iron_works", slot="dudley/1", coal=("market",)))
    assert game.player().spent == 5 + 1
    game.play(Network(card="dudley", links=("dudley-kidderminster",)))
    assert game.player().spent == 5 + 1 + 3
    assert game.player().money == 200 - 9 + 1 + 1


@pytest.mark.rule("BB-5.2")
def test_iron_for_developing_counts_as_spent():
    game = Game().hand("dudley")
    game.play(Develop(card="dudley", industries=("coal_mine", "brewery"), iron=("market", "market")))
    assert game.player().spent == 4


@pytest.mark.rule("BB-5.3", "BB-D.10")
def test_money_received_does_not_reduce_what_was_spent():
    game = Game().hand("dudley", "dudley")
    game.play(Loan(card="dudley"))
    assert game.player().spent == 0
    game.links("birmingham-oxford", "birmingham-dudley")
    game.play(Build(card="dudley", industry="coal_mine", slot="dudley/0"))
    assert game.player().spent == 5
    assert game.player().money == 200 + 30 - 5 + 1


@pytest.mark.rule("BB-5.3")
def test_a_merchant_bonus_in_money_does_not_reduce_what_was_spent():
    game = Game(4).hand("dudley").links("stoke_on_trent-warrington").tile("stoke_on_trent/0", "cotton_mill", 1)
    game.player().spent = 9
    game.play(
        Sell(
            card="dudley",
            sales=(Sale(slot="stoke_on_trent/0", merchant="warrington/0", beer=("warrington/0",)),),
        )
    )
    assert (game.player().money, game.player().spent) == (205, 9)


@pytest.mark.rule("BB-5.4")
def test_negative_income_is_not_money_spent():
    game = Game().income_space(5).end_of_round(3, 0)
    game.end_round()
    assert game.player().money == 200 - 5
    assert game.player().spent == 0


@pytest.mark.rule("BB-5.4", "BB-D.10")
def test_a_shortfall_that_is_settled_is_not_money_spent_either():
    game = Game().income_space(4).money(5).tile("dudley/0", "coal_mine", 1).end_of_round()
    game.end_round()
    assert (game.player().money, game.state.board) == (5 + 2 - 6, {})
    assert game.player().spent == 0


@pytest.mark.rule("BB-5.5", "BB-5.6", "BB-5.7", "BB-24.1")
def test_the_round_ends_with_a_new_order_and_empty_character_tiles():
    game = Game(4).end_of_round(9, 4, 9, 0)
    facts = game.end_round()
    assert [type(fact) for fact in facts[:2]] == [TurnOrderSet, IncomePaid]
    assert facts[0].spent == (9, 4, 9, 0)
    assert game.state.turn_order == [3, 1, 0, 2]
    assert [player.spent for player in game.state.players] == [0, 0, 0, 0]
    assert [player.money for player in game.state.players] == [200] * 4


@pytest.mark.rule("BB-5.6")
def test_equal_spenders_keep_the_order_they_had():
    game = Game(3)
    game.state.turn_order = [2, 0, 1]
    game.end_of_round(5, 5, 5)
    game.state.turn = 2
    game.end_round()
    assert game.state.turn_order == [2, 0, 1]


@pytest.mark.rule("BB-1.6", "BB-5.5")
def test_the_new_order_is_that_of_the_next_round():
    game = Game(2).end_of_round(9, 4)
    game.end_round()
    assert game.acting == 1
    game.play(Pass(card=game.player(1).hand[0]), seat=1)
