"""Section 4: cards."""

from collections import Counter

import pytest

from domain.brass.birmingham import ruleset
from domain.game import HIDDEN
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
    components,
)

SIX = ("cotton_mill", "manufacturer", "pottery", "coal_mine", "iron_works", "brewery")


def ready_for_anything():
    """Every action is possible, with any card but build."""
    game = Game().links("birmingham-worcester", "gloucester-worcester")
    return game.tile("birmingham/1", "manufacturer", 1)


SALE = Sale(slot="birmingham/1", merchant="gloucester/0", beer=("gloucester/0",), bonus="coal_mine")


def action_with(card, kind):
    return {
        "build": Build(card=card, industry="iron_works", slot="dudley/1", coal=("market",)),
        "network": Network(card=card, links=("birmingham-dudley",)),
        "develop": Develop(card=card, industries=("coal_mine",), iron=("market",)),
        "sell": Sell(card=card, sales=(SALE,)),
        "loan": Loan(card=card),
        "pass": Pass(card=card),
    }[kind]


@pytest.mark.rule("BB-4.1", "BB-4.3")
@pytest.mark.parametrize("kind", ["build", "network", "develop", "sell", "loan", "pass"])
def test_every_action_costs_a_card_that_goes_face_up_on_the_own_pile(kind):
    game = ready_for_anything().hand("stone", "dudley", "leek")
    game.links("dudley-wolverhampton", "coalbrookdale-wolverhampton", "coalbrookdale-shrewsbury", owner=1)
    game.play(action_with("dudley", kind))
    assert game.player().hand == ["stone", "leek"]
    assert game.player().discards == ["dudley"]
    game.play(Pass(card="stone"))
    assert game.player().discards == ["dudley", "stone"]
    assert game.player(1).discards == []


@pytest.mark.rule("BB-4.1")
def test_a_card_that_is_not_in_the_hand_pays_for_nothing():
    game = ready_for_anything().hand("stone", "leek", "dudley")
    game.refuse("BB-4.1", Pass(card="birmingham"))
    game.refuse("BB-4.1", Pass(card=HIDDEN))
    game.refuse("BB-4.1", Scout(cards=("stone", "stone", "leek")))


@pytest.mark.rule("BB-4.2", "BB-D.7")
def test_only_build_needs_a_particular_card():
    game = ready_for_anything().hand("stone", "wild_location", "pottery")
    offered = game.offered()
    for kind in ("network", "develop", "sell", "loan", "pass"):
        for card in game.player().hand:
            assert action_with(card, kind) in offered
    game.refuse("BB-11.3", Build(card="stone", industry="iron_works", slot="dudley/1", coal=("market",)))


@pytest.mark.rule("BB-4.4")
@pytest.mark.parametrize("card", ["wild_location", "wild_industry"])
@pytest.mark.parametrize("kind", ["build", "network", "develop", "sell", "loan", "pass"])
def test_a_discarded_wild_card_goes_back_to_its_pile(card, kind):
    game = ready_for_anything().hand("stone", card).links("dudley-wolverhampton")
    game.links("coalbrookdale-wolverhampton", "coalbrookdale-shrewsbury")
    setattr(game.state, card, 3)
    game.play(action_with(card, kind))
    assert getattr(game.state, card) == 4
    assert game.player().discards == []
    assert game.player().hand == ["stone"]


@pytest.mark.rule("BB-4.5", "BB-4.6")
def test_the_hand_is_refilled_at_the_end_of_the_turn_only():
    game = Game()
    top = game.state.deck[:2]
    game.play(Pass(card=game.player().hand[0]))
    assert len(game.player().hand) == 7
    game.play(Pass(card=game.player().hand[0]))
    assert len(game.player().hand) == 6
    ended = game.play(EndTurn())
    assert list(ended.drawn) == top
    assert game.player().hand[6:] == top
    assert len(game.player().hand) == 8


