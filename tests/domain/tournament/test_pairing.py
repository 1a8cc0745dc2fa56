"""Pairing: everyone plays once a round, no pairing repeats in a large enough field, and close scores meet."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.tournament.facts import Drawn
from domain.tournament.pairing import paired, repetitions, searching, sizes
from domain.tournament.pairing.searching import searched
from domain.tournament.standings import Round, met


def entrants(number: int) -> list[str]:
    return [f"p{each:03}" for each in range(number)]


@given(st.integers(0, 300), st.integers(2, 4), st.sets(st.integers(2, 4), min_size=1))
def test_entrants_without_a_bye_get_tables_of_allowed_sizes(number: int, seats: int, possible: set[int]) -> None:
    possible |= {seats}
    found, byes = sizes(number, seats, possible)
    assert sum(found) + byes == number
    assert set(found) <= {size for size in possible if size <= seats}
    assert byes < seats


@pytest.mark.parametrize(
    ("number", "expected"), [(64, ([4] * 16, 0)), (61, ([4] * 13 + [3] * 3, 0)), (5, ([3, 2], 0)), (1, ([], 1))]
)
def test_tables_are_as_full_as_possible(number: int, expected: tuple[list[int], int]) -> None:
    assert sizes(number, 4, {2, 3, 4}) == expected


def test_odd_entrant_gets_a_bye_at_tables_of_two() -> None:
    assert sizes(5, 2, {2}) == ([2, 2], 1)


@settings(max_examples=25)
@given(st.integers(16, 64), st.integers(2, 4), st.randoms(use_true_random=False))
def test_no_pairing_repeats_in_a_large_field(number: int, seats: int, numbers) -> None:  # type: ignore[no-untyped-def]
    known: dict[str, set[str]] = {}
    for number_of_round in range(3):
        order = numbers.sample(entrants(number), number)
        at_tables, byes = sizes(number, seats, {2, 3, 4})
        playing = order[: number - byes]
        tables = paired(playing, at_tables, known, seed=number_of_round)
        assert sorted(person for table in tables for person in table) == sorted(playing)
        assert not repetitions(tables, known)
        record_pairings(known, tables)


@pytest.mark.parametrize(("people_there", "rounds"), [(6, 5), (8, 7), (10, 9)])
def test_two_player_tables_repeat_as_few_pairings_as_possible(people_there: int, rounds: int) -> None:
    """Compared with an exhaustive search of all pairings."""
    order, known, numbers = entrants(people_there), dict[str, set[str]](), random.Random(people_there)
    for number in range(rounds):
        numbers.shuffle(order)
        tables = paired(order, [2] * (people_there // 2), known, seed=number)
        assert len(repetitions(tables, known)) == fewest_repetitions(order, known)
        record_pairings(known, tables)


def fewest_repetitions(order: list[str], known: dict[str, set[str]]) -> int:
    if not order:
        return 0
    one, *others = order
    return min(
        (other in known.get(one, ())) + fewest_repetitions([each for each in others if each != other], known)
        for other in others
    )


def test_search_finds_rounds_that_swaps_cannot_reach() -> None:
    """Nine entrants at tables of three: after three rounds, only one without repetitions is left."""
    numbers = random.Random(1)
    for _ in range(20):
        past = [(0, 1, 2), (3, 4, 5), (6, 7, 8)], [(0, 3, 6), (1, 4, 7), (2, 5, 8)], [(0, 4, 8), (1, 5, 6), (2, 3, 7)]
        order = entrants(9)
        numbers.shuffle(order)
        known: dict[str, set[str]] = {}
        for tables in past:
            record_pairings(known, [tuple(order[place] for place in table) for table in tables])
        numbers.shuffle(order)
        assert not repetitions(paired(order, [3, 3, 3], known, seed=1), known)
        assert searched(order, [3, 3, 3], known) is not None


def test_search_proves_that_repetitions_are_unavoidable() -> None:
    order = entrants(8)
    known = {person: set(order) - {person} for person in order[:4]}
    assert searched(order, [4, 4], known) is None
    assert searched(order, [4, 4], {}) is not None


def test_search_stops_at_the_step_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "STEPS", 3)
    assert searched(entrants(16), [4] * 4, {}) is None


def record_pairings(known: dict[str, set[str]], tables: list[tuple[str, ...]]) -> None:
    for table in tables:
        for person in table:
            known.setdefault(person, set()).update(set(table) - {person})


def test_pairings_repeat_if_the_field_is_too_small() -> None:
    order = entrants(4)
    known = {person: set(order) - {person} for person in order}
    (table,) = paired(order, [4], known, seed=1)
    assert sorted(table) == order


def test_entrants_with_similar_scores_are_paired() -> None:
    assert paired(entrants(8), [4, 4], {}, seed=1) == [tuple(entrants(8)[:4]), tuple(entrants(8)[4:])]


def test_pairing_is_deterministic() -> None:
    order = entrants(21)
    known = met([Round(tables=(Drawn(game="g", seats=tuple(order[:4])),))])
    assert paired(order, [4, 4, 4, 3, 3, 3], known, seed=7) == paired(order, [4, 4, 4, 3, 3, 3], known, seed=7)
