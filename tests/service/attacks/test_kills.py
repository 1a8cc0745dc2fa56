"""Kills of processes during writes (the short form of the siege's kills)."""

from __future__ import annotations

from pathlib import Path

from tests.load_tests.kills import attack


def test_an_answered_write_exists_once_however_often_the_process_died(storage_url: str, tmp_path: Path) -> None:
    findings = list(attack(storage_url, tmp_path, writers=4, kills=2))
    assert all(finding.kept for finding in findings), findings
