"""Refusals: a rule for each impossible choice, none for possible ones."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from domain.board_input import selectable
from domain.game import Command, follow, rulesets
from domain.play import self_play
from domain.refusals import ACTION, impossible, why_not
from domain.verifiable_random import Seeded
from tests.domain.arkwright.builder import Game as Arkwright
from tests.domain.every_game.test_picks import chosen_options
from tests.domain.every_game.test_places import drawn

UNEXPLAINED = {
    "arkwright": {"extra_production", "early_shipping", "developer"},
    "barrage": {"copy_officer", "private_space", "external_works", "private_buildings"},
}
"""Menu entries that some tables or seats lack. No reason is given for a missing entry."""


@pytest.mark.parametrize("name", sorted(rulesets()))
def test_impossible_actions_have_reasons_and_possible_ones_none(name: str) -> None:
    numbers, rules = random.Random(name), rulesets()[name]
    explained: Counter[str] = Counter()
    refused: set[str] = set()

    def choose(position: Any, seat: int) -> Command:
        if numbers.random() < 0.15:
            view = rules.view(position, seat)
            check(view, seat)
        return rules.bots["random"](rules, position, seat, numbers)

    def check(view: Any, seat: int) -> None:
        asked = follow(rules.script(view, seat), ())
        for value in getattr(asked, "values", ()):
            assert why_not(rules, view, seat, ACTION + value) == (), value
        entries = getattr(asked, "quiet", ())
        listed = [option.value for option in impossible(rules, view, seat)]
        assert set(entries) - UNEXPLAINED.get(name, set()) <= set(listed)
        explained.update(listed)
        for element in sorted(drawn(name, view) - set(selectable(rules, view, seat))):
            for refusal in why_not(rules, view, seat, element):
                assert rules.rule_text(refusal.rule)
                refused.add(element)

    state = rules.initial(rules.setup(chosen_options(rules, numbers), Seeded(numbers.randbytes(32))))
    for step, _ in enumerate(self_play(rules, state, choose)):
        if step > 200:
            break
    assert explained
    assert refused or name == "toy", "only the toy game does not explain elements without a move"


def unexplained_in_arkwright(game: Arkwright) -> set[str]:
    """Return the impossible menu entries without a reason."""
    rules, view = rulesets()["arkwright"], game.state
    quiet = getattr(follow(rules.script(view, 0), ()), "quiet", ())
    return set(quiet) - {option.value for option in impossible(rules, view, 0)}


def test_refusals_without_a_factory_cite_the_rule_of_the_action() -> None:
    game = Arkwright(extra_production=True, early_shipping=True)
    assert unexplained_in_arkwright(game) == {"developer"}
    explained = {about: why_not(rulesets()["arkwright"], game.state, 0, ACTION + about)[0].rule for about in RULES}
    assert explained == RULES


RULES = {"quality": "AW-8.2", "distribution": "AW-8.2", "extra_production": "AW-E.12", "early_shipping": "AW-E.17"}


def test_tables_without_an_action_get_no_reasons_for_it() -> None:
    assert unexplained_in_arkwright(Arkwright()) == {"developer", "extra_production", "early_shipping"}


def test_unusable_developer_is_explained() -> None:
    game = Arkwright().holding("developer", "broker")
    (refusal,) = why_not(rulesets()["arkwright"], game.state, 0, ACTION + "developer")
    assert refusal.rule == "AW-D.43"
