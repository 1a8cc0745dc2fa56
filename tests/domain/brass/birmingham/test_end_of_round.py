"""Section 24: turn order, income and shortfalls at the end of a round."""

import msgspec
import pytest

from domain.brass.birmingham import ruleset
from domain.brass.birmingham.engine.position import Position
from domain.brass.birmingham.model.facts import (
    EraBegan,
    EraScored,
    IncomePaid,
    RoundBegan,
    ShortfallSettled,
    TileRemoved,
    TurnOrderSet,
)
from domain.game import legal_commands
from tests.domain.brass.birmingham.builder import EndTurn, Game, Network, Pass, RemoveTile

LEVEL_MINUS_6 = 4


def short(pounds=0, *, seats=2):
    """Seat 0 has income level -6 and too little money; the round is about to end."""
    return Game(seats).income_space(LEVEL_MINUS_6).money(pounds)


def kinds(facts):
    return [type(fact) for fact in facts]


@pytest.mark.rule("BB-24.1")
def test_the_order_is_set_first_then_income_is_paid_then_the_next_round_begins():
    game = Game().end_of_round(5, 3)
    facts = game.end_round()
    assert kinds(facts) == [TurnOrderSet, IncomePaid, RoundBegan]
    assert game.state.round == 3
    assert (game.acting, game.state.actions_left) == (1, 2)


@pytest.mark.rule("BB-24.1")
def test_only_the_last_seat_of_the_round_ends_the_round():
    game = Game(3)
    game.state.actions_left = 0
    assert game.end_round() == []
    assert (game.acting, game.state.actions_left) == (1, 2)


@pytest.mark.rule("BB-24.2")
def test_income_is_received_or_paid_by_level():
    game = Game(3).income_space(31).income_space(10, seat=1).income_space(7, seat=2).end_of_round()
    facts = game.end_round()
    assert facts[1].income == (11, 0, -3)
    assert [player.money for player in game.state.players] == [211, 200, 197]


@pytest.mark.rule("BB-24.3", "BB-D.35")
def test_after_the_last_round_of_the_game_there_is_no_income():
    game = Game(era="rail").income_space(31).income_space(5, seat=1).money(0, seat=1).last_round()
    game.tile("birmingham/1", "manufacturer", 2, owner=1, flipped=True)
    facts = game.end_round()
    assert not any(isinstance(fact, IncomePaid | TileRemoved) for fact in facts)
    assert [player.money for player in game.state.players] == [200, 0]
    assert "birmingham/1" in game.state.board


@pytest.mark.rule("BB-24.4", "BB-D.36")
def test_after_the_last_canal_round_income_is_paid_before_the_era_is_scored():
    game = Game().income_space(31).last_round()
    facts = game.end_round()
    assert kinds(facts) == [TurnOrderSet, IncomePaid, EraScored, EraBegan]
    assert game.player().money == 211


@pytest.mark.rule("BB-24.4", "BB-24.5", "BB-D.36")
def test_tiles_lost_to_a_shortfall_do_not_score():
    game = short().tile("birmingham/1", "manufacturer", 2, flipped=True).last_round()
    facts = game.end_round()
    assert kinds(facts)[2:] == [TileRemoved, ShortfallSettled, EraScored, EraBegan]
    assert game.player().points == 0


@pytest.mark.rule("BB-24.5", "BB-24.7")
def test_a_player_who_cannot_pay_removes_tiles_until_the_rest_can_be_paid():
    game = short(1).tile("worcester/0", "cotton_mill", 1).tile("dudley/0", "coal_mine", 1, cubes=2)
    game.tile("stone/0", "brewery", 1, flipped=True).end_of_round()
    game.end_round()
    assert [who.seat for who in ruleset.to_act(game.state)] == [0]
    assert game.state.shortfalls[0].owed == 6
    assert game.offered() == {RemoveTile(slot=slot) for slot in ("worcester/0", "dudley/0", "stone/0")}
    owing = game.refuse("BB-24.5", Pass(card=game.player().hand[0]))
    assert owing == "You owe £6 and have £1. Remove a tile first."
    other = game.refuse("BB-24.5", RemoveTile(slot="birmingham/0"))
    assert other == "You have no tile on that slot in Birmingham. Choose one of your own tiles."
    game.play(RemoveTile(slot="dudley/0"))
    assert game.state.shortfalls
    assert game.player().money == 3
    assert game.state.shortfalls
    game.play(RemoveTile(slot="worcester/0"))
    assert game.player().money == 3 + 6 - 6
    assert not game.state.shortfalls
    assert list(game.state.board) == ["stone/0"]


