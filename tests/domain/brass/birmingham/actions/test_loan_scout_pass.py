"""Sections 21 to 23: loans, scouting and passing."""

import pytest

from domain.brass.birmingham import ruleset
from tests.domain.brass.birmingham.builder import Game, Loan, Pass, Scout


@pytest.mark.rule("BB-21.1")
def test_a_loan_brings_30_pounds():
    game = Game().hand("stone", "wild_location")
    game.play(Loan(card="stone"))
    assert game.player().money == 230
    game.play(Loan(card="wild_location"))
    assert game.player().money == 260


@pytest.mark.rule("BB-21.2", "BB-28.6")
@pytest.mark.parametrize(
    ("before", "after", "level"),
    [
        (10, 7, -3),
        (19, 14, 2),
        (20, 14, 2),
        (31, 26, 8),
        (61, 54, 18),
        (97, 88, 27),
        (98, 88, 27),
        (99, 88, 27),
        (3, 0, -10),
    ],
)
def test_a_loan_costs_three_levels_and_leaves_the_highest_space_of_the_new_one(before, after, level):
    game = Game().hand("stone").income_space(before)
    fact = game.play(Loan(card="stone"))
    assert (fact.income_from, fact.income_to) == (before, after)
    assert ruleset.accounts(game.state)["income"][0] == level


@pytest.mark.rule("BB-21.3", "BB-28.6", "BB-D.34")
@pytest.mark.parametrize("space", [0, 1, 2])
def test_no_loan_takes_the_level_below_minus_10(space):
    said = Game().hand("stone").income_space(space).refuse("BB-21.3", Loan(card="stone"))
    level = space - 10
    assert said == f"A loan would lower your income level from {level} to {level - 3}; the minimum is -10."


@pytest.mark.rule("BB-21.4")
def test_loans_are_not_limited_in_number_nor_repaid():
    game = Game().hand("stone", "stone").income_space(60)
    for _ in range(2):
        game.play(Loan(card="stone"))
    game.hand("stone", "stone")
    game.state.actions_left = 2
    for _ in range(2):
        game.play(Loan(card="stone"))
    assert game.player().money == 200 + 4 * 30
    assert {type(fact).__name__ for fact in game.facts} == {"LoanTaken"}


@pytest.mark.rule("BB-22.1", "BB-22.2", "BB-22.5")
def test_scouting_exchanges_three_cards_for_both_wild_cards():
    game = Game().hand("stone", "leek", "derby", "dudley")
    game.play(Scout(cards=("leek", "stone", "dudley")))
    assert game.player().hand == ["derby", "wild_location", "wild_industry"]
    assert game.player().discards == ["leek", "stone", "dudley"]
    assert (game.state.wild_location, game.state.wild_industry) == (3, 3)


@pytest.mark.rule("BB-22.1")
@pytest.mark.parametrize("cards", [(), ("stone",), ("stone", "leek"), ("stone", "leek", "derby", "dudley")])
def test_scouting_takes_exactly_three_cards(cards):
    Game().hand("stone", "leek", "derby", "dudley").refuse("BB-22.1", Scout(cards=cards))


@pytest.mark.rule("BB-22.3")
@pytest.mark.parametrize("wild", ["wild_location", "wild_industry"])
def test_scouting_is_not_allowed_with_a_wild_card_in_hand(wild):
    game = Game().hand("stone", "leek", "derby", wild)
    game.refuse("BB-22.3", Scout(cards=("stone", "leek", "derby")))
    game.refuse("BB-22.3", Scout(cards=("stone", "leek", wild)))
    game.play(Pass(card=wild))
    game.play(Scout(cards=("stone", "leek", "derby")))


@pytest.mark.rule("BB-22.4")
def test_scouting_is_not_possible_with_fewer_than_three_cards():
    game = Game().hand("stone", "leek")
    game.refuse("BB-22.4", Scout(cards=("stone", "leek")))
    assert not any(isinstance(command, Scout) for command in game.offered())


@pytest.mark.rule("BB-22.2")
def test_the_wild_piles_are_never_short():
    game = Game(4)
    for seat in range(4):
        game.hand("stone", "leek", "derby", "dudley", seat=seat)
        game.play(Scout(cards=("stone", "leek", "derby")), seat=seat)
        game.play(Pass(card="dudley"), seat=seat)
        game.end_round()
    assert (game.state.wild_location, game.state.wild_industry) == (0, 0)
    assert all({"wild_location", "wild_industry"} <= set(player.hand) for player in game.state.players)


@pytest.mark.rule("BB-23.1", "BB-23.2")
def test_passing_discards_any_card_though_other_actions_are_possible():
    game = Game().hand("stone", "wild_industry", "leek")
    assert len({type(command) for command in game.offered()}) > 3
    assert {command.card for command in game.offered() if isinstance(command, Pass)} == set(game.player().hand)
    before = game.copy()
    game.play(Pass(card="leek"))
    assert game.state.board == before.board
    assert game.player().money == before.players[0].money
    assert game.player().discards == ["leek"]


@pytest.mark.rule("BB-23.3")
def test_passing_the_first_action_leaves_the_second():
    game = Game().hand("stone", "leek")
    game.play(Pass(card="leek"))
    assert game.state.actions_left == 1
    game.play(Loan(card="stone"))
