"""Rules 12.5, 9.9 and 23: the printed rewards of every contract and income."""

from collections import Counter

import pytest

from domain.barrage.model.changes import Built, DropFlowed, DropsPlaced, Gained, WheelTurned
from domain.barrage.model.commands import (
    BuildFree,
    ChooseMachinery,
    Construct,
    Decline,
    EndTurn,
    FulfilContract,
    PlaceDrop,
    Produce,
    UseSpace,
)
from tests.domain.barrage.builder import Game, components

CONTRACTS = [contract.id for contract in components.contract.values()]
FREE = {"free_base": "base", "free_elevation": "elevation", "free_conduit": "conduit", "free_powerhouse": "powerhouse"}
SITES = {"base": "B9L", "elevation": "B6L", "conduit": "9A", "powerhouse": "P9-1"}
"""The sites of the buildings in these stories."""


def printed(reward):
    """Return the symbols of a reward and their figures; structures count once."""
    found = Counter()
    for effect in reward:
        found[FREE.get(effect.name, effect.name)] += effect.amount
    return found


def brought(facts):
    """The gains of seat 0 in these facts, in the same words."""
    found = Counter()
    for fact in facts:
        flowing = sum(isinstance(change, DropFlowed) for change in fact.changes)
        for change in fact.changes:
            match change:
                case Gained(seat=0) if isinstance(getattr(fact, "command", None), ChooseMachinery):
                    found["machinery"] += change.excavators + change.mixers
                case Gained(seat=0):
                    figures = {name: getattr(change, name) for name in ("credits", "vp", "excavators", "mixers")}
                    found.update(figures | {"energy_steps": change.energy})
                case DropsPlaced():
                    found["water_immediate" if flowing else "water_delayed"] += change.drops
                case WheelTurned(seat=0):
                    found["rotate_wheel"] += change.steps
                case Built(seat=0):
                    found[change.structure] += 1
    return +found


def settle(game, facts):
    """Take all that is offered until the turn is over; the facts so far and those."""
    happened = list(facts)
    while EndTurn() not in game.offered():
        wanted = [command for command in game.offered() if command != Decline()]
        chosen = next((command for command in wanted if takes(command)), None)
        assert chosen is not None, wanted
        happened += game.play(chosen)
    return happened


def takes(command):
    match command:
        case ChooseMachinery(excavators=excavators):
            return excavators == 1
        case PlaceDrop(headstream=headstream):
            return headstream == "D"
        case BuildFree(structure=structure, site=site):
            return site == SITES[structure]
    return False


@pytest.mark.parametrize("contract", CONTRACTS)
@pytest.mark.rule("BA-12.5", "BA-23.1", "BA-23.2", "BA-23.3", "BA-23.8")
def test_every_contract_gives_its_printed_reward(contract):
    game = Game(3).named("italy").dam("B1U", 3, 3).dam("B6L").conduit("1A").powerhouse("P8-1")
    game.company().built |= {"base": 0, "conduit": 0}
    tile = components.contract[contract]
    if contract.startswith("national"):
        game.state.displays["national"] = [contract, ""]
    else:
        game.state.displays["national"] = ["", ""]
        game.contracts(contract)
    game.use("TS-0/left")
    game.play(Produce(dam="B1U", conduit="1A", powerhouse="P8-1", drops=3))
    facts = settle(game, game.play(FulfilContract(contract=contract)))
    assert brought(facts) == printed(tile.reward)
    assert game.company().fulfilled == [contract]


def revealed():
    """The income of every company, structure and piece."""
    for company in components.companies:
        for structure in ("base", "elevation", "conduit"):
            for ordinal, reward in getattr(company.income, structure).items():
                yield pytest.param(company.id, structure, ordinal, reward, id=f"{company.id}-{structure}-{ordinal}")


@pytest.mark.parametrize(("company", "structure", "ordinal", "reward"), list(revealed()))
@pytest.mark.rule("BA-9.9", "BA-7.2", "BA-24.1")
def test_every_income_is_gained_when_its_piece_is_built(company, structure, ordinal, reward):
    game = Game(3).named(company).dam("B6L")
    game.company().built |= {"base": 0, "elevation": 0, structure: ordinal - 1}
    cost = {"base": {"excavators": 3}, "elevation": {"mixers": 3}, "conduit": {"excavators": 2}}[structure]
    command = Construct(structure=structure, site=SITES[structure], tile=f"basic-{structure}", **cost)
    facts = settle(game, game.play(command))
    assert brought(facts) == printed(reward) + Counter({structure: 1, "rotate_wheel": 1})


@pytest.mark.parametrize("structure", ["base", "elevation", "conduit"])
@pytest.mark.parametrize("ordinal", [1, 3])
@pytest.mark.rule("BA-7.2", "BA-9.9")
def test_the_first_and_the_third_piece_reveal_nothing(structure, ordinal):
    game = Game(3).dam("B6L")
    game.company().built |= {"base": 0, structure: ordinal - 1}
    cost = {"base": {"excavators": 3}, "elevation": {"mixers": 3}, "conduit": {"excavators": 2}}[structure]
    facts = game.play(Construct(structure=structure, site=SITES[structure], tile=f"basic-{structure}", **cost))
    assert brought(facts) == Counter({structure: 1, "rotate_wheel": 1})
    assert game.offered() == {EndTurn()}


@pytest.mark.rule("BA-7.4", "BA-24.2")
@pytest.mark.parametrize("built", range(4))
def test_no_powerhouse_reveals_an_income(built):
    game = Game(3).powerhouse(*("P5-1", "P6-1", "P7-1")[:built])
    command = Construct(structure="powerhouse", site="P9-1", tile="basic-powerhouse", mixers=2 + built)
    assert brought(game.play(command)) == Counter({"powerhouse": 1, "rotate_wheel": 1})
    assert game.offered() == {EndTurn()}


@pytest.mark.rule("BA-8.5", "BA-12.5")
def test_nothing_is_gained_before_the_contract_is_fulfilled():
    game = Game(3).dam("B1U", 3, 3).conduit("1A").powerhouse("P8-1").contracts("red-12")
    facts = game.play(UseSpace(space="TS-0/left"), Produce(dam="B1U", conduit="1A", powerhouse="P8-1", drops=3))
    assert brought(facts) == {"energy_steps": 15}
