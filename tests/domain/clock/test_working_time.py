"""Working time: the amount within an interval, and the time when a given amount has passed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.table.clock.counting import counted, spent

START = datetime(2026, 3, 1, tzinfo=UTC)


def at(hours: float) -> datetime:
    return START + timedelta(hours=hours)


def test_without_windows_all_time_counts_in_whole_seconds() -> None:
    assert counted(at(0), at(1) + timedelta(microseconds=999_999), ()) == 3600
    assert counted(at(1), at(0), ()) == 0


def test_only_time_within_a_window_counts() -> None:
    windows = ((at(2), at(4)), (at(6), at(8)))
    assert counted(at(0), at(3), windows) == 3600
    assert counted(at(3), at(7), windows) == 2 * 3600
    assert spent(at(3), 2 * 3600, windows) == (((at(3), at(4)), (at(6), at(7))), at(7))


def test_overlapping_or_insufficient_windows_are_rejected() -> None:
    with pytest.raises(ValueError, match="too few"):
        spent(at(0), 3 * 3600, ((at(0), at(2)),))
    with pytest.raises(ValueError, match="follow"):
        spent(at(0), 3 * 3600, ((at(0), at(2)), (at(1), at(5))))


@given(
    edges=st.lists(st.integers(0, 500), min_size=2, max_size=12, unique=True).map(sorted),
    since=st.integers(0, 500),
    minutes=st.integers(0, 20_000),
)
def test_deadline_is_the_earliest_time_with_the_given_amount(edges: list[int], since: int, minutes: int) -> None:
    pairs = list(zip(edges[::2], edges[1::2], strict=False))
    windows = [(at(begin), at(end)) for begin, end in pairs] + [(at(600), at(2000))]
    needed, deadline = spent(at(since), 60 * minutes, windows)
    assert counted(at(since), deadline, needed) == 60 * minutes
    assert counted(at(since), deadline, windows) == 60 * minutes
    assert not minutes or counted(at(since), deadline - timedelta(seconds=1), windows) < 60 * minutes
