"""Picks: in every game they contain only characters that are safe in URLs."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, quote

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.game import Choose, Ruleset, Table, rulesets
from domain.table import decisions, refusals
from domain.verifiable_random import Seeded
from tests.domain.every_game.test_plurals import asked

URL_SAFE = re.compile(r"[A-Za-z0-9_.:/@-]+")
"""Letters, digits and punctuation without special meaning in a query string."""


def questions_of_a_game(rules: Ruleset[Any], set_up: Table, numbers: random.Random) -> Iterator[Choose]:
    """Yield the questions of a random game."""
    state = rules.initial(rules.setup(set_up, Seeded(numbers.randbytes(32))))
    while waiting := rules.to_act(state):
        seat = waiting[0].seat
        yield from asked(rules, state, seat, numbers)
        for fact in rules.decide(state, seat, rules.bots["random"](rules, state, seat, numbers)):
            rules.apply(state, fact)


def chosen_options(rules: Ruleset[Any], numbers: random.Random) -> Table:
    """Return a random playable table."""
    properties = msgspec.json.schema_components([rules.options])[1][rules.options.__name__]["properties"]
    while True:
        options = {
            name: numbers.choice(described.get("enum", (False, True)))
            for name, described in properties.items()
            if "enum" in described or described.get("type") == "boolean"
        }
        seats = numbers.choice(rules.seats)
        try:
            decisions.playable(rules, seats, options)
        except refusals.Refused:
            continue
        return Table(seats=seats, options=options, figures=rules.current_figures())


@pytest.mark.parametrize("name", sorted(rulesets()))
@settings(max_examples=6)
@given(seed=st.integers(0, 2**32 - 1))
def test_every_offered_value_is_safe_in_a_url(name: str, seed: int) -> None:
    numbers, rules = random.Random(seed), rulesets()[name]
    for choose in questions_of_a_game(rules, chosen_options(rules, numbers), numbers):
        assert [value for value in choose.values if not URL_SAFE.fullmatch(value)] == [], choose.prompt


def test_safe_characters_pass_through_a_query_string_unchanged() -> None:
    characters = "".join(URL_SAFE.findall("".join(map(chr, range(128)))))
    assert parse_qs(f"picks={characters}") == {"picks": [characters]}
    assert quote(characters, safe="/:@") == characters
