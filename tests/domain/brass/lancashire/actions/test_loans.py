"""Sections 13 and 14: loans, and passing."""

import pytest

from tests.domain.brass.lancashire.builder import Game, Loan, Pass, components


@pytest.mark.rule("BL-13.2", "BL-13.3")
@pytest.mark.parametrize(
    ("money", "before", "after"), [(10, 17, 16), (20, 18, 14), (30, 33, 26), (10, 10, 9), (30, 11, 8)]
)
def test_a_loan_costs_levels_and_the_marker_takes_the_highest_space(money, before, after):
    game = Game().hand("port").income_space(before)
    fact = game.play(Loan(card="port", money=money))
    assert (fact.income_from, fact.income_to) == (before, after)
    assert (game.player().money, game.player().income_space) == (200 + money, after)


@pytest.mark.rule("BL-13.2")
@pytest.mark.parametrize("money", [0, -10, 15, 40])
def test_no_other_sums(money):
    Game().hand("port").refuse("BL-13.2", Loan(card="port", money=money))


@pytest.mark.rule("BL-13.4")
def test_no_loan_leads_below_minus_ten():
    game = Game().hand("port").income_space(2)
    assert {command for command in game.offered() if isinstance(command, Loan)} == {
        Loan(card="port", money=10),
        Loan(card="port", money=20),
    }
    game.refuse("BL-13.4", Loan(card="port", money=30))
    game.play(Loan(card="port", money=20))
    assert game.player().income_space == 0


@pytest.mark.rule("BL-13.5", "BL-13.6")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_loans_in_the_last_four_rounds_of_the_rail_era(seats):
    game = Game(seats, "rail").hand("port")
    last = components.constants.rounds_per_era[seats]
    game.state.round = last - 4
    assert Loan(card="port", money=10) in game.offered()
    game.state.round = last - 3
    game.refuse("BL-13.5", Loan(card="port", money=10))
    assert not [command for command in game.offered() if isinstance(command, Loan)]


@pytest.mark.rule("BL-13.7", "BL-D.20")
def test_in_the_canal_era_loans_are_given_to_the_end():
    game = Game().hand("port")
    game.state.deck = []
    game.state.round = components.constants.rounds_per_era[2]
    game.play(Loan(card="port", money=30))


@pytest.mark.rule("BL-14.1", "BL-3.8")
def test_passing_costs_a_card_and_does_nothing_else():
    game = Game().hand("port", "wigan")
    before = game.copy()
    game.play(Pass(card="port"))
    assert (game.player().hand, game.player().discards) == (["wigan"], ["port"])
    assert (game.player().money, game.player().spent) == (before.players[0].money, 0)
    assert (game.state.board, game.state.links) == (before.board, before.links)
    assert game.state.players[1:] == before.players[1:]
