"""Turns, rounds, eras, the start player, and the final scoring (AW-3, AW-17, AW-18)."""

from __future__ import annotations

import pytest

from domain.arkwright.decide import confirmation, to_act
from domain.arkwright.model.commands import (
    BreakTie,
    DiscardEntrepreneur,
    EndTurn,
    KeepEntrepreneur,
    NameStartPlayer,
    PassAction,
    PassDevelopment,
)
from domain.arkwright.model.facts import EraBegan, GameEnded, NeutralsRaised, RoundBegan, SharesValued
from domain.arkwright.model.state import Sale
from domain.arkwright.scoring import score_of
from tests.domain.arkwright.builder import COMPONENTS, Game


@pytest.mark.rule("AW-3.4", "AW-3.5", "AW-11.1", "AW-4.1")
def test_a_turn_is_action_price_development_and_then_the_next_player_begins() -> None:
    game = Game(3).turns(1)
    game.refuse("AW-3.4", PassAction(), 0)
    game.play(PassAction(), 1)
    game.refuse("AW-3.5", PassAction(), 1)
    game.play(PassDevelopment(), 1)
    assert confirmation(game.state) == EndTurn()
    game.refuse("AW-3.4", PassAction(), 2)
    game.play(EndTurn(), 1)
    assert (game.acting, game.awaited) == (2, "action")
    assert confirmation(game.state) is None


@pytest.mark.rule("AW-1.6", "AW-3.3", "AW-3.2", "AW-17.1")
def test_after_a_round_the_next_good_is_active_and_the_start_player_card_passes_on() -> None:
    game = Game(3).turns(2).awaits("round_end")
    game.followed = game.run()
    began = game.next(RoundBegan)
    assert (began.round, began.good, began.start_player) == (2, "clothes", 0)
    assert [awaited.seat for awaited in began.pending[:3]] == [0, 1, 2]


@pytest.mark.rule("AW-3.1", "AW-17.2", "AW-17.3", "AW-19.2", "AW-D.37")
def test_after_the_fourth_round_a_new_era_begins_and_the_lowest_product_names_the_start_player() -> None:
    game = Game(3).at(1, "lamps").having(1, shares=9).having(0, loans=3, shipping_tokens=4)
    game.holding("trading_office", seat=2).used("trading_office", seat=2).awaits("round_end")
    game.followed = game.run()
    era = game.next(EraBegan)
    assert (era.era, era.ready) == (2, ((2, "trading_office"),))
    assert not game.player(2).cards[0].used
    assert (game.acting, game.awaited) == (1, "start_player")
    game.refuse("AW-D.37", NameStartPlayer(start_player=3), 1)
    fact = game.play(NameStartPlayer(start_player=2), 1)
    assert [each.product for each in fact.products] == [100, 90, 100]
    began = game.next(RoundBegan)
    assert (began.era, began.round, began.good, began.start_player) == (2, 1, "food", 2)


@pytest.mark.rule("AW-17.4", "AW-17.5", "AW-D.36")
def test_ties_for_the_lowest_product_go_by_funds_and_then_clockwise() -> None:
    game = Game(3).at(1, "lamps").having(2, funds=20).awaits("round_end")
    game.run()
    assert game.acting == 2
    game = Game(3).turns(1).at(1, "lamps").having(1, funds=60).awaits("round_end")
    game.run()
    assert game.acting == 2
    game = Game(3).turns(1).at(1, "lamps").awaits("round_end")
    game.run()
    assert game.acting == 1


@pytest.mark.rule("AW-17.6", "AW-D.54")
def test_two_players_the_neutral_company_rises_after_eras_i_and_ii() -> None:
    game = Game(2).at(1, "lamps").demand(food=1, clothes=1, cutlery=2, lamps=2).awaits("round_end")
    game.state.neutral = {"food": 3, "clothes": 3, "cutlery": 2, "lamps": 2}
    game.run()
    game.play(NameStartPlayer(start_player=1), game.acting)
    raised = game.next(NeutralsRaised)
    assert raised.neutral == {"food": 4, "clothes": 4, "cutlery": 3, "lamps": 3}
    assert raised.demand == {"food": 2, "clothes": 2, "cutlery": 2, "lamps": 2}
    assert game.facts[-1] == game.next(RoundBegan)
    last = Game(2).at(3, "lamps").awaits("round_end")
    last.state.neutral = dict(raised.neutral)
    last.followed = last.run()
    assert not last.happened(NeutralsRaised)


@pytest.mark.rule("AW-19.5", "AW-19.6", "AW-15.3")
def test_the_entrepreneur_breaks_a_tie_for_its_holder_once_per_era() -> None:
    game = Game(2).open("food", appeal=4).open("food", 1, appeal=4).holding("entrepreneur")
    game.state.sales = [Sale(0, 2, 4), Sale(1, 2, 4)]
    game.awaits("valuation", "wear", "round_end")
    assert game.run() == []
    assert (game.acting, to_act(game.state)[0].seat) == (0, 0)
    game.play(BreakTie(use=True))
    assert [player.share_value for player in game.state.players] == [12, 11]
    assert game.player().cards[0].used
    again = Game(2).open("food", appeal=4).open("food", 1, appeal=4).holding("entrepreneur").used("entrepreneur")
    again.state.sales = [Sale(0, 2, 4), Sale(1, 2, 4)]
    again.awaits("valuation", "wear", "round_end")
    again.followed = again.run()
    assert again.next(SharesValued).tied


