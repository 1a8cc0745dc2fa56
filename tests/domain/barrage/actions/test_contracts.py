"""Sections 12 and 17: fulfilling contracts, and the contract office."""

import pytest

from domain.barrage import ruleset
from domain.barrage.model.changes import Gained, PileRenewed, Shown
from domain.barrage.model.commands import (
    Decline,
    DiscardContract,
    EndTurn,
    FulfilContract,
    Produce,
    TakeContract,
    UseSpace,
)
from domain.barrage.model.figures import figures
from tests.domain.barrage.builder import Game


def produced(drops, *contracts, **national):
    """Produce 5 energy this number of times; then a contract may be fulfilled."""
    game = Game(3).dam("B1U", 3, 3).conduit("1A").powerhouse("P8-1").contracts(*contracts)
    game.state.displays["national"] = national.get("national", ["national-3", "national-5"])
    game.play(UseSpace(space="TS-0/left"), Produce(dam="B1U", conduit="1A", powerhouse="P8-1", drops=drops))
    return game


def fulfil(contract):
    return FulfilContract(contract=contract)


# --------------------------------------------------------------------------------------------------------------------
# Fulfilling
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BA-12.1")
def test_a_single_production_must_yield_what_a_contract_requires():
    game = produced(1, "yellow-01", "yellow-07", "red-01")
    game.refuse("BA-12.1", fulfil("yellow-07"))
    game.refuse("BA-12.1", fulfil("red-01"))
    game.decide(fulfil("yellow-01"))


@pytest.mark.rule("BA-12.2", "BA-X.16")
def test_one_production_fulfils_one_contract():
    game = produced(1, "green-09", "green-03")
    game.wheel(2, "basic-base", 3, 0)
    game.play(fulfil("green-09"))
    assert game.company().energy == 5 + 2
    assert game.company().excavators == 40 + 3
    game.refuse("BA-8.2", fulfil("green-03"))
    assert game.company().contracts == ["green-03"]


@pytest.mark.rule("BA-12.3", "BA-X.17")
def test_a_national_contract_may_be_fulfilled_instead():
    game = produced(3, "green-03", national=["national-1", "national-4"])
    assert {fulfil("green-03"), fulfil("national-1"), fulfil("national-4")} <= game.offered()
    game.play(fulfil("national-4"))
    assert (game.company().vp, game.company().energy) == (18, 15 + 6)
    assert game.company().fulfilled == ["national-4"]
    assert "national-4" not in game.state.displays["national"]
    assert game.company().contracts == ["green-03"]


@pytest.mark.rule("BA-12.4")
def test_fulfilling_is_optional():
    game = produced(1, "green-03")
    game.play(Decline())
    assert game.company().contracts == ["green-03"]
    assert game.state.pending[-1].kind == "end_turn"


@pytest.mark.rule("BA-12.5", "BA-12.6", "BA-X.4")
def test_the_reward_is_gained_at_once_and_the_tile_is_kept_face_down():
    game = produced(1, "green-10")
    game.play(fulfil("green-10"))
    assert (game.company().vp, game.company().credits) == (14, 42)
    assert (game.company().contracts, game.company().fulfilled) == ([], ["green-10"])
    game.play(EndTurn())
    game.state.pending[-1] = type(game.state.pending[-1])(kind="contract", seat=0, energy=9, optional=True)
    game.contracts("green-03")
    game.refuse("BA-12.7", fulfil("green-10"))


@pytest.mark.rule("BA-12.5")
def test_a_fulfilled_national_contract_is_gone_for_the_others():
    game = produced(3, national=["national-5", ""])
    game.play(fulfil("national-5"), EndTurn())
    assert game.company().vp == 22
    assert [contract for contract in game.state.displays["national"] if contract] == []
    assert "national" not in game.state.piles


@pytest.mark.rule("BA-12.7")
def test_players_fulfil_only_their_own_contracts():
    game = produced(1, "green-03").contracts("green-02", seat=1)
    game.refuse("BA-12.7", fulfil("green-02"))
    game.refuse("BA-12.7", fulfil(game.state.displays["green"][0]))
    game.refuse("BA-12.7", fulfil("no-such-contract"))


@pytest.mark.rule("BA-12.4", "BA-12.1")
def test_without_a_contract_that_fits_nothing_is_asked():
    assert produced(1, "red-09").state.pending[-1].kind == "end_turn"


# --------------------------------------------------------------------------------------------------------------------
# The contract office
# --------------------------------------------------------------------------------------------------------------------


def office(space, *contracts, seats=2):
    game = Game(seats).contracts(*contracts)
    game.use(space)
    return game


@pytest.mark.rule("BA-17.1")
def test_contracts_are_chosen_freely_among_the_private_ones_on_offer():
    game = office("CO-1/left")
    on_offer = [contract for colour in ("green", "yellow", "red") for contract in game.state.displays[colour]]
    assert game.offered() == {TakeContract(contract=contract) for contract in on_offer}
    game.refuse("BA-17.1", TakeContract(contract=game.state.displays["national"][0]))
    game.refuse("BA-17.1", TakeContract(contract=game.state.piles["green"][0]))
    game.play(TakeContract(contract=on_offer[4]))
    assert game.company().contracts == [on_offer[4]]


