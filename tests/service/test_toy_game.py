"""The recipe for a new game, followed exactly: one ruleset and one entry point."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from domain.game import HIDDEN, Command, Fact, IllegalMove, Table, random_command, rulesets
from domain.rules.rulebook import rules
from domain.verifiable_random import Stated
from tests import toy
from tests.service.sites import Person, Site

NUMBERS = [str(number) for number in range(1, 10)]


@pytest.fixture
def started() -> toy.Started:
    table = Table(seats=2, options={}, figures=toy.DIGEST)
    fact = toy.RULESET.setup(table, Stated({"numbers": NUMBERS}))
    assert isinstance(fact, toy.Started)
    return fact


def played(state: toy.State) -> Iterator[tuple[Command, list[Fact]]]:
    """Yield random commands with their facts until the game ends, applying the facts to the state."""
    chance = random.Random(1)
    while waiting := toy.RULESET.to_act(state):
        command = random_command(toy.RULESET, state, waiting[0].seat, chance)
        facts = toy.RULESET.decide(state, waiting[0].seat, command)
        for fact in facts:
            toy.RULESET.apply(state, fact)
        yield command, facts


def test_entry_point_registers_the_game() -> None:
    assert rulesets()["toy"] is toy.RULESET


def test_random_commands_are_accepted_and_can_be_recovered(started: toy.Started) -> None:
    state = toy.RULESET.initial(started)
    moves = list(played(state))
    assert [toy.RULESET.recover(facts[0]) for _, facts in moves] == [command for command, _ in moves]
    assert toy.RULESET.standing(state).finished


def test_replayed_facts_lead_to_the_same_state(started: toy.Started) -> None:
    state, replayed = toy.RULESET.initial(started), toy.RULESET.initial(started)
    for _, facts in played(state):
        for fact in facts:
            toy.RULESET.apply(replayed, fact)
    assert replayed == state


def test_refusal_names_an_existing_rule(started: toy.Started) -> None:
    with pytest.raises(IllegalMove) as refused:
        toy.RULESET.decide(toy.RULESET.initial(started), 1, toy.TakeCoins())
    assert refused.value.rule in rules(toy.RULESET.catalogue)


def test_hands_are_hidden_from_other_players(started: toy.Started) -> None:
    view = toy.RULESET.view(toy.RULESET.initial(started), 0)
    assert view.hands == [["1", "2"], [HIDDEN, HIDDEN]]
    veiled = toy.RULESET.veil(started, 0)
    assert isinstance(veiled, toy.Started)
    assert veiled.hands == view.hands


def test_api_and_pages_offer_the_game(site: Site, ada: Person, ben: Person) -> None:
    assert "toy" in [each["name"] for each in site.visitor().get("/rulesets").json]
    assert "High and Low" in site.visitor().client.get("/").text
    game = site.game(ada, ben)
    site.finish(game, ada, ben)
    site.catch_up()
    assert ada.get(f"/games/{game}").json["phase"] == "finished"
    assert ada.get(f"/games/{game}/audit").json["identical"]
    assert site.visitor().client.get(f"/games/{game}").status_code == 200
