"""Section 4: turn order, income and shortfalls."""

import pytest
from msgspec import UNSET

from domain.brass.lancashire import ruleset
from domain.brass.lancashire.model.facts import IncomePaid, RoundBegan, ShortfallSettled, TileRemoved, TurnOrderSet
from domain.brass.model.facts import Owed
from tests.domain.brass.lancashire.builder import EndTurn, Game, Pass, RemoveTile, Sell


def kinds(facts):
    return [type(fact) for fact in facts]


def debtor(*tiles, space=4, money=0, seats=2):
    """Seat 0 owes £6 at the end of the round and has these tiles."""
    game = Game(seats).income_space(space).money(money).end_of_round()
    for slot, industry, level in tiles:
        game.tile(slot, industry, level)
    return game


@pytest.mark.rule("BL-4.1")
def test_first_the_turn_order_then_the_income():
    game = Game().end_of_round()
    assert kinds(game.end_round()) == [TurnOrderSet, IncomePaid, RoundBegan]


@pytest.mark.rule("BL-4.1", "BL-D.30", "BL-15.12")
def test_both_also_after_the_last_canal_round():
    game = Game().last_round(9, 2)
    facts = game.end_round()
    assert kinds(facts)[:2] == [TurnOrderSet, IncomePaid]
    assert game.state.era == "rail"
    assert game.state.turn_order == [1, 0]


@pytest.mark.rule("BL-4.2", "BL-4.3")
@pytest.mark.parametrize(
    ("spent", "order"),
    [((5, 4, 3, 2), [3, 2, 1, 0]), ((3, 3, 3, 3), [0, 1, 2, 3]), ((7, 0, 7, 0), [1, 3, 0, 2])],
)
def test_the_least_spender_goes_first_and_ties_keep_their_order(spent, order):
    game = Game(4).end_of_round(*spent)
    game.end_round()
    assert game.state.turn_order == order


@pytest.mark.rule("BL-4.3")
def test_equals_keep_the_order_they_had_not_that_of_their_seats():
    game = Game(3).end_of_round(1, 1, 1)
    game.state.turn_order = [2, 0, 1]
    game.end_round()
    assert game.state.turn_order == [2, 0, 1]


@pytest.mark.rule("BL-4.4")
def test_spent_money_is_counted_anew_in_every_round():
    game = Game().end_of_round(7, 8)
    game.end_round()
    assert [player.spent for player in game.state.players] == [0, 0]


@pytest.mark.rule("BL-4.5", "BL-1.11")
def test_income_is_the_level_of_the_marker():
    game = Game(3).income_space(12).income_space(33, seat=1).income_space(99, seat=2).end_of_round()
    game.end_round()
    assert [player.money for player in game.state.players] == [201, 211, 230]


@pytest.mark.rule("BL-4.6")
def test_no_income_after_the_last_round_of_the_game():
    game = Game(era="rail").income_space(40).income_space(3, seat=1).money(0, seat=1).last_round()
    facts = game.end_round()
    assert IncomePaid not in kinds(facts)
    assert [player.money for player in game.state.players] == [200, 0]
    assert game.state.finished


@pytest.mark.rule("BL-4.7")
def test_a_negative_income_is_paid_and_not_spent():
    game = Game().income_space(5).money(20).end_of_round()
    game.end_round()
    assert game.player().money == 15
    assert game.player().spent == 0


@pytest.mark.rule("BL-4.8", "BL-4.10")
def test_a_player_who_cannot_pay_removes_tiles_one_at_a_time():
    game = debtor(("wigan/0", "coal_mine", 1), ("liverpool/0", "port", 2), ("bolton/0", "cotton_mill", 1), money=1)
    game.end_round()
    assert game.acting == 0
    assert game.offered() == {RemoveTile(slot=slot) for slot in ("wigan/0", "liverpool/0", "bolton/0")}
    game.play(RemoveTile(slot="wigan/0"))
    assert game.state.shortfalls
    game.play(RemoveTile(slot="bolton/0"))
    assert not game.state.shortfalls
    assert "liverpool/0" in game.state.board
    assert game.player().money == 1 + 2 + 6 - 6


