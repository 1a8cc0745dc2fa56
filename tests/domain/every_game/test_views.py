"""Views of a position: they depend on the viewer, not on how far a preview has taken the game."""

from __future__ import annotations

import random

import msgspec
import pytest

from domain.game import rulesets
from tests.service.noninterference import SECRECIES, random_outcomes, set_up


@pytest.mark.parametrize("name", sorted(rulesets()))
def test_game_that_ends_in_a_preview_reveals_nothing(name: str) -> None:
    """Only the auditor sees everything after the end; a last move in a preview must not reveal it."""
    rules, seats = rulesets()[name], SECRECIES[name].seats[0]
    state = rules.initial(set_up(rules, seats, random_outcomes(rules, seats, random.Random(1))))
    over = msgspec.structs.replace(state, finished=True)
    for viewer in (0, "spectator"):
        seen = rules.view(over, viewer)
        assert seen == msgspec.structs.replace(rules.view(state, viewer), finished=True)
        assert seen != over
    assert rules.view(over, "auditor") == over
