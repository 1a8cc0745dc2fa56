"""Prompts: in random games they link to rules, and only to existing ones."""

from __future__ import annotations

import random
from typing import Any

import pytest

from domain.game import Command, rulesets
from domain.play import self_play
from domain.verifiable_random import Seeded
from tests.domain.every_game.test_picks import chosen_options
from tests.domain.every_game.test_plurals import asked

GAMES = sorted(set(rulesets()) - {"toy"})


@pytest.mark.parametrize("name", GAMES)
def test_rules_of_prompts_exist(name: str) -> None:
    rules = rulesets()[name]
    for rule in rules.prompts.values():
        assert rules.rule_text(rule)


@pytest.mark.parametrize("name", GAMES)
def test_every_question_refers_to_a_rule(name: str) -> None:
    rules, numbers = rulesets()[name], random.Random(name)
    state = rules.initial(rules.setup(chosen_options(rules, numbers), Seeded(numbers.randbytes(32))))

    def choose(position: Any, seat: int) -> Command:
        missing = {choose.prompt.id for choose in asked(rules, position, seat, numbers)} - set(rules.prompts)
        assert not missing
        return rules.bots["random"](rules, position, seat, numbers)

    for step, _ in enumerate(self_play(rules, state, choose)):
        if step > 200:
            break