@pytest.mark.rule("BL-4.8")
def test_the_money_at_hand_is_paid_first_and_links_stay():
    game = debtor(("wigan/0", "coal_mine", 1), ("liverpool/0", "port", 2), money=5).links("liverpool-wigan")
    game.end_round()
    game.refuse("BL-4.11", RemoveTile(slot="liverpool-wigan"))
    game.refuse("BL-4.8", Pass(card=game.player().hand[0]))
    game.play(RemoveTile(slot="wigan/0"))
    assert game.player().money == 5 + 2 - 6
    assert game.state.links == {"liverpool-wigan": 0}


@pytest.mark.rule("BL-4.9", "BL-D.19")
@pytest.mark.parametrize(
    ("industry", "level", "raised"),
    [("coal_mine", 1, 2), ("port", 2, 3), ("cotton_mill", 3, 8), ("shipyard", 2, 12), ("iron_works", 3, 4)],
)
def test_a_tile_raises_half_its_printed_price_rounded_down(industry, level, raised):
    game = debtor(("manchester/0", industry, level), ("manchester/1", industry, level))
    game.end_round()
    fact = game.play(RemoveTile(slot="manchester/0"))
    assert fact.raised == raised


@pytest.mark.rule("BL-4.10")
def test_excess_money_is_kept():
    game = debtor(("liverpool/2", "shipyard", 2), ("wigan/0", "coal_mine", 1))
    game.end_round()
    game.play(RemoveTile(slot="liverpool/2"))
    assert game.player().money == 12 - 6


@pytest.mark.rule("BL-4.11")
def test_players_may_remove_any_of_their_own_tiles_and_no_others():
    game = debtor(("wigan/0", "coal_mine", 1)).tile("bolton/0", "cotton_mill", 4, flipped=True)
    game.tile("bolton/1", "cotton_mill", 4, owner=1).tile("wigan/1", "coal_mine", 1, cubes=2)
    game.player().points = 7
    coal = game.state.coal_market
    game.end_round()
    game.refuse("BL-4.11", RemoveTile(slot="bolton/1"))
    game.refuse("BL-4.11", RemoveTile(slot="oldham/0"))
    game.play(RemoveTile(slot="wigan/1"))
    game.play(RemoveTile(slot="bolton/0"))
    assert set(game.state.board) == {"wigan/0", "bolton/1"}
    assert game.state.coal_market == coal
    assert game.player().points == 7
    assert game.player().income_space == 4
    assert all(4 in stack for stack in [game.player().mat["cotton_mill"]])


@pytest.mark.rule("BL-4.8", "BL-4.12")
def test_a_single_tile_leaves_no_choice_and_vp_pay_the_rest():
    game = debtor(("wigan/0", "coal_mine", 1), money=1)
    game.player().points = 9
    facts = game.end_round()
    assert kinds(facts) == [TurnOrderSet, IncomePaid, TileRemoved, ShortfallSettled, IncomePaid, RoundBegan]
    assert not facts[2].chosen
    assert ruleset.recover(facts[2]) is None
    assert (game.player().money, game.player().points) == (0, 9 - 3)


@pytest.mark.rule("BL-4.12")
def test_points_never_go_below_zero():
    game = debtor()
    game.player().points = 2
    game.end_round()
    assert (game.player().money, game.player().points) == (0, 0)
    assert not game.state.shortfalls


@pytest.mark.rule("BL-4.13")
def test_tiles_are_removed_for_nothing_else():
    game = Game().tile("wigan/0", "coal_mine", 1)
    game.refuse("BL-4.13", RemoveTile(slot="wigan/0"))


@pytest.mark.rule("BL-4.14", "BL-D.30")
def test_shortfalls_are_settled_in_the_new_turn_order():
    game = debtor(("wigan/0", "coal_mine", 1), ("bolton/0", "coal_mine", 1)).income_space(3, seat=1).money(0, seat=1)
    game.tile("oldham/0", "cotton_mill", 1, owner=1).tile("oldham/1", "cotton_mill", 1, owner=1)
    game.player(0).spent = 5
    game.end_round()
    assert game.state.turn_order == [1, 0]
    assert game.acting == 1
    game.refuse("BL-4.14", RemoveTile(slot="wigan/0"), seat=0)
    game.play(RemoveTile(slot="oldham/0"), seat=1)
    assert set(game.state.board) == {"wigan/0", "bolton/0"}
    assert game.acting == 0


