"""Many clients reading one game while it is played: the short form of the load test (see tests/README.md).

Database connections, threads, places for listeners, files and memory must not run out.
"""

from __future__ import annotations

from pathlib import Path

from tests.load_tests import crowds
from tests.load_tests.finding import Finding
from tests.load_tests.sites import target


def failures(found: list[Finding]) -> list[Finding]:
    """Return the failures, except those of response times: other tests share the machine."""
    return [finding for finding in found if not finding.kept and "slowest" not in finding.what]


def test_every_client_gets_a_response_or_a_retry_time(storage_url: str, tmp_path: Path) -> None:
    with target(storage_url, tmp_path, DAYBOOK_LISTENERS="20", DAYBOOK_LISTENERS_EACH="20") as site:
        found = list(crowds.attack(site, readers=60, pages=30, moves=3, pause=0.5, hurry=0.1))
    assert failures(found) == [], found


def test_readers_do_not_freeze_a_process_limited_to_one_request(storage_url: str, tmp_path: Path) -> None:
    """This many readers once froze a process for minutes; now they share one connection, and others use another."""
    with target(storage_url, tmp_path, DAYBOOK_REQUESTS="1", DAYBOOK_LISTENERS_EACH="100") as site:
        found = list(crowds.attack(site, readers=64, pages=0, moves=1, pause=1))
    assert failures(found) == [], found
