"""Default choices after a player touches a part of the board."""

from domain.board_input import select, selectable
from domain.brass.lancashire import ruleset
from domain.refusals import why_not
from tests.domain.brass.lancashire.builder import Build, Game, Loan, RemoveTile


def touched(game, *parts):
    return select(ruleset, game.state, 0, (), parts)


def taken(game, *parts):
    return [option.value for option in touched(game, *parts).taken]


def instead(game, *parts):
    return [[other.value for other in option.among] for option in touched(game, *parts).taken]


def test_a_loan_is_touched_by_its_size():
    game = Game().hand("wigan", "bury").income_space(30)
    assert touched(game, "loan:20").choice.command == Loan(card="wigan", money=20)
    assert instead(game, "loan:20")[1:] == [["10", "20", "30"], ["wigan", "bury"]]


def test_the_refusal_of_a_loan_gives_the_reason():
    game = Game().hand("wigan").income_space(1)
    assert "loan:30" not in selectable(ruleset, game.state, 0)
    assert [refusal.rule for refusal in why_not(ruleset, game.state, 0, "loan:30")] == ["BL-13.4"]
    assert why_not(ruleset, game.state, 0, "loan:10") == ()


def test_a_slot_is_built_on_with_the_cheapest_that_it_shows():
    game = Game().hand("bury", "port")
    assert touched(game, "slot:bury/1").choice.command == Build(card="bury", industry="coal_mine", slot="bury/1")
    assert ["cotton_mill", "coal_mine"] in instead(game, "slot:bury/1")


def test_without_touching_anything_the_industry_is_asked_for():
    game = Game().hand("bury", "port")
    found = select(ruleset, game.state, 0, ["build"], [])
    assert [option.value for option in found.choice.options] == ["bury", "port"]
    found = select(ruleset, game.state, 0, ["build", "bury"], [])
    assert [option.value for option in found.choice.options] == ["cotton_mill", "coal_mine"]
    assert [option.among for option in found.taken] == [(), ()]


def test_a_tile_of_the_mat_is_built_rather_than_developed_away():
    game = Game().hand("bury")
    assert taken(game, "mat:coal_mine") == ["build", "coal_mine"]
    assert instead(game, "mat:coal_mine")[0] == ["build", "develop"]


def test_the_tile_that_is_removed_for_a_debt_is_one_that_brings_nothing_yet():
    game = Game().income_space(0).money(1).end_of_round()
    game.tile("wigan/0", "coal_mine", 1, flipped=True).tile("liverpool/0", "port", 2).tile("bolton/0", "cotton_mill", 1)
    game.end_round()
    assert touched(game).choice.command == RemoveTile(slot="liverpool/0")
    assert instead(game) == [["wigan/0", "liverpool/0", "bolton/0"]]
