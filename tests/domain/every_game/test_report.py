"""Sources of points: in every game and variant, the categories add up to the points."""

from __future__ import annotations

import dataclasses
import random
from typing import Any

import msgspec
import pytest

from domain import aggregate, log
from domain.game import Command, rulesets
from domain.message import plain
from domain.play import self_play
from domain.report import Source, items, sources
from domain.verifiable_random import Seeded
from tests.domain.every_game.test_picks import chosen_options
from tests.golden import logs

EXPECTED = {
    "arkwright-2-seats": {"At the start", "Shares bought", "Share value from Food"},
    "barrage-2-seats": {"At the start", "Energy track", "Objective tile", "Income"},
    "barrage-3-seats-leeghwater-whole": {"External works", "Private buildings", "Contracts"},
    "birmingham-2-seats": {"Links", "Coal Mine"},
    "lancashire-2-seats": {"Links", "Coal Mine", "Money"},
}


def played(name: str, seed: int) -> tuple[Any, list[Source]]:
    """Return the position at the end of a game, and the sources of its points."""
    rules, numbers = rulesets()[name], random.Random(seed)
    started = rules.setup(chosen_options(rules, numbers), Seeded(numbers.randbytes(32)))

    def choose(position: Any, seat: int) -> Command:
        return rules.bots["random"](rules, rules.view(position, seat), seat, numbers)

    position = rules.initial(started)
    facts = [fact for step in self_play(rules, position, choose) for fact in step.facts]
    return position, sources(rules, rules.initial(started), facts)


@pytest.mark.parametrize("name", sorted(rulesets()))
@pytest.mark.parametrize("seed", range(2))
def test_the_categories_add_up_to_the_points(name: str, seed: int) -> None:
    rules = rulesets()[name]
    position, found = played(name, seed)
    points = rules.accounts(position)["points"]
    assert [sum(source.points[seat] for source in found) for seat in range(len(points))] == points
    categories = [plain(source.category) for source in found]
    assert len(set(categories)) == len(categories)
    assert "Other" not in categories


@pytest.mark.parametrize(("name", "expected"), EXPECTED.items())
def test_games_have_their_own_categories(name: str, expected: set[str]) -> None:
    game = logs.game_of(logs.lines_of(logs.DIRECTORY / f"{name}.ndjson.gz"))
    begun, *facts = (fact for fact in aggregate.line_facts(game) if isinstance(fact, game.ruleset.facts))
    found = sources(game.ruleset, game.ruleset.initial(begun), facts)
    assert expected <= {plain(source.category) for source in found}


def test_items_of_many_facts_need_only_one_replay() -> None:
    game, applied = logs.game_of(logs.lines_of(logs.DIRECTORY / "arkwright-3-seats.ndjson.gz")), []
    rules, itemised = game.ruleset, game.ruleset.itemised
    assert itemised is not None

    def apply(position: Any, fact: Any) -> None:
        applied.append(fact)
        rules.apply(position, fact)

    counting = msgspec.structs.replace(game, ruleset=dataclasses.replace(rules, apply=apply))
    line = log.line(game.tree)
    known = [version for version in line if isinstance(game.records[version - 1].fact, itemised.facts)]
    asked = known[2:40:3]
    found = items(counting, asked[::-1])
    assert len(applied) < line.index(asked[-1]) + 1
    for version, listed in found.items():
        fact = game.records[version - 1].fact
        assert listed == list(itemised.items(aggregate.state(game, version - 1), fact))
    assert list(found) == asked
    applied.clear()
    assert items(counting, set(line) - set(known)) == {}
    assert applied == []
