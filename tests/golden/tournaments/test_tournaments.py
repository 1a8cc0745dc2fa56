"""A past tournament: unchanged standings, and pairings from the results known at the time."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden.tournaments.logs import TOURNAMENTS, recomputed_of, standings_of

every_tournament = pytest.mark.parametrize("directory", TOURNAMENTS, ids=lambda directory: str(directory.name))


def test_golden_tournaments_exist() -> None:
    assert TOURNAMENTS


@every_tournament
def test_standings_are_unchanged(directory: Path) -> None:
    assert standings_of(directory) == (directory / "standings").read_text()


@every_tournament
def test_files_are_valid_and_rounds_follow_from_results(directory: Path) -> None:
    found = recomputed_of(directory)
    assert (found.missing, found.unsound) == ([], [])
    assert {each.verdict for each in found.rounds} == {"follows"}
