"""Where points came from: of every game, by whatever was played, the categories add up to the points."""

from __future__ import annotations

import random
from typing import Any

import pytest

from domain.chance import Seeded
from domain.game import Command, rulesets
from domain.message import plain
from domain.play import self_play
from domain.report import Source, sources
from tests.domain.test_picks import chosen_options

EXPECTED = {
    "arkwright": {"At the start", "Shares bought", "Share value by Food"},
    "barrage": {"At the start", "Energy track", "Objective tile", "Income"},
    "brass-birmingham": {"Links", "Coal Mine"},
    "brass-lancashire": {"Links", "Coal Mine", "Money"},
    "toy": {"Calls"},
}


def played(name: str, seed: int, bot: str) -> tuple[Any, list[Source]]:
    """The position at the end of a game, and the sources of its points."""
    rules, numbers = rulesets()[name], random.Random(seed)
    started = rules.setup(chosen_options(rules, numbers), Seeded(numbers.randbytes(32)))

    def choose(position: Any, seat: int) -> Command:
        return rules.bots[bot](rules, rules.view(position, seat), seat, numbers)

    position = rules.initial(started)
    facts = [fact for step in self_play(rules, position, choose) for fact in step.facts]
    return position, sources(rules, rules.initial(started), facts)


@pytest.mark.parametrize("name", sorted(rulesets()))
@pytest.mark.parametrize("seed", range(2))
def test_the_categories_add_up_to_the_points(name: str, seed: int) -> None:
    rules = rulesets()[name]
    position, found = played(name, seed, "random")
    points = rules.accounts(position)["points"]
    assert [sum(source.points[seat] for source in found) for seat in range(len(points))] == points
    categories = [plain(source.category) for source in found]
    assert len(set(categories)) == len(categories)
    assert "Other" not in categories


@pytest.mark.parametrize("name", sorted(rulesets()))
def test_they_are_the_games_own(name: str) -> None:
    bot = "greedy" if "greedy" in rulesets()[name].bots else "random"
    found = {plain(source.category) for source in played(name, 0, bot)[1]}
    assert EXPECTED[name] <= found
