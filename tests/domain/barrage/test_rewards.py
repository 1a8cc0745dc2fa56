"""Section 23: the meaning of reward symbols."""

import pytest

from domain.barrage import ruleset
from domain.barrage.model.changes import DropFlowed, Gained
from domain.barrage.model.commands import (
    BuildFree,
    ChooseMachinery,
    Decline,
    EndTurn,
    FulfilContract,
    PlaceDrop,
    Produce,
    UseSpace,
)
from domain.barrage.model.figures import figures
from domain.barrage.model.pending import Pending
from domain.barrage.narration import words
from domain.message import plain
from tests.domain.barrage.builder import Game


def rewarded(contract, game=None):
    """The reward of a contract is being gained: 15 energy have been produced in basin 8."""
    game = game or Game(3)
    game.dam("B1U", 3, 3).conduit("1A").powerhouse("P8-1").contracts(contract)
    game.play(UseSpace(space="TS-0/left"), Produce(dam="B1U", conduit="1A", powerhouse="P8-1", drops=3))
    game.play(FulfilContract(contract=contract))
    return game


@pytest.mark.parametrize("excavators", [0, 1, 2, 3])
@pytest.mark.rule("BA-23.1")
def test_machineries_of_choice_are_any_mix(excavators):
    game = rewarded("red-15")
    game.refuse("BA-23.1", ChooseMachinery(excavators=4))
    game.play(ChooseMachinery(excavators=excavators))
    assert (game.company().excavators, game.company().mixers) == (40 + excavators, 43 - excavators)


def test_the_seat_to_act_learns_the_cause_of_the_decision():
    game = rewarded("red-15")
    brings = plain(words.contract(figures.of(game.state.figures), "red-15"))
    (awaited,) = ruleset.to_act(game.state)
    assert plain(awaited.reason) == f"Choose machinery. Source: {brings}"
    game.play(ChooseMachinery(excavators=0))
    (awaited,) = ruleset.to_act(game.state)
    assert plain(awaited.reason) == "End the turn"


@pytest.mark.rule("BA-23.2", "BA-12.8")
def test_energy_steps_fulfil_no_contract():
    game = Game(3)
    game.state.displays["national"] = ["national-1"]
    game = rewarded("red-05", game)
    assert game.company().energy == 15 + 5
    assert game.state.pending[-1].kind == "end_turn"


@pytest.mark.rule("BA-23.3")
def test_drops_that_wait_and_drops_that_flow_at_once():
    waiting = rewarded("yellow-14", Game(3).dam("B2L"))
    waiting.play(PlaceDrop(headstream="B"), PlaceDrop(headstream="B"), PlaceDrop(headstream="D"))
    assert {stream: drops for stream, drops in waiting.state.headstreams.items() if drops} == {"B": 2, "D": 1}
    assert waiting.state.dams["B2L"].drops == 0
    assert waiting.offered() == {EndTurn()}
    flowing = rewarded("green-15", Game(3).dam("B2L"))
    facts = flowing.play(PlaceDrop(headstream="B"), PlaceDrop(headstream="C"))
    assert [c.stop for fact in facts for c in fact.changes if isinstance(c, DropFlowed)] == ["B2L", ""]
    assert not any(flowing.state.headstreams.values())


@pytest.mark.rule("BA-23.8", "BA-D.21")
@pytest.mark.parametrize("contract", ["yellow-14", "green-15", "green-11", "yellow-02", "yellow-10", "green-12"])
def test_water_and_free_structures_may_be_declined(contract):
    game = rewarded(contract, Game(3).dam("B9L"))
    assert Decline() in game.offered()
    game.play(Decline())
    assert game.state.pending[-1].kind == "end_turn"


@pytest.mark.rule("BA-23.8")
def test_other_gains_are_automatic():
    game = rewarded("red-15")
    game.refuse("BA-23.1", Decline())


FREE = [
    ("green-12", BuildFree(structure="base", site="B9L")),
    ("yellow-10", BuildFree(structure="elevation", site="B6L")),
    ("green-11", BuildFree(structure="conduit", site="6B")),
    ("yellow-02", BuildFree(structure="powerhouse", site="P9-1")),
]


@pytest.mark.parametrize(("contract", "command"), FREE)
@pytest.mark.rule("BA-23.4", "BA-23.7")
def test_a_free_structure_needs_nothing_and_counts_like_any_other(contract, command):
    game = rewarded(contract, Game(3).named("france").dam("B6L"))
    before = game.company().built[command.structure]
    game.has(excavators=0, mixers=0, engineers=0, credits=0).tiles().wheel(1, "basic-wild", 2)
    game.play(command)
    assert game.company().built[command.structure] == before + 1
    assert [segment.tile for segment in game.company().wheel] == ["", "basic-wild", "", "", "", ""]
    assert game.company().excavators == 0
    assert not any(space.startswith("CN") for space in game.state.spaces)