@pytest.mark.rule("AW-19.6")
def test_the_entrepreneur_is_optional_and_only_for_tied_players() -> None:
    game = Game(2).open("food", appeal=4).open("food", 1, appeal=4).holding("entrepreneur")
    game.state.sales = [Sale(0, 2, 4), Sale(1, 2, 4)]
    game.awaits("valuation", "wear", "round_end").play(BreakTie(use=False))
    assert game.next(SharesValued).tied
    other = Game(3).open("food", appeal=4).open("food", 1, appeal=4).holding("entrepreneur", seat=2)
    other.state.sales = [Sale(0, 2, 4), Sale(1, 2, 4)]
    other.awaits("valuation", "wear", "round_end").run()
    assert other.awaited == "round_end"


@pytest.mark.rule("AW-19.7", "AW-D.38", "AW-19.3")
def test_the_entrepreneur_is_discarded_for_the_next_start_player() -> None:
    game = Game(3).holding("entrepreneur", seat=1).awaits("round_end")
    game.refuse("AW-19.7", DiscardEntrepreneur(start_player=3), 1)
    game.play(DiscardEntrepreneur(start_player=0), 1)
    assert game.next(RoundBegan).start_player == 0
    assert not game.player(1).cards
    kept = Game(3).holding("entrepreneur", seat=1).awaits("round_end")
    kept.play(KeepEntrepreneur(), 1)
    assert kept.next(RoundBegan).start_player == 1


@pytest.mark.rule("AW-19.8", "AW-D.38")
def test_at_the_end_of_an_era_the_entrepreneur_replaces_the_choice_of_the_lowest_product() -> None:
    game = Game(3).at(1, "lamps").holding("entrepreneur").awaits("round_end")
    game.play(DiscardEntrepreneur(start_player=2))
    assert game.awaited == "action"
    assert game.next(RoundBegan).start_player == 2
    last = Game(3).at(3, "lamps").holding("entrepreneur").awaits("round_end")
    last.run()
    assert last.state.finished


@pytest.mark.rule("AW-17.7", "AW-18.1", "AW-18.2", "AW-18.3", "AW-18.4", "AW-18.5", "AW-18.6")
def test_the_final_scoring_goes_step_by_step() -> None:
    game = Game(2).at(3, "lamps").open("food").stored("W1", "food", 2).levels(stock_exchange=3).holding("broker")
    game.having(funds=47, share_value=12, shares=15, loans=2, shipping_tokens=3).awaits("round_end")
    game.followed = game.run()
    score = game.next(GameEnded).scores[0]
    assert (score.goods, score.goods_income) == (2, 4)
    assert (score.bought, score.paid, score.funds) == (4, 48, 3)
    assert (score.loans, score.shares) == (2, 17)
    assert (score.shipping_loss, score.share_value) == (3, 9)
    assert score.score == 153
    assert game.state.finished


@pytest.mark.rule("AW-18.3", "AW-D.20")
def test_no_more_than_30_shares_are_bought_at_the_end_and_nothing_falls_below_0() -> None:
    game = Game(2).having(funds=200, share_value=10, shares=25)
    assert score_of(COMPONENTS, 0, game.player()).bought == 5
    game.having(funds=0, shares=2, loans=9, share_value=5, shipping_tokens=9)
    score = score_of(COMPONENTS, 0, game.player())
    assert (score.shares, score.share_value) == (0, 0)


def finished(*players: dict[str, int]) -> Game:
    game = Game(len(players)).at(3, "lamps").awaits("round_end")
    for seat, values in enumerate(players):
        game.having(seat, **values)
    game.followed = game.run()
    return game


@pytest.mark.rule("AW-18.7")
def test_the_highest_score_wins_then_the_most_funds_or_the_victory_is_shared() -> None:
    game = finished({"funds": 0}, {"funds": 0, "shares": 11})
    assert [(place.place, place.seat, place.points) for place in game.state.ranking] == [(1, 1, 110), (2, 0, 100)]
    assert game.state.decided_by == "score"
    game = finished({"funds": 3}, {"funds": 7})
    assert [place.seat for place in game.state.ranking] == [1, 0]
    assert game.state.decided_by == "funds"
    game = finished({"funds": 3}, {"funds": 3})
    assert [place.place for place in game.state.ranking] == [1, 1]
    assert game.state.decided_by == "shared"


@pytest.mark.rule("AW-17.7")
def test_no_player_can_act_after_the_end() -> None:
    game = finished({"funds": 0}, {"funds": 0})
    assert to_act(game.state) == ()
    game.refuse("AW-17.7", PassAction())