@pytest.mark.rule("BA-17.2", "BA-17.3", "BA-2.8")
def test_two_contracts_are_chosen_before_the_display_is_refilled():
    game = office("CO-2/left")
    first, second = game.state.displays["red"]
    following = game.state.piles["red"][:2]
    game.play(TakeContract(contract=first))
    assert TakeContract(contract=following[0]) not in game.offered()
    game.play(TakeContract(contract=second))
    assert game.state.displays["red"] == ["", ""]
    (ended,) = game.play(EndTurn())
    assert [change.item for change in ended.changes if isinstance(change, Shown)] == following
    assert game.state.displays["red"] == following
    assert game.company().contracts == [first, second]


@pytest.mark.rule("BA-17.4", "BA-12.9", "BA-D.11")
def test_the_fourth_face_up_contract_must_go_or_another_one():
    game = office("CO-1/left", "start-1", "green-01", "yellow-01")
    game.company().fulfilled = ["green-02", "red-02"]
    taken = next(contract for contract in game.state.displays["red"])
    game.play(TakeContract(contract=taken))
    assert game.offered() == {DiscardContract(contract=id) for id in ("start-1", "green-01", "yellow-01", taken)}
    game.refuse("BA-17.4", EndTurn())
    game.refuse("BA-17.4", DiscardContract(contract="green-02"))
    game.play(DiscardContract(contract="green-01"))
    assert game.company().contracts == ["start-1", "yellow-01", taken]
    assert game.state.discards == {"green": ["green-01"]}


@pytest.mark.rule("BA-17.5", "BA-D.12")
def test_a_discarded_starting_contract_leaves_the_game():
    game = office("CO-1/left", "start-1", "green-01", "yellow-01")
    game.play(TakeContract(contract=game.state.displays["red"][0]), DiscardContract(contract="start-1"))
    assert game.state.discards == {}


@pytest.mark.rule("BA-17.4")
def test_two_contracts_too_many_are_two_discards():
    game = office("CO-2/left", "start-1", "green-01", "yellow-01")
    game.play(*(TakeContract(contract=contract) for contract in game.state.displays["red"]))
    game.play(DiscardContract(contract="green-01"), DiscardContract(contract="yellow-01"))
    assert len(game.company().contracts) == 3


@pytest.mark.rule("BA-17.5", "BA-D.12")
def test_an_empty_pile_is_renewed_by_shuffling_the_discards():
    game = office("CO-2/left")
    first, second = game.state.displays["red"]
    discards = ["red-03", "red-04", "red-05", "red-06"]
    game.state.piles["red"], game.state.discards["red"] = [], list(discards)
    game.state.discards["green"] = ["green-01", "green-02"]
    (*_, ended) = game.play(TakeContract(contract=first), TakeContract(contract=second), EndTurn())
    (renewed,) = [change for change in ended.changes if isinstance(change, PileRenewed)]
    assert sorted(renewed.order) == discards
    assert game.state.displays["red"] == list(renewed.order[:2])
    assert game.state.piles["red"] == list(renewed.order[2:])
    assert game.state.discards == {"red": [], "green": ["green-01", "green-02"]}
    assert game.state.renewals == {"red": 1}


@pytest.mark.rule("BA-17.5")
def test_renewed_piles_are_shuffled_anew_each_time():
    orders = set()
    for renewals in range(4):
        game = office("CO-1/left")
        game.state.renewals = {"red": renewals}
        game.state.piles["red"] = []
        game.state.discards["red"] = [
            contract.id for contract in figures.of(figures.current()).private_contracts["red"]
        ]
        game.state.displays["red"][0] = ""
        (*_, ended) = game.play(TakeContract(contract=game.state.displays["green"][0]), EndTurn())
        orders |= {change.order for change in ended.changes if isinstance(change, PileRenewed)}
    assert len(orders) == 4


@pytest.mark.rule("BA-17.5", "BA-D.54")
def test_gaps_stay_when_pile_and_discards_are_empty():
    game = office("CO-1/left")
    game.state.piles["red"] = []
    game.play(TakeContract(contract=game.state.displays["red"][0]), EndTurn())
    assert game.state.displays["red"][0] == ""
    for colour in ("green", "yellow", "red"):
        game.state.displays[colour] = ["", ""]
    game.state.displays["green"] = ["green-01", ""]
    game.refuse("BA-17.1", UseSpace(space="CO-2/left"))
    game.decide(UseSpace(space="CO-1/right"))


@pytest.mark.rule("BA-17.3", "BA-D.56")
def test_the_display_is_refilled_at_the_end_of_the_turn_only():
    game = office("CO-1/left")
    game.play(TakeContract(contract=game.state.displays["green"][1]))
    assert game.state.displays["green"][1] == ""
    assert ruleset.confirmation(game.state) == EndTurn()
    ended = game.play(EndTurn())
    assert ruleset.reveals(ended[0])
    assert all(game.state.displays["green"])


def test_rewards_may_be_several():
    game = produced(2, "red-06")
    (fact, *_) = game.play(fulfil("red-06"))
    (gained,) = [change for change in fact.changes if isinstance(change, Gained)]
    assert (gained.vp, gained.credits) == (3, 2)
    assert game.state.pending[-1].kind == "machinery"


@pytest.mark.rule("BA-17.4", "LP-7.11")
def test_four_contracts_after_copying_are_discarded_down_to_four():
    game = Game(2).named("usa", "mahiri_sekibo").contracts("start-1", "green-01", "yellow-01", "yellow-02")
    game.use("CO-2/left")
    game.play(*(TakeContract(contract=contract) for contract in game.state.displays["red"]))
    game.play(DiscardContract(contract="green-01"), DiscardContract(contract="yellow-01"))
    assert len(game.company().contracts) == 4
    assert game.offered() == {EndTurn()}
