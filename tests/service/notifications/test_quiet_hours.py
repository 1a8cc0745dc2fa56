"""Quiet hours, including across midnight and clock changes."""

from __future__ import annotations

from datetime import UTC, datetime, time
from zoneinfo import ZoneInfo

import pytest

from service.notifications.quiet_hours import GRACE, Times, after_quiet, due

BERLIN = ZoneInfo("Europe/Berlin")
NIGHT = Times(quiet_from=time(22), quiet_until=time(7), daily_at=time(2, 30))


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        ("2026-01-09T12:00", "2026-01-09T12:00:30"),
        ("2026-01-09T21:00", "2026-01-10T06:00"),
        ("2026-01-10T05:59:29", "2026-01-10T06:00"),
        ("2026-01-10T05:59:30", "2026-01-10T06:00"),
        ("2026-07-09T20:00", "2026-07-10T05:00"),
        ("2026-03-28T22:00", "2026-03-29T05:00"),
        ("2026-10-24T21:00", "2026-10-25T06:00"),
    ],
)
def test_quiet_hours_end_in_local_time(now: str, expected: str) -> None:
    assert due(at(now), NIGHT, BERLIN, daily=False) == at(expected)


def test_daytime_quiet_hours_delay_only_until_they_end() -> None:
    noon = Times(quiet_from=time(12), quiet_until=time(13))
    assert due(at("2026-01-09T11:30"), noon, BERLIN, daily=False) == at("2026-01-09T12:00")
    assert due(at("2026-01-09T12:00"), noon, BERLIN, daily=False) == at("2026-01-09T12:00") + GRACE


def test_equal_start_and_end_means_no_quiet_hours() -> None:
    assert due(at("2026-01-09T00:00"), Times(), BERLIN, daily=False) == at("2026-01-09T00:00") + GRACE


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        ("2026-01-09T01:29", "2026-01-09T01:30"),
        ("2026-01-09T01:30", "2026-01-10T01:30"),
        ("2026-03-29T00:00", "2026-03-29T01:30"),  # 02:30 is skipped: due an hour later.
        ("2026-10-25T00:00", "2026-10-25T00:30"),  # 02:30 occurs twice: due the first time.
        ("2026-10-25T00:30", "2026-10-26T01:30"),
    ],
)
def test_daily_digest_is_due_once_a_day(now: str, expected: str) -> None:
    assert due(at(now), NIGHT, BERLIN, daily=True) == at(expected)


@pytest.mark.parametrize(
    ("now", "end"),
    [
        ("2026-10-25T00:10", "2026-10-25T00:30"),  # 02:10 for the first time.
        ("2026-10-25T00:40", None),
        ("2026-10-25T01:10", "2026-10-25T01:30"),  # 02:10 for the second time.
        ("2026-10-25T01:40", None),
        ("2026-03-29T00:30", "2026-03-29T01:30"),  # 02:30 is skipped.
    ],
)
def test_quiet_hours_ending_during_a_clock_change(now: str, end: str | None) -> None:
    short = Times(quiet_from=time(22), quiet_until=time(2, 30))
    assert after_quiet(at(now), short, BERLIN) == (None if end is None else at(end))
