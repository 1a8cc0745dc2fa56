"""Rulings on a table by a user without a seat there."""

from __future__ import annotations

import pytest

from domain.game import Fact
from domain.presentation import Place, Standing
from domain.table import seating
from domain.table.facts import Abandoned, Finished
from domain.table.refusals import GameOver, NotStarted, Refused
from domain.table.rulings import decisions
from domain.table.rulings.facts import Adjudicated, Voided
from tests.domain.test_table import given


def test_void_records_a_reason_and_abandons_the_game() -> None:
    state = given(phase="running")
    facts = decisions.void(state, "fault")
    assert facts == [Voided(reason="fault"), Abandoned()]
    for fact in facts:
        seating.evolve(state, fact)
    assert state.phase == "abandoned"
    with pytest.raises(Refused):
        decisions.void(state, "fault")


def test_running_game_can_be_adjudicated() -> None:
    state = given(phase="running")
    facts = decisions.adjudicate(state, [2, 1, 2], "absence")
    assert facts == [Adjudicated(places=(2, 1, 2), reason="absence"), Finished(seed="")]
    for fact in facts:
        seating.evolve(state, fact)
    ranking = decisions.ranked(state, Standing([5, 6, 7], False, []))
    assert ranking == [Place(1, 1, 6), Place(2, 0, 5), Place(2, 2, 7)]


@pytest.mark.parametrize("places", [[1, 2], [1, 2, 4], [2, 3, 4], [1, 1, 2], [0, 1, 2]])
def test_invalid_places_are_refused(places: list[int]) -> None:
    with pytest.raises(Refused):
        decisions.adjudicate(given(phase="running"), places, "absence")


def test_game_cannot_be_adjudicated_before_the_start() -> None:
    with pytest.raises(NotStarted):
        decisions.adjudicate(given(), [1, 2, 3], "absence")
    assert decisions.ranked(given(), Standing([1], True, [Place(1, 0, 1)])) == [Place(1, 0, 1)]


@pytest.mark.parametrize("end", [Finished(seed=""), Abandoned()])
def test_game_cannot_be_adjudicated_after_the_end(end: Fact) -> None:
    over = given(phase="running")
    seating.evolve(over, end)
    with pytest.raises(GameOver):
        decisions.adjudicate(over, [1, 2, 3], "absence")
