"""Why something cannot be done: whatever is not possible has its rule, and what is possible has no reasons."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from domain.chance import Seeded
from domain.game import Command, follow, rulesets
from domain.play import self_play
from domain.touching import touchable
from domain.why_not import ACTION, impossible, why_not
from tests.domain.test_picks import chosen_options

SILENT = {
    "arkwright": {"quality", "distribution", "extra_production", "early_shipping", "developer"},
    "barrage": {"copy_officer", "private_space", "external_works", "private_buildings"},
}
"""Entries of menus of which a game does not say why they are not possible."""


@pytest.mark.parametrize("name", sorted(rulesets()))
def test_what_is_not_possible_has_a_rule_and_what_is_has_none(name: str) -> None:
    numbers, rules = random.Random(name), rulesets()[name]
    told: Counter[str] = Counter()

    def choose(position: Any, seat: int) -> Command:
        if numbers.random() < 0.15:
            view = rules.view(position, seat)
            look(view, seat)
        return rules.bots["random"](rules, position, seat, numbers)

    def look(view: Any, seat: int) -> None:
        asked = follow(rules.script(view, seat), ())
        for value in getattr(asked, "values", ()):
            assert why_not(rules, view, seat, ACTION + value) == (), value
        entries = getattr(asked, "quiet", ())
        said = [option.value for option in impossible(rules, view, seat)]
        assert set(entries) - SILENT.get(name, set()) <= set(said)
        told.update(said)
        for element in touchable(rules, view, seat)[:5]:
            for refusal in why_not(rules, view, seat, element):
                assert rules.rule_text(refusal.rule)

    state = rules.initial(rules.setup(chosen_options(rules, numbers), Seeded(numbers.randbytes(32))))
    for step, _ in enumerate(self_play(rules, state, choose)):
        if step > 200:
            break
    assert told