@pytest.mark.rule("BA-23.5", "BA-D.19")
def test_site_rules_and_the_fee_of_a_red_site_hold_for_free_structures():
    game = rewarded("yellow-02", Game(3).powerhouse("P9-1"))
    game.refuse("BA-5.8", BuildFree(structure="powerhouse", site="P9-2"))
    game.refuse("BA-5.7", BuildFree(structure="powerhouse", site="P8-1"))
    game.refuse("BA-23.4", BuildFree(structure="base", site="B9L"))
    game.refuse("BA-1.4", BuildFree(structure="powerhouse", site="B9L"))
    red = BuildFree(structure="powerhouse", site="P6-2")
    game.has(credits=2).refuse("BA-23.5", red)
    game.has(credits=3).play(red)
    assert game.company().credits == 0


@pytest.mark.rule("BA-23.6", "BA-D.20")
def test_a_free_conduit_is_limited_by_its_value():
    game = rewarded("yellow-08")
    game.refuse("BA-23.6", BuildFree(structure="conduit", site="6A"))
    game.decide(BuildFree(structure="conduit", site="6B"))
    game.decide(BuildFree(structure="conduit", site="5A"))


@pytest.mark.parametrize(
    ("contract", "areas"),
    [("green-12", {"plains"}), ("yellow-06", {"plains", "hills"}), ("red-02", {"plains", "hills", "mountain"})],
)
@pytest.mark.rule("BA-23.6")
def test_a_free_base_may_be_limited_to_areas(contract, areas):
    game = rewarded(contract)
    for area, site in {"mountain": "B4L", "hills": "B6L", "plains": "B9L"}.items():
        command = BuildFree(structure="base", site=site)
        if area in areas:
            game.decide(command)
        else:
            game.refuse("BA-23.6", command)


@pytest.mark.rule("BA-23.7", "BA-9.9")
def test_a_free_structure_reveals_its_income():
    game = rewarded("green-11", Game(3).named("usa"))
    game.play(BuildFree(structure="conduit", site="6B"))
    assert game.company().vp == 10 + 3


@pytest.mark.rule("BA-23.8")
def test_a_free_structure_that_has_no_site_lapses():
    game = Game(3)
    for site in ("B8L", "B8U", "B9L", "B9U", "B10L", "B10U"):
        game.neutral(site)
    assert rewarded("green-12", game).state.pending[-1].kind == "end_turn"


@pytest.mark.rule("BA-23.9", "BA-D.22")
def test_gains_come_first_then_the_other_parts_in_their_order():
    game = Game(3).wheel(1, "basic-base", 3, 0).wheel(2, "basic-wild", 0, 1)
    game = rewarded("yellow-04", game)
    assert game.company().vp == 12
    assert [pending.kind for pending in reversed(game.state.pending)][:2] == ["drops", "rotate"]
    assert game.company().excavators == 40
    game.play(PlaceDrop(headstream="A"))
    assert (game.company().excavators, game.company().mixers) == (43, 41)


@pytest.mark.rule("BA-23.9")
def test_credits_of_a_reward_can_pay_a_red_site():
    game = rewarded("red-09", Game(3).has(credits=0))
    assert game.company().energy == 18
    assert BuildFree(structure="powerhouse", site="P6-2") not in game.offered()
    game.has(credits=3).decide(BuildFree(structure="powerhouse", site="P6-2"))


@pytest.mark.rule("BA-23.10")
def test_a_free_structure_of_any_type_lets_the_builder_choose_it():
    game = Game(3).dam("B9L")
    game.state.pending[-1] = Pending(kind="build", seat=0, amount=1, optional=True)
    structures = {command.structure for command in game.offered() if isinstance(command, BuildFree)}
    assert structures == {"base", "elevation", "conduit", "powerhouse"}


@pytest.mark.rule("BA-23.1")
def test_gains_come_from_the_general_supply():
    game = Game(3)
    others = [(company.credits, company.vp) for company in game.state.companies[1:]]
    game = rewarded("red-12", game)
    assert [(company.credits, company.vp) for company in game.state.companies[1:]] == others
    gained = [c for fact in game.facts for c in fact.changes if isinstance(c, Gained) and c.vp]
    assert [(change.vp, change.credits) for change in gained] == [(7, 3)]
