"""A crowd that reads one game while it is played: the short form of the siege's (see tests/README.md).

Connections to the database, threads, places, files and memory must not run out.
"""

from __future__ import annotations

from pathlib import Path

from tests.load_tests import crowds
from tests.load_tests.finding import Finding
from tests.load_tests.sites import target


def broken(found: list[Finding]) -> list[Finding]:
    """Return the failures except times: with other tests running, the machine is not the crowd's alone."""
    return [finding for finding in found if not finding.kept and "slowest" not in finding.what]


def test_everybody_is_answered_or_told_when_to_come_back(storage_url: str, tmp_path: Path) -> None:
    with target(storage_url, tmp_path, DAYBOOK_LISTENERS="20", DAYBOOK_LISTENERS_EACH="20") as site:
        found = list(crowds.attack(site, readers=60, pages=30, moves=3, pause=0.5, hurry=0.1))
    assert broken(found) == [], found


def test_readers_of_a_process_with_one_place_are_not_let_in_together(storage_url: str, tmp_path: Path) -> None:
    """As many at once as froze a process for minutes; there is one connection for all of them, and one for the rest."""
    with target(storage_url, tmp_path, DAYBOOK_REQUESTS="1", DAYBOOK_LISTENERS_EACH="100") as site:
        found = list(crowds.attack(site, readers=64, pages=0, moves=1, pause=1))
    assert broken(found) == [], found
