"""The solo game: the opponents' turn and production, the scoring, the achievements (AW-S)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.arkwright.model.commands import (
    AddDistribution,
    AddQuality,
    Advance,
    BuyAtStart,
    ChooseAchievements,
    ChooseFactory,
    DiscardEntrepreneur,
    EarlyShipping,
    EndTurn,
    Produce,
    TakeCard,
    UseBroker,
)
from domain.arkwright.model.components import figures
from domain.arkwright.model.facts import (
    AutomaAdvanced,
    AutomaOpened,
    AutomaProduced,
    AutomasGained,
    AutomasPrepared,
    EraBegan,
    FundsMarkerMoved,
    GameEnded,
    MarkerDrawn,
    RoundBegan,
    SharesValued,
)
from domain.arkwright.model.state import Awaiting, HeldCard, Solo, SupplyCard
from domain.arkwright.scoring import score_of
from domain.arkwright.solo.achievements import reached
from tests.domain.arkwright.builder import COMPONENTS, Game

NEUTRAL = COMPONENTS.solo.colours.neutral
ONE, OTHER = COMPONENTS.solo.colours.automas


def solo(game: Game) -> Solo:
    assert game.state.solo
    return game.state.solo


def alone(**options: bool) -> Game:
    """Food belongs to one automa at 4, clothes to the other; the human has a factory of food."""
    game = Game(1, **options).open("food", appeal=0)
    first, second = solo(game).automas
    first.appeal, second.appeal = {"food": 4, "lamps": 3}, {"clothes": 4, "cutlery": 3}
    return game.demand(food=3, clothes=3, cutlery=3, lamps=3)


def drawing(colour: str, game: Game | None = None) -> Game:
    """Return a game in which the opponents are about to draw this marker."""
    game = game or alone()
    solo(game).bags[0].remove(colour)
    solo(game).bags[0].insert(0, colour)
    return game.awaits("opponents")


@pytest.mark.rule("AW-S.1", "AW-S.10", "AW-S.13", "AW-S.11", "AW-S.12", "AW-D.55")
def test_the_human_chooses_a_factory_then_the_automas_are_laid_out_then_the_second() -> None:
    game = Game.from_the_start(1)
    start = dict(game.state.demand)
    game.play(ChooseFactory(good="food"))
    prepared = game.next(AutomasPrepared)
    assert prepared.appeal == {"food": 4, "clothes": 4, "cutlery": 3, "lamps": 3}
    steps = {good: prepared.demand[good] - start[good] for good in start}
    assert steps == {"food": 2, "clothes": 2, "cutlery": 1, "lamps": 1}
    assert sorted(len(automa.appeal) for automa in solo(game).automas) == [2, 2]
    game.refuse("AW-S.13", ChooseFactory(good="food"))
    game.play(ChooseFactory(good="lamps"))
    assert game.factory("lamps").workers
    assert game.awaited == "bonus"


@pytest.mark.rule("AW-D.56", "AW-S.8")
def test_the_bonus_is_a_point_or_a_card_without_a_funds_marker() -> None:
    game = Game.from_the_start(1)
    game.play(ChooseFactory(good="food"))
    game.play(ChooseFactory(good="lamps"))
    marked = solo(game).markers[NEUTRAL]
    card = next(card for card in game.state.supply if card.id == solo(game).display[marked])
    game.refuse("AW-S.8", TakeCard(card=card.type, place=marked))
    game.play(Advance(track="quality"))
    assert game.awaited == "action"


@pytest.mark.rule("AW-S.16", "AW-S.18", "AW-S.25", "AW-D.64")
def test_after_the_humans_turn_the_opponents_draw_a_marker_and_all_players_produce() -> None:
    game = drawing(ONE)
    game.state.pending = [Awaiting("end", 0), Awaiting("opponents"), Awaiting("begin_production")]
    game.play(EndTurn())
    kinds = [type(fact) for fact in game.followed]
    assert kinds[:4] == [MarkerDrawn, AutomaAdvanced, AutomasGained, FundsMarkerMoved]
    assert solo(game).drawn == [ONE]


@pytest.mark.rule("AW-S.19", "AW-S.15")
def test_the_drawn_automas_marker_advances_two_spaces_and_demand_follows() -> None:
    game = drawing(ONE)
    game.followed = game.run()
    fact = game.next(AutomaAdvanced)
    assert (fact.good, fact.appeal_from, fact.appeal_to, fact.arrows) == ("food", 4, 6, 1)
    assert (fact.demand_from, fact.demand_to) == (3, 4)


@pytest.mark.rule("AW-S.20", "AW-S.15")
def test_an_automa_without_a_marker_there_opens_a_factory() -> None:
    game = drawing(OTHER, alone().at(2))
    del solo(game).bags[0]
    game = drawing(OTHER, game)
    game.followed = game.run()
    fact = game.next(AutomaOpened)
    assert (fact.appeal, fact.opening, fact.extra, fact.arrows) == (5, 3, 2, 2)
    assert game.state.demand == {"food": 4, "clothes": 2, "cutlery": 2, "lamps": 2}
    assert game.state.wage_space == 1


@pytest.mark.rule("AW-S.21", "AW-D.58", "AW-D.62")
def test_automas_not_drawn_gain_a_share() -> None:
    game = drawing(ONE)
    game.run()
    assert [automa.shares for automa in solo(game).automas] == [12, 13]
    game = drawing(NEUTRAL)
    solo(game).automas[0].shares = 30
    demand = dict(game.state.demand)
    game.run()
    assert [automa.shares for automa in solo(game).automas] == [30, 13]
    assert game.state.demand == demand


def display(game: Game, **markers: int) -> Game:
    """Return a full display with the funds markers at these places."""
    solo(game).display = [f"C{place}" for place in range(15)]
    game.state.supply = [SupplyCard(id, "contract") for id in solo(game).display]
    solo(game).markers = {ONE: markers["one"], OTHER: markers["other"], NEUTRAL: markers["neutral"]}
    return game


@pytest.mark.rule("AW-S.22", "AW-S.23", "AW-D.61")
def test_the_funds_marker_moves_a_card_for_each_appeal_marker_and_skips_empty_places() -> None:
    game = display(drawing(ONE), one=13, other=5, neutral=10)
    solo(game).display[14] = ""
    game.followed = game.run()
    moved = game.next(FundsMarkerMoved)
    assert (moved.steps, moved.place_from, moved.place_to) == (2, 13, 1)


@pytest.mark.rule("AW-S.24", "AW-D.61")
def test_the_funds_marker_does_not_stop_on_another() -> None:
    game = display(drawing(ONE), one=0, other=2, neutral=3)
    game.followed = game.run()
    assert game.next(FundsMarkerMoved).place_to == 4
    game = display(drawing(ONE), one=0, other=1, neutral=2)
    solo(game).display = ["C0", "C1", "C2", *("" for _ in range(12))]
    game.followed = game.run()
    assert game.next(FundsMarkerMoved).place_to == 0


@pytest.mark.rule("AW-S.8", "AW-S.26")
def test_cards_are_taken_off_the_display_and_discarded_to_its_first_empty_place() -> None:
    game = alone().step("development")
    place = next(place for place in range(15) if place not in solo(game).markers.values())
    card = next(card for card in game.state.supply if card.id == solo(game).display[place])
    at = "food" if card.type == "supervisor" else ""
    game.play(TakeCard(card=card.type, place=place, at=at))
    assert solo(game).display[place] == ""
    game.levels(development_cards=1).step("development")
    game.player().cards.append(HeldCard("X", "overtime"))
    command = next(
        command
        for command in game.offered()
        if isinstance(command, TakeCard) and command.discard == card.type and command.place != place
    )
    fact = game.play(command)
    assert fact.discarded_to == place
    assert solo(game).display[place] == card.id


@pytest.mark.rule("AW-S.27", "AW-S.28", "AW-S.29", "AW-D.59", "AW-D.60")
def test_automas_sell_without_costs_and_gain_share_value_or_a_share() -> None:
    game = alone().open("food", appeal=4, workers="I I").demand(food=1)
    solo(game).automas[1].appeal["food"] = 2
    game.awaits("begin_production")
    game.run()
    game.play(Produce())
    produced = [fact for fact in game.facts if isinstance(fact, AutomaProduced)]
    assert [(fact.colour, fact.sold, fact.shares_gained) for fact in produced] == [(ONE, 3, 0), (OTHER, 1, 1)]
    assert [automa.shares for automa in solo(game).automas] == [12, 13]
    assert [automa.share_value for automa in solo(game).automas] == [13, 12]
    valued = next(fact for fact in game.facts if isinstance(fact, SharesValued))
    assert valued.tied


@pytest.mark.rule("AW-D.60", "AW-D.59")
def test_an_automa_with_the_highest_appeal_gains_two_steps_and_one_without_a_marker_nothing() -> None:
    game = alone().open("food", appeal=1).demand(food=1).awaits("automas", "valuation", "wear", "round_end")
    game.run()
    assert [(automa.share_value, automa.shares) for automa in solo(game).automas] == [(14, 12), (12, 12)]


@pytest.mark.rule("AW-S.17", "AW-D.64")
def test_the_entrepreneur_lets_the_human_play_after_the_opponents() -> None:
    game = alone().holding("entrepreneur").awaits("round_end")
    solo(game).display[0] = ""
    game.play(DiscardEntrepreneur(start_player=1))
    began = game.next(RoundBegan)
    assert began.opponents_first
    assert game.happened(MarkerDrawn)
    assert (game.acting, game.awaited) == (0, "action")
    own = alone().holding("entrepreneur").awaits("round_end")
    own.play(DiscardEntrepreneur(start_player=0))
    assert not own.happened(MarkerDrawn)


@pytest.mark.rule("AW-S.30", "AW-D.57")
def test_drawn_markers_go_back_into_the_bag_at_the_end_of_an_era() -> None:
    game = alone().at(1, "lamps").awaits("round_end")
    solo(game).drawn = [ONE, NEUTRAL, ONE, OTHER]
    game.followed = game.run()
    assert game.next(EraBegan).markers_returned == (ONE, NEUTRAL, ONE, OTHER)
    assert solo(game).drawn == []
    assert sorted(solo(game).bags[0]) == sorted(COMPONENTS.bag)
    assert len(COMPONENTS.bag) >= 4


def ended(game: Game, **values: int) -> Game:
    game.having(0, **{"funds": 0, **values}).at(3, "lamps").awaits("round_end")
    game.followed = game.run()
    return game


@pytest.mark.rule("AW-S.1", "AW-S.31", "AW-D.63")
def test_the_human_has_to_beat_both_automas_and_wins_ties() -> None:
    game = ended(alone(), shares=12, share_value=12)
    result = game.next(GameEnded)
    assert [score.score for score in result.automa_scores] == [144, 144]
    assert (result.ranking[0].place, result.ranking[0].points) == (1, 144)
    second = alone()
    solo(second).automas[1].shares = 13
    assert ended(second, shares=12, share_value=12).state.ranking[0].place == 2
    assert ended(alone(), shares=10, share_value=12).state.ranking[0].place == 3


@pytest.mark.rule("AW-D.66")
def test_bankruptcy_loses_the_solo_game() -> None:
    game = alone().having(funds=0, loans=9).produces(0)
    game.play(Produce())
    result = game.next(GameEnded)
    assert (result.ranking[0].place, result.decided_by) == (3, "bankruptcy")


@pytest.mark.rule("AW-S.32")
def test_achievements_are_for_winners() -> None:
    assert "patriot" in ended(alone(), shares=20, share_value=20).state.achievements
    assert ended(alone(), shares=5).state.achievements == []


@pytest.mark.rule("AW-S.33")
def test_the_variant_lets_choose_two_after_a_win_and_one_as_second() -> None:
    game = ended(alone(choose_achievements=True), shares=20, share_value=20)
    assert not game.state.finished
    first, second, *_ = game.state.achievements
    game.refuse("AW-S.33", ChooseAchievements(achievements=(first,)))
    game.play(ChooseAchievements(achievements=(first, second)))
    assert game.state.finished
    assert game.state.achievements == [first, second]
    other = alone(choose_achievements=True)
    solo(other).automas[1].shares = 30
    ended(other, shares=15, share_value=12)
    assert other.state.ranking[0].place == 2
    other.play(ChooseAchievements(achievements=(other.state.achievements[0],)))
    third = ended(alone(choose_achievements=True), shares=5)
    assert third.state.finished


def fulfilled(game: Game) -> set[str]:
    return set(reached(COMPONENTS, game.player(), score_of(COMPONENTS, 0, game.player())))


@pytest.mark.rule("AW-S.34", "AW-S.42", "AW-S.43", "AW-S.44", "AW-S.45", "AW-S.47")
def test_achievements_of_money_and_shares() -> None:
    game = alone().having(funds=0, shares=25, share_value=20)
    assert {"tycoon", "boss"} <= fulfilled(game)
    game.having(shares=24)
    assert not {"tycoon", "boss", "master_broker"} & fulfilled(game)
    game.having(shares=30, share_value=25, funds=199)
    assert {"master_broker", "stock_enthusiast"} <= fulfilled(game)
    assert not {"boss", "stock_magnate", "nouveau_riche"} & fulfilled(game)
    game.having(share_value=30, funds=200)
    assert {"stock_magnate", "nouveau_riche"} <= fulfilled(game)
    assert "stock_enthusiast" not in fulfilled(game)


@pytest.mark.rule("AW-S.35", "AW-S.36", "AW-S.37", "AW-S.38", "AW-S.48", "AW-D.65")
def test_achievements_for_actions_that_were_never_taken() -> None:
    game = alone()
    tally = game.player().tally
    assert {"patriot", "true_labourer", "workers_hero", "gentleperson"} <= fulfilled(game)
    tally.ships_used, tally.automate_actions, tally.stock_exchange_advances = 1, 1, 1
    tally.cards_used, tally.shippings = ["patent"], 5
    assert not {"patriot", "true_labourer", "workers_hero", "gentleperson"} & fulfilled(game)
    assert "seafarer" in fulfilled(game)
    tally.ships_used, tally.shippings, tally.stock_exchange_advances = 9, 4, 0
    assert "seafarer" not in fulfilled(game)
    tally.cards_gained.append("broker")
    assert "gentleperson" in fulfilled(game)


@pytest.mark.rule("AW-S.38")
def test_a_broker_that_is_held_or_thrown_away_unused_leaves_a_gentleperson() -> None:
    game = alone().step("development").levels(stock_exchange=1).holding("broker", "overtime")
    card = next(command for command in game.offered() if isinstance(command, TakeCard) and command.discard == "broker")
    game.play(card)
    assert "gentleperson" in fulfilled(game)
    game = alone().step("development").holding("broker")
    game.play(UseBroker(shares=0))
    assert game.player().tally.brokers_used == 1
    assert "gentleperson" not in fulfilled(game)


@pytest.mark.rule("AW-S.38")
def test_a_table_started_with_the_older_figures_still_asks_whether_a_broker_was_gained() -> None:
    game = alone().with_figure("brokers_used_max = 0", 'never_gained = ["broker"]').step("development")
    game.holding("broker").player().tally.cards_gained.append("broker")
    fact = game.play(UseBroker(shares=0))
    assert b"counted" not in msgspec.json.encode(fact)
    assert b"brokers_used" not in msgspec.json.encode(game.state)
    figures_then = figures.of(game.state.figures)
    assert "gentleperson" not in reached(figures_then, game.player(), score_of(figures_then, 0, game.player()))


@pytest.mark.rule("AW-S.36", "AW-D.65")
@pytest.mark.parametrize("card", ["engineer", "patent"])
def test_an_engineer_or_patent_that_never_came_to_a_factory_leaves_a_true_labourer(card: str) -> None:
    game = alone().step("development").holding(card, "overtime")
    game.player().tally.cards_gained = [card, "overtime"]
    game.play(next(each for each in game.offered() if isinstance(each, TakeCard) and each.discard == card))
    assert "true_labourer" in fulfilled(game)


@pytest.mark.rule("AW-S.36", "AW-D.65")
@pytest.mark.parametrize("lay", [AddQuality, AddDistribution])
def test_an_engineer_or_patent_at_a_factory_is_used_even_if_it_goes_again(lay: type[Any]) -> None:
    game = alone().levels(quality=1, distribution=1).holding("engineer", "patent").step("action")
    brought = {COMPONENTS.card_of_type["engineer"], COMPONENTS.card_of_type["patent"]}
    own = next(each for each in game.offered() if isinstance(each, lay) and not brought & {x.card for x in each.cards})
    game.play(own)
    assert "true_labourer" in fulfilled(game)
    game.step("action")
    theirs = next(each for each in game.offered() if isinstance(each, lay) and brought & {x.card for x in each.cards})
    assert game.play(theirs).used == (("engineer",) if lay is AddQuality else ("patent",))
    assert "true_labourer" not in fulfilled(game)
    game.step("action").play(lay(cards=()))
    assert "true_labourer" not in fulfilled(game)


@pytest.mark.rule("AW-S.48", "AW-D.65")
def test_a_production_or_early_shipping_is_one_shipping_however_many_ships_sail() -> None:
    game = alone(early_shipping=True).open("food", workers="I I").having(ships=2).levels(shipping=1)
    game.produces(0)
    most = max(each.shipped for each in game.offered() if isinstance(each, Produce))
    assert game.play(Produce(shipped=most)).ships == 2
    tally = game.player().tally
    assert (tally.ships_used, tally.shippings) == (2, 1)
    game.at(1).having(ships=2).stored("W1", "food", 2).step("action")
    game.play(next(each for each in game.offered() if isinstance(each, EarlyShipping)))
    assert tally.shippings == 2
    game.at(1).produces(0)
    game.play(Produce())
    assert tally.shippings == 2


@pytest.mark.rule("AW-S.36", "AW-S.48")
def test_a_table_started_with_the_older_figures_still_asks_what_was_gained_and_how_many_ships_sailed() -> None:
    text = figures.content(figures.current()).decode()
    text = text.replace('never_used = ["patent", "engineer"]', 'never_gained = ["patent", "engineer"]')
    older = figures.record(text.replace("shippings_min = 5", "ships_used_min = 5").encode())
    game = alone().open("food", workers="I I").having(ships=2).produces(0)
    game.state.figures = older
    assert b"counted" not in msgspec.json.encode(game.play(Produce(shipped=1)))
    game.step("action").holding("engineer").levels(quality=1)
    card = COMPONENTS.card_of_type["engineer"]
    lays = next(
        each for each in game.offered() if isinstance(each, AddQuality) and card in {x.card for x in each.cards}
    )
    assert b"used" not in msgspec.json.encode(game.play(lays))
    encoded = msgspec.json.encode(game.state)
    assert b"shippings" not in encoded
    assert b"cards_used" not in encoded
    tally = game.player().tally
    tally.ships_used, tally.cards_gained = 5, ["engineer"]
    found = reached(figures.of(older), game.player(), score_of(figures.of(older), 0, game.player()))
    assert "seafarer" in found
    assert "true_labourer" not in found


@pytest.mark.rule("AW-S.39", "AW-S.40", "AW-S.41", "AW-D.65")
def test_achievements_of_factories() -> None:
    game = alone().open("food", workers="I I").open("clothes", workers="I I")
    assert "specialist" in fulfilled(game)
    game.open("cutlery", workers="I I")
    assert not {"specialist", "all_rounder"} & fulfilled(game)
    game.open("lamps", workers="I")
    assert "all_rounder" in fulfilled(game)
    assert "full_line" not in fulfilled(game)
    game.open("lamps", workers="I I")
    assert "full_line" in fulfilled(game)


@pytest.mark.rule("AW-S.46")
def test_the_achievement_of_a_start_without_funds() -> None:
    game = alone(buy_shares_at_start=True).step("shares")
    game.play(BuyAtStart(shares=5))
    assert "rags_to_riches" in fulfilled(game)
    assert "rags_to_riches" not in fulfilled(alone())
