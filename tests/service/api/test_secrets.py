"""Two worlds that differ only in a seat's secrets: every endpoint gives that seat byte-identical responses."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from domain.game import ruleset
from tests.service.attacks.peeking import PROBES, compared
from tests.service.attacks.shared import OWNER, compared_when_shared
from tests.service.noninterference import (
    ARKWRIGHT,
    AUTOMAS,
    BARRAGE,
    BIRMINGHAM,
    LANCASHIRE,
    TOY,
    Secrecy,
    drawn,
    known,
    otherwise,
    set_up,
    some_steps,
)

UNSHRUNK = settings(derandomize=True, database=None, phases=[Phase.generate])
"""A smaller seed is not a simpler game."""


@settings(UNSHRUNK, max_examples=12)
@given(seed=st.integers(0, 10**6), length=st.integers(0, 14), viewer=st.integers(0, 2))
def test_no_answer_tells_a_seat_or_a_visitor_what_is_hidden_in_the_toy_game(
    seed: int, length: int, viewer: int
) -> None:
    compared(TOY, 2, seed, length, viewer)


@pytest.mark.rule("BB-4.9")
@settings(UNSHRUNK, max_examples=4)
@given(seed=st.integers(0, 10**6), length=st.integers(0, 60), viewer=st.integers(0, 2))
def test_no_answer_tells_a_seat_or_a_visitor_what_is_hidden_in_birmingham(seed: int, length: int, viewer: int) -> None:
    compared(BIRMINGHAM, 2, seed, length, viewer)


@pytest.mark.rule("BL-16.1")
@settings(UNSHRUNK, max_examples=4)
@given(seed=st.integers(0, 10**6), length=st.integers(0, 60), viewer=st.integers(0, 2))
def test_no_answer_tells_a_seat_or_a_visitor_what_is_hidden_in_lancashire(seed: int, length: int, viewer: int) -> None:
    compared(LANCASHIRE, 2, seed, length, viewer)


@pytest.mark.rule("BA-2.8", "BA-2.12", "BA-17.5")
@settings(UNSHRUNK, max_examples=4)
@given(seed=st.integers(0, 10**6), length=st.integers(0, 60), viewer=st.integers(0, 2))
def test_no_answer_tells_a_seat_or_a_visitor_what_is_hidden_in_barrage(seed: int, length: int, viewer: int) -> None:
    compared(BARRAGE, 2, seed, length, viewer)


@pytest.mark.rule("TA-2.7", "TA-3.2")
@settings(UNSHRUNK, max_examples=2)
@given(seed=st.integers(0, 10**6), length=st.integers(4, 24), viewer=st.integers(0, 1))
def test_no_answer_tells_how_the_cards_of_automas_lie(seed: int, length: int, viewer: int) -> None:
    compared(AUTOMAS, 3, seed, length, viewer)


@pytest.mark.rule("AW-S.11", "AW-S.18")
@settings(UNSHRUNK, max_examples=5)
@given(seed=st.integers(0, 10**6), length=st.integers(0, 60), viewer=st.integers(0, 1))
def test_no_answer_tells_the_player_or_a_visitor_what_is_hidden_in_a_solo_game(
    seed: int, length: int, viewer: int
) -> None:
    compared(ARKWRIGHT, 1, seed, length, viewer)


def test_a_last_move_that_is_only_tried_out_tells_nothing_either() -> None:
    """In this solo game one of the choices would end it."""
    compared(ARKWRIGHT, 1, seed=140891, length=109, viewer=0, every=50)


NOBODY = -1
"""A viewer who is not a player."""


@pytest.mark.parametrize(
    ("secrecy", "seats", "viewer"),
    [
        *((secrecy, 2, viewer) for secrecy in (TOY, BIRMINGHAM, LANCASHIRE) for viewer in (OWNER, 1)),
        (BARRAGE, 2, NOBODY),
        (AUTOMAS, 3, NOBODY),
        (ARKWRIGHT, 1, NOBODY),
    ],
    ids=lambda given: given.rules if isinstance(given, Secrecy) else str(given),
)
def test_no_shared_what_if_tells_anybody_what_they_cannot_know(secrecy: Secrecy, seats: int, viewer: int) -> None:
    """Nor does a continuation of it by its owner, an opponent, or other users with or without its link."""
    length = 3 if secrecy is TOY else 12
    eyes = seats if viewer == NOBODY else viewer
    found = compared_when_shared(secrecy, seats, 6, length, eyes, PROBES[secrecy.rules])
    assert found.moves
    # Without hidden hands, everything hidden is made up in a branch, and is the same in both worlds.
    assert found.differed == (secrecy.hides_hands and viewer != OWNER)


def test_the_worlds_do_differ_in_the_bags_of_a_solo_game() -> None:
    chance = random.Random(5)
    outcomes = drawn(ruleset("arkwright"), 1, chance)
    other = otherwise(ARKWRIGHT, 1, outcomes, (), 0, chance)
    one, another = (
        msgspec.to_builtins(set_up(ruleset("arkwright"), 1, chances))["solo"] for chances in (outcomes, other)
    )
    assert one["bags"] != another["bags"]
    assert one["tracks"] != another["tracks"]
    assert one["display"] == another["display"]


def test_the_worlds_do_differ_in_the_piles_of_barrage() -> None:
    chance = random.Random(5)
    outcomes = drawn(ruleset("barrage"), 2, chance)
    other = otherwise(BARRAGE, 2, outcomes, (), 0, chance)
    one, another = (msgspec.to_builtins(set_up(ruleset("barrage"), 2, chances)) for chances in (outcomes, other))
    assert one["piles"] != another["piles"]
    assert one["renewal_key"] != another["renewal_key"]
    assert one["displays"] == another["displays"]


def test_the_worlds_do_differ_in_the_cards_of_automas() -> None:
    chance = random.Random(5)
    outcomes = drawn(ruleset("barrage"), 3, chance, AUTOMAS.options)
    other = otherwise(AUTOMAS, 3, outcomes, (), 0, chance)
    one, another = (set_up(ruleset("barrage"), 3, chances, AUTOMAS.options) for chances in (outcomes, other))
    assert one.piles["automa_cards"][0] == another.piles["automa_cards"][0]
    assert one.piles["automa_cards"] != another.piles["automa_cards"]


@pytest.mark.parametrize("secrecy", [TOY, BIRMINGHAM, LANCASHIRE], ids=lambda secrecy: secrecy.rules)
def test_the_worlds_do_differ_in_hands_and_deck(secrecy: Secrecy) -> None:
    """Otherwise the comparison would prove nothing."""
    chance = random.Random(5)
    rules = ruleset(secrecy.rules)
    outcomes = drawn(rules, 2, chance)
    steps = some_steps(rules, set_up(rules, 2, outcomes), 6, chance)
    other = otherwise(secrecy, 2, outcomes, steps, 0, chance)
    one, another = (msgspec.to_builtins(set_up(rules, 2, chances)) for chances in (outcomes, other))
    assert one["deck"] != another["deck"]
    assert one["hands"][0] == another["hands"][0]
    assert one["hands"][1] != another["hands"][1]
    assert known(secrecy, 2, outcomes, steps, 0) == known(secrecy, 2, other, steps, 0)
