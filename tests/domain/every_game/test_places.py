"""Places and chapters of facts: places are drawn elements, and every era and round starts a chapter."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from domain.game import Command, Fact, Table, random_command, rulesets
from domain.message import plain
from domain.play import self_play
from domain.verifiable_random import Seeded

GAMES = sorted(rulesets())
ERAS = {"arkwright": 3, "barrage": 0, "brass-birmingham": 2, "brass-lancashire": 2, "toy": 1}
ROUNDS = {"arkwright": 8, "barrage": 5, "brass-birmingham": 14, "brass-lancashire": 14, "toy": 0}


def drawn(name: str, position: Any) -> set[str]:
    rules = rulesets()[name]
    seats = len(rules.accounts(position)["points"])
    names = [f"Player {seat}" for seat in range(seats)]
    svg = rules.draw(position, names, plain) + "".join(
        rules.draw_seat(position, seat, names, plain) for seat in range(seats)
    )
    return set(re.findall('data-element="([^"]+)"', svg))


def played(name: str) -> tuple[list[Fact], set[str]]:
    """Return the facts of a game, and the ids of the elements drawn during it."""
    rules, numbers = rulesets()[name], random.Random(5)
    table = Table(seats=max(rules.seats) - 1, figures=rules.current_figures())
    started = rules.setup(table, Seeded(numbers.randbytes(32)))
    position = rules.initial(started)

    def choose(position: Any, seat: int) -> Command:
        return random_command(rules, position, seat, numbers)

    facts, seen = [started], drawn(name, position)
    for number, step in enumerate(self_play(rules, position, choose)):
        facts += step.facts
        if number % 5 == 0:
            seen |= drawn(name, position)
    return facts, seen | drawn(name, position)


@pytest.mark.parametrize("name", [name for name in GAMES if name != "toy"])
def test_places_of_facts_exist_in_the_drawings(name: str) -> None:
    facts, seen = played(name)
    places = [rulesets()[name].places(fact) for fact in facts]
    assert {place for found in places for place in found} - seen == set()
    assert all(len(found) == len(set(found)) for found in places)
    assert sum(map(bool, places)) > len(facts) / 10


@pytest.mark.parametrize("name", GAMES)
def test_every_era_and_round_has_a_chapter(name: str) -> None:
    facts, _ = played(name)
    chapters = [chapter for fact in facts if (chapter := rulesets()[name].chapter(fact))]
    kinds = [chapter.kind for chapter in chapters]
    assert kinds.count("era") == ERAS[name]
    assert kinds.count("round") >= ROUNDS[name]
    assert all(plain(chapter.name) for chapter in chapters)
