"""Costs of options: shown beside the option if known, and equal to the later payment."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from domain.game import Choose, Command, FinalField, Ruleset, Table, ruleset
from domain.message import plain
from domain.verifiable_random import Seeded

Picked = dict[str, tuple[str, str | None]]
"""The chosen value and its stated cost, by the text of each prompt."""

PRICED = {
    "brass-birmingham": {"Choose an industry to build", "Choose a line for your link", "Choose an industry to develop"},
    "brass-lancashire": {"Choose an industry to build", "Choose a line for your link", "Choose an industry to develop"},
    "barrage": {"Choose a site", "Choose a technology tile"},
}
"""Prompts for which every value has a cost."""
SELL_AT_ONCE = ("coal_mine", "iron_works")
"""Buildings that may earn money when built."""
MONEY = {"brass-birmingham": "money", "brass-lancashire": "money", "barrage": "credits"}


def cost(question: Choose, value: str) -> str | None:
    stated = question.cost(value)
    return None if stated is None else plain(stated)


def random_decision(rules: Ruleset[object], state: object, seat: int, numbers: random.Random) -> tuple[Command, Picked]:
    """Return a random command and its picks."""
    script, picked = rules.script(state, seat), Picked()

    def pick(question: Choose) -> str:
        if question.prompt.text in PRICED[rules.name]:
            assert all(cost(question, value) for value in question.values if value != "done"), question.prompt
        value = numbers.choice(question.values)
        picked[question.prompt.text] = (value, cost(question, value))
        return value

    try:
        question = next(script)
        while True:
            question = script.send(pick(question))
    except StopIteration as stop:
        outcome = stop.value
    return (outcome.command(pick(outcome.choose)) if isinstance(outcome, FinalField) else outcome), picked


def play_game(name: str) -> Iterator[tuple[Picked, int]]:
    """Play a game, and yield the picks of each move and the money that its seat spent."""
    rules, numbers = ruleset(name), random.Random(3)
    state = rules.initial(rules.setup(Table(seats=3, figures=rules.current_figures()), Seeded(b"x" * 32)))
    while waiting := rules.to_act(state):
        seat = waiting[0].seat
        command, picked = random_decision(rules, state, seat, numbers)
        before = rules.accounts(state)[MONEY[name]][seat]
        facts = rules.decide(state, seat, command)
        rules.apply(state, facts[0])
        yield picked, before - rules.accounts(state)[MONEY[name]][seat]
        for fact in facts[1:]:
            rules.apply(state, fact)


@pytest.mark.parametrize("name", ["brass-birmingham", "brass-lancashire"])
def test_stated_costs_in_pounds_are_paid(name: str) -> None:
    stated = dict.fromkeys(("Choose an industry to build", "Choose a line for your link"), 0)
    for picked, paid in play_game(name):
        for question in stated:
            if question not in picked or any("second" in other for other in picked):
                continue
            if picked[question][0] in SELL_AT_ONCE:
                continue
            pounds, *cubes = re.findall(r"\d+", picked[question][1] or "")
            assert paid == int(pounds) if not cubes else paid >= int(pounds), picked
            stated[question] += 1
    assert min(stated.values()) > 5


def test_barrage_states_costs_of_actions_and_building_sites() -> None:
    built = [picked for picked, _ in play_game("barrage") if "Choose a site" in picked]
    assert len(built) > 3
    assert {picked["Choose an action"][1] for picked in built if "Choose an action" in picked} >= {"1 engineer"}
    for picked in built:
        assert re.fullmatch(r"\d+ (excavators?|concrete mixers?)(, .*)?|nothing", picked["Choose a site"][1] or "")