@pytest.mark.rule("BB-24.6")
@pytest.mark.parametrize(
    ("slot", "industry", "level", "raised"),
    [
        ("worcester/0", "cotton_mill", 1, 6),
        ("coventry/0", "pottery", 1, 8),
        ("dudley/1", "iron_works", 3, 4),
        ("dudley/0", "coal_mine", 1, 2),
        ("coventry/1", "manufacturer", 3, 6),
    ],
)
def test_a_tile_is_worth_half_its_pounds_rounded_down(slot, industry, level, raised):
    game = short().tile(slot, industry, level).tile("leek/1", "coal_mine", 1).end_of_round()
    game.end_round()
    assert game.play(RemoveTile(slot=slot)).raised == raised


@pytest.mark.rule("BB-24.7")
def test_one_must_stop_as_soon_as_one_can_pay():
    game = short(2).tile("worcester/0", "cotton_mill", 1).tile("dudley/0", "coal_mine", 1).end_of_round()
    game.end_round()
    game.play(RemoveTile(slot="worcester/0"))
    assert (game.player().money, game.state.shortfalls) == (2, [])
    game.refuse("BB-24.13", RemoveTile(slot="dudley/0"))


@pytest.mark.rule("BB-24.7")
def test_without_a_choice_the_tile_is_removed_at_once():
    game = short().tile("dudley/0", "coal_mine", 1, cubes=2).end_of_round()
    facts = game.end_round()
    removed = next(fact for fact in facts if isinstance(fact, TileRemoved))
    assert (removed.slot, removed.raised, removed.chosen) == ("dudley/0", 2, False)
    assert ruleset.recover(removed) is None
    assert game.state.board == {}


@pytest.mark.rule("BB-24.8")
def test_links_are_not_removed():
    game = short().links("birmingham-oxford").end_of_round()
    game.end_round()
    assert game.state.links == {"birmingham-oxford": 0}
    assert not game.state.shortfalls


@pytest.mark.rule("BB-24.9")
def test_removed_tiles_go_to_the_box_and_their_cubes_to_the_supply():
    game = short().tile("dudley/0", "coal_mine", 1, cubes=2).end_of_round()
    mats, market = msgspec.json.encode(game.player().mat), game.state.coal_market
    game.end_round()
    assert game.state.board == {}
    assert (msgspec.json.encode(game.player().mat), game.state.coal_market) == (mats, market)


@pytest.mark.rule("BB-24.10", "BB-28.11")
def test_money_beyond_the_shortfall_is_kept():
    game = short(2).tile("worcester/0", "cotton_mill", 1).tile("dudley/0", "coal_mine", 1).end_of_round()
    game.end_round()
    game.play(RemoveTile(slot="worcester/0"))
    assert game.player().money == 2 + 6 - 6


@pytest.mark.rule("BB-24.7", "BB-28.11")
def test_two_tiles_worth_2_pay_a_shortfall_of_4():
    game = short(2).tile("worcester/0", "cotton_mill", 1).tile("dudley/0", "coal_mine", 1)
    game.tile("stone/0", "brewery", 1).end_of_round()
    game.end_round()
    game.play(RemoveTile(slot="dudley/0"))
    game.play(RemoveTile(slot="stone/0"))
    assert (game.player().money, game.state.shortfalls) == (0, [])
    assert list(game.state.board) == ["worcester/0"]


@pytest.mark.rule("BB-24.11", "BB-D.37")
@pytest.mark.parametrize("level", [2, 4])
def test_tiles_worth_nothing_are_not_removed(level):
    game = short().tile("coventry/0", "pottery", level).tile("dudley/0", "coal_mine").tile("stone/0", "brewery")
    game.end_of_round()
    game.end_round()
    game.refuse("BB-24.11", RemoveTile(slot="coventry/0"))
    game.play(RemoveTile(slot="dudley/0"))
    assert list(game.state.board) == ["coventry/0"]
    assert not game.state.shortfalls


@pytest.mark.rule("BB-24.12", "BB-6.10", "BB-D.12")
@pytest.mark.parametrize(("points", "left"), [(9, 5), (4, 0), (2, 0), (0, 0)])
def test_missing_money_costs_points_but_none_below_0(points, left):
    game = short(2).end_of_round()
    game.player().points = points
    facts = game.end_round()
    assert ShortfallSettled(seat=0, paid=2, points_lost=points - left) in facts
    assert (game.player().money, game.player().points) == (0, left)


