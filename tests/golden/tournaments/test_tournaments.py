"""A past tournament: unchanged standings, and pairings from the results known at the time."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden.tournaments.logs import TOURNAMENTS, recomputed_of, standings_of

every_one = pytest.mark.parametrize("directory", TOURNAMENTS, ids=lambda directory: str(directory.name))


def test_the_golden_tournaments_are_there() -> None:
    assert TOURNAMENTS


@every_one
def test_its_standings_are_unchanged(directory: Path) -> None:
    assert standings_of(directory) == (directory / "standings").read_text()


@every_one
def test_its_files_are_sound_and_its_rounds_follow(directory: Path) -> None:
    found = recomputed_of(directory)
    assert (found.missing, found.unsound) == ([], [])
    assert {each.verdict for each in found.rounds} == {"follows"}