@pytest.mark.rule("BL-4.8", "BL-4.14")
def test_later_income_waits_until_a_shortfall_is_settled():
    """Seat 1 gets £11 before, seat 2 owes £7 and settles it after seat 0, seat 3 gets £1 last."""
    game = debtor(("wigan/0", "coal_mine", 1), ("bolton/0", "coal_mine", 1), ("colne/0", "cotton_mill", 1), seats=4)
    game.income_space(33, seat=1).income_space(3, seat=2).income_space(12, seat=3)
    game.tile("oldham/0", "cotton_mill", 1, owner=2).tile("oldham/1", "cotton_mill", 1, owner=2).money(0, seat=2)
    game.player(0).spent, game.player(2).spent, game.player(3).spent = 5, 6, 7
    facts = game.end_round()
    assert facts[-1] == IncomePaid(income=(0, 11, 0, 0), shortfalls=(Owed(seat=0, owed=6),), seats=(1, 0), due=(2, 3))
    assert [player.money for player in game.state.players] == [0, 211, 0, 200]
    assert game.state.income_due == [2, 3]
    assert game.acting == 0
    game.refuse("BL-4.14", RemoveTile(slot="oldham/0"), seat=2)
    game.play(RemoveTile(slot="wigan/0"))
    assert [player.money for player in game.state.players] == [2, 211, 0, 200]
    game.play(RemoveTile(slot="colne/0"))
    assert [player.money for player in game.state.players] == [2, 211, 0, 200]
    assert [(shortfall.seat, shortfall.owed) for shortfall in game.state.shortfalls] == [(2, 7)]
    assert game.state.income_due == [3]
    assert game.acting == 2
    game.play(RemoveTile(slot="oldham/0"), seat=2)
    assert [player.money for player in game.state.players] == [2, 211, 5, 201]
    assert game.state.income_due is UNSET
    assert game.acting == 1


@pytest.mark.rule("BL-4.8", "BL-4.12", "BL-4.14")
def test_so_do_shortfalls_that_leave_no_choice():
    game = debtor(seats=3).income_space(3, seat=1).money(0, seat=1)
    facts = game.end_round()
    assert kinds(facts) == [
        *[TurnOrderSet, IncomePaid, ShortfallSettled, IncomePaid, ShortfallSettled, IncomePaid, RoundBegan]
    ]
    assert [fact.seats for fact in facts if isinstance(fact, IncomePaid)] == [(0,), (1,), (2,)]


@pytest.mark.rule("BL-4.14", "BL-4.5")
@pytest.mark.parametrize("short", [False, True])
def test_income_is_one_event_if_no_later_income_waits(short):
    """The last seat in turn order may settle a shortfall after all income."""
    game = Game(3).end_of_round().income_space(4 if short else 12, seat=2).money(0, seat=2)
    facts = game.end_round()
    assert kinds(facts).count(IncomePaid) == 1
    assert (facts[1].seats, facts[1].due) == ((), ())


@pytest.mark.rule("BL-4.14")
def test_all_income_came_first_formerly():
    game = debtor(("wigan/0", "coal_mine", 1), ("bolton/0", "cotton_mill", 1)).income_space(12, seat=1)
    facts = ruleset.formerly["BL-4.14"](game.copy(), game.acting, EndTurn())
    assert facts[-1] == IncomePaid(income=(0, 1), shortfalls=(Owed(seat=0, owed=6),))
    for fact in facts:
        ruleset.apply(game.state, fact)
    assert kinds(ruleset.decide(game.copy(), 0, RemoveTile(slot="bolton/0")))[-1] is RoundBegan


@pytest.mark.rule("BL-4.1")
def test_no_player_can_act_while_a_round_is_settled():
    game = Game().end_of_round()
    facts = game.decide(ruleset.confirmation(game.state), 1)
    ruleset.apply(game.state, facts[0])
    assert ruleset.to_act(game.state) == ()
    game.refuse("BL-4.1", Sell(card="port", slot="bolton/0", to="liverpool/0"))
