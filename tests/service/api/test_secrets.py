"""Two worlds that differ only in secrets hidden from a viewer: every endpoint gives byte-identical responses."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from domain.game import ruleset
from tests.service.attacks.shared_branches import OWNER, compared_when_shared
from tests.service.attacks.visible_information import PROBES, compared, page
from tests.service.noninterference import (
    ARKWRIGHT,
    AUTOMAS,
    BARRAGE,
    BIRMINGHAM,
    LANCASHIRE,
    TOY,
    NotUnderstood,
    Secrecy,
    UnderstoodClient,
    indistinguishable_outcomes,
    random_outcomes,
    set_up,
    some_steps,
    visible_to,
)
from tests.service.sites import Site

UNSHRUNK = settings(derandomize=True, database=None, phases=[Phase.generate])
"""A smaller seed is not a simpler game."""


@settings(UNSHRUNK, max_examples=12)
@given(seed=st.integers(0, 10**6), length=st.integers(0, 14), viewer=st.integers(0, 2))
def test_responses_reveal_no_secrets_of_the_toy_game(seed: int, length: int, viewer: int) -> None:
    compared(TOY, 2, seed, length, viewer)


@pytest.mark.rule("BB-4.9")
@settings(UNSHRUNK, max_examples=4)
@given(seed=st.integers(0, 10**6), length=st.integers(0, 60), viewer=st.integers(0, 2))
def test_responses_reveal_no_secrets_of_birmingham(seed: int, length: int, viewer: int) -> None:
    compared(BIRMINGHAM, 2, seed, length, viewer)


@pytest.mark.rule("BL-16.1")
@settings(UNSHRUNK, max_examples=4)
@given(seed=st.integers(0, 10**6), length=st.integers(0, 60), viewer=st.integers(0, 2))
def test_responses_reveal_no_secrets_of_lancashire(seed: int, length: int, viewer: int) -> None:
    compared(LANCASHIRE, 2, seed, length, viewer)


@pytest.mark.rule("BA-2.8", "BA-2.12", "BA-17.5")
@settings(UNSHRUNK, max_examples=4)
@given(seed=st.integers(0, 10**6), length=st.integers(0, 60), viewer=st.integers(0, 2))
def test_responses_reveal_no_secrets_of_barrage(seed: int, length: int, viewer: int) -> None:
    compared(BARRAGE, 2, seed, length, viewer)


@pytest.mark.rule("TA-2.7", "TA-3.2")
@settings(UNSHRUNK, max_examples=2)
@given(seed=st.integers(0, 10**6), length=st.integers(4, 24), viewer=st.integers(0, 1))
def test_responses_do_not_reveal_the_order_of_automa_cards(seed: int, length: int, viewer: int) -> None:
    compared(AUTOMAS, 3, seed, length, viewer)


@pytest.mark.rule("AW-S.11", "AW-S.18")
@settings(UNSHRUNK, max_examples=5)
@given(seed=st.integers(0, 10**6), length=st.integers(0, 60), viewer=st.integers(0, 1))
def test_responses_reveal_no_secrets_of_a_solo_game(seed: int, length: int, viewer: int) -> None:
    compared(ARKWRIGHT, 1, seed, length, viewer)


def test_dry_run_of_the_last_move_reveals_no_secrets() -> None:
    """One of the choices would end this solo game."""
    compared(ARKWRIGHT, 1, seed=140891, length=109, viewer=0, every=50)


SPECTATOR = -1
"""A viewer who is not a player."""


@pytest.mark.parametrize(
    ("secrecy", "seats", "viewer"),
    [
        *((secrecy, 2, viewer) for secrecy in (TOY, BIRMINGHAM, LANCASHIRE) for viewer in (OWNER, 1)),
        (BARRAGE, 2, SPECTATOR),
        (AUTOMAS, 3, SPECTATOR),
        (ARKWRIGHT, 1, SPECTATOR),
    ],
    ids=lambda given: given.rules if isinstance(given, Secrecy) else str(given),
)
def test_shared_branch_reveals_no_secrets(secrecy: Secrecy, seats: int, viewer: int) -> None:
    """Continuations by the owner, an opponent, or other users with or without the link reveal no secrets either."""
    length = 3 if secrecy is TOY else 12
    viewing_seat = seats if viewer == SPECTATOR else viewer
    found = compared_when_shared(secrecy, seats, 6, length, viewing_seat, PROBES[secrecy.rules])
    assert found.moves
    assert found.previews
    # Without hidden hands, everything hidden is made up in a branch, and is the same in both worlds.
    assert found.differed == (secrecy.hides_hands and viewer != OWNER)


def test_comparison_fails_on_a_request_that_is_not_understood(site: Site) -> None:
    """All worlds give the same error for an old path, parameter or field, so comparing them would prove nothing."""
    site.app.test_client_class = UnderstoodClient
    ada = site.person("Ada")
    game = site.game(ada, ada)
    play = "moves/from-branch?dry_run=true"
    assert ada.on_version(game, play, {"branch": game}).status_code == 409, "understood, but refused by the game"
    for send in (
        lambda: ada.on_version(game, play, {"line": game}),
        lambda: ada.on_version(game, "moves?dry_run=true", {"command": {"action": "unknown"}}),
        lambda: ada.get("/games?list=mine"),
        lambda: ada.get(f"/games/{game}/lines"),
        lambda: ada.put(f"/games/{game}/state", {}),
        lambda: page(ada, f"/games/{game}/lines"),
    ):
        with pytest.raises(NotUnderstood):
            send()


def test_worlds_differ_in_the_bags_of_a_solo_game() -> None:
    rng = random.Random(5)
    outcomes = random_outcomes(ruleset("arkwright"), 1, rng)
    other = indistinguishable_outcomes(ARKWRIGHT, 1, outcomes, (), 0, rng)
    one, another = (msgspec.to_builtins(set_up(ruleset("arkwright"), 1, draws))["solo"] for draws in (outcomes, other))
    assert one["bags"] != another["bags"]
    assert one["tracks"] != another["tracks"]
    assert one["display"] == another["display"]


def test_worlds_differ_in_the_piles_of_barrage() -> None:
    rng = random.Random(5)
    outcomes = random_outcomes(ruleset("barrage"), 2, rng)
    other = indistinguishable_outcomes(BARRAGE, 2, outcomes, (), 0, rng)
    one, another = (msgspec.to_builtins(set_up(ruleset("barrage"), 2, draws)) for draws in (outcomes, other))
    assert one["piles"] != another["piles"]
    assert one["renewal_key"] != another["renewal_key"]
    assert one["displays"] == another["displays"]


def test_worlds_differ_in_the_cards_of_automas() -> None:
    rng = random.Random(5)
    outcomes = random_outcomes(ruleset("barrage"), 3, rng, AUTOMAS.options)
    other = indistinguishable_outcomes(AUTOMAS, 3, outcomes, (), 0, rng)
    one, another = (set_up(ruleset("barrage"), 3, draws, AUTOMAS.options) for draws in (outcomes, other))
    assert one.piles["automa_cards"][0] == another.piles["automa_cards"][0]
    assert one.piles["automa_cards"] != another.piles["automa_cards"]


@pytest.mark.parametrize("secrecy", [TOY, BIRMINGHAM, LANCASHIRE], ids=lambda secrecy: secrecy.rules)
def test_worlds_differ_in_hands_and_deck(secrecy: Secrecy) -> None:
    """Otherwise the comparison would prove nothing."""
    rng = random.Random(5)
    rules = ruleset(secrecy.rules)
    outcomes = random_outcomes(rules, 2, rng)
    steps = some_steps(rules, set_up(rules, 2, outcomes), 6, rng)
    other = indistinguishable_outcomes(secrecy, 2, outcomes, steps, 0, rng)
    one, another = (msgspec.to_builtins(set_up(rules, 2, draws)) for draws in (outcomes, other))
    assert one["deck"] != another["deck"]
    assert one["hands"][0] == another["hands"][0]
    assert one["hands"][1] != another["hands"][1]
    assert visible_to(secrecy, 2, outcomes, steps, 0) == visible_to(secrecy, 2, other, steps, 0)