@pytest.mark.rule("BB-4.5")
def test_after_scouting_the_hand_is_refilled_to_eight_too():
    game = Game()
    game.play(Scout(cards=tuple(game.player().hand[:3])))
    game.play(Pass(card=game.player().hand[0]))
    game.play(EndTurn())
    assert len(game.player().hand) == 8


@pytest.mark.rule("BB-4.7", "BB-4.8")
def test_once_the_deck_is_empty_hands_shrink_and_discards_stay():
    game = Game()
    game.state.deck = ["stone"]
    for _ in range(2):
        game.play(Pass(card=game.player().hand[0]))
    game.play(EndTurn())
    assert len(game.player().hand) == 7
    assert game.state.deck == []
    assert len(game.player().discards) == 2
    game.pass_turn()
    assert len(game.player(1).hand) == 6
    assert len(game.player(1).discards) == 2


@pytest.mark.rule("BB-4.9", "BB-D.8")
def test_discards_are_public_hands_deck_and_face_down_cards_are_not():
    game = Game(3)
    game.play(Pass(card=game.player().hand[0]))
    for viewer in (1, "spectator"):
        seen = ruleset.view(game.state, viewer)
        assert seen.players[0].discards == game.player().discards
        assert set(seen.players[0].hand) == set(seen.players[0].face_down) == set(seen.deck) == {HIDDEN}
    own = ruleset.view(game.state, 0)
    assert own.players[0].hand == game.player().hand
    assert own.players[0].face_down == game.player().face_down


@pytest.mark.rule("BB-4.10")
def test_a_location_card_names_one_town():
    for card in components.cards:
        towns = components.card_towns[card.id]
        assert len(towns) == (0 if card.industries else 1)


@pytest.mark.rule("BB-4.11")
def test_an_industry_card_counts_as_any_of_its_icons():
    game = Game(4).hand("cotton_mill+manufacturer")
    built = {(command.card, command.industry) for command in game.offered() if isinstance(command, Build)}
    assert built == {("cotton_mill+manufacturer", "cotton_mill")}
    game.links("birmingham-oxford", owner=1).tile("birmingham/1", "cotton_mill", 1)
    game.hand("cotton_mill+manufacturer").links("gloucester-redditch")
    built = {command.industry for command in game.offered() if isinstance(command, Build)}
    assert built == {"manufacturer"}


@pytest.mark.rule("BB-4.12", "BB-11.4", "BB-D.9")
def test_a_wild_location_card_covers_all_twenty_towns():
    game = Game(2, "rail").hand("wild_location").links(*(line.id for line in components.lines_of["rail"]), owner=1)
    for industry in SIX:
        game.mat(industry, 2)
    places = {command.slot.split("/")[0] for command in game.offered() if isinstance(command, Build)}
    assert places == {town.id for town in components.towns}
    assert len(places) == 20


@pytest.mark.rule("BB-4.13", "BB-D.9")
def test_a_wild_location_card_never_counts_as_a_farm_brewery():
    game = Game().hand("wild_location").tile("farm_brewery_north/0", "brewery", 1)
    game.refuse(
        "BB-4.13", Build(card="wild_location", industry="brewery", slot="farm_brewery_south/0", iron=("market",))
    )


@pytest.mark.rule("BB-4.14")
def test_a_wild_industry_card_builds_any_industry():
    game = Game(2, "rail").hand("wild_industry").links(*(line.id for line in components.lines_of["rail"]), owner=1)
    for industry in SIX:
        game.mat(industry, 2)
    industries = {command.industry for command in game.offered() if isinstance(command, Build)}
    assert industries == set(SIX)


@pytest.mark.rule("BB-4.15", "BB-24.15")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_cards_run_out_exactly_with_the_last_round_of_an_era(seats):
    game = Game.from_the_start(seats)
    rounds = components.constants.rounds_per_era[seats]
    for era in ("canal", "rail"):
        while game.state.era == era and not game.state.finished:
            assert game.state.round <= rounds
            last = game.state.round == rounds and game.state.turn == seats - 1
            before = Counter(game.player(game.acting).hand)
            game.pass_turn()
            if last:
                assert before.total() == 2
    assert game.state.finished