@pytest.mark.rule("BB-24.13")
def test_tiles_are_never_removed_for_another_reason():
    game = Game().hand("stone").money(0).tile("worcester/0", "cotton_mill", 1).tile("dudley/0", "coal_mine", 1)
    game.refuse("BB-24.13", RemoveTile(slot="worcester/0"))
    game.refuse("BB-1.14", Network(card="stone", links=("birmingham-dudley",)))


@pytest.mark.rule("BB-24.14", "BB-D.38")
def test_several_shortfalls_are_settled_in_the_new_turn_order():
    game = short(seats=3).income_space(LEVEL_MINUS_6, seat=2).money(0, seat=2)
    for seat, slots in ((0, ("worcester/0", "kidderminster/1")), (2, ("worcester/1", "stafford/0"))):
        for slot in slots:
            game.tile(slot, "cotton_mill", 1, owner=seat)
    game.end_of_round(7, 0, 3)
    game.end_round()
    assert game.state.turn_order == [1, 2, 0]
    assert [(shortfall.seat, shortfall.owed) for shortfall in game.state.shortfalls] == [(2, 6), (0, 6)]
    game.refuse("BB-24.14", RemoveTile(slot="worcester/0"), seat=0)
    game.play(RemoveTile(slot="worcester/1"), seat=2)
    assert game.acting == 0
    game.play(RemoveTile(slot="worcester/0"), seat=0)
    assert (game.acting, game.state.round) == (1, 3)


@pytest.mark.rule("BB-24.2", "BB-24.14", "BB-D.38")
def test_all_income_comes_before_the_first_shortfall():
    """Only Brass: Lancashire settles a shortfall before the next player's income."""
    game = short().income_space(12, seat=1).money(0, seat=1)
    game.tile("worcester/0", "cotton_mill", 1).tile("dudley/0", "coal_mine", 1)
    facts = game.end_of_round().end_round()
    assert (facts[-1].seats, facts[-1].due) == ((), ())
    assert game.acting == 0
    assert game.player(1).money == 1


@pytest.mark.rule("BB-24.12", "BB-24.14")
def test_all_players_settle_their_own_shortfall():
    game = short(1, seats=3).income_space(2, seat=2).money(0, seat=2)
    game.player(0).points = game.player(2).points = 20
    game.end_of_round()
    facts = game.end_round()
    assert [fact for fact in facts if isinstance(fact, ShortfallSettled)] == [
        ShortfallSettled(seat=0, paid=1, points_lost=5),
        ShortfallSettled(seat=2, paid=0, points_lost=8),
    ]


@pytest.mark.rule("BB-24.15")
def test_the_next_round_begins_unless_deck_and_hands_are_empty():
    game = Game().end_of_round()
    assert kinds(game.end_round())[-1] is RoundBegan
    shrinking = Game().end_of_round()
    shrinking.state.deck = []
    assert kinds(shrinking.end_round())[-1] is RoundBegan
    assert kinds(Game().last_round().end_round())[-1] is EraBegan


@pytest.mark.rule("BB-D.44")
def test_a_removed_tile_can_cost_the_network():
    game = short().tile("dudley/0", "coal_mine", 1, cubes=2).end_of_round()
    game.end_round()
    assert Position(game.copy(), 0).nothing_on_board
    assert len(list(legal_commands(ruleset, game.copy(), game.acting))) > 0


def test_to_act_says_why():
    game = short().tile("worcester/0", "cotton_mill", 1).tile("dudley/0", "coal_mine", 1).end_of_round()
    assert "End" in ruleset.to_act(game.state)[0].reason.text
    assert ruleset.confirmation(game.state) is not None
    game.end_round()
    assert ruleset.to_act(game.state)[0].reason.parts == {"owed": 6, "missing": 6}
    assert ruleset.confirmation(game.state) is None
    game.play(RemoveTile(slot="worcester/0"))
    assert ruleset.to_act(game.state)[0].reason.parts == {"actions": 2}


@pytest.mark.rule("BB-24.1")
def test_no_player_can_act_between_the_facts_that_end_a_round():
    game = Game().end_of_round()
    for fact in ruleset.decide(game.copy(), 1, EndTurn())[:-1]:
        ruleset.apply(game.state, fact)
        assert ruleset.to_act(game.state) == ()
        assert ruleset.confirmation(game.state) is None
        for seat in (0, 1):
            game.refuse("BB-24.1", EndTurn(), seat=seat)
