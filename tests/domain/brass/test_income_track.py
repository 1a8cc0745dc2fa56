"""The income track: markers advance by spaces and go back by levels."""

import pytest

from domain.brass import income_track
from domain.brass.model.components import IncomeTrack

TRACK = IncomeTrack(first_space=0, last_space=7, levels={-1: (0, 0), 0: (1, 1), 1: (2, 3), 2: (4, 7)})


@pytest.mark.rule("BB-6.2")
def test_the_level_is_that_of_the_space():
    assert [income_track.level(TRACK, space) for space in range(8)] == [-1, 0, 1, 1, 2, 2, 2, 2]


@pytest.mark.rule("BB-6.3", "BB-6.4")
def test_an_advance_counts_spaces_and_stops_at_the_end():
    assert income_track.advanced(TRACK, 1, 3) == 4
    assert income_track.advanced(TRACK, 6, 3) == 7


@pytest.mark.rule("BB-21.2")
def test_going_back_counts_levels_and_lands_on_the_highest_space():
    assert income_track.lowered(TRACK, 7, 1) == 3
    assert income_track.lowered(TRACK, 4, 3) == 0
    with pytest.raises(KeyError):
        income_track.lowered(TRACK, 3, 3)
