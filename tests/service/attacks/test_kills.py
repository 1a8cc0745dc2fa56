"""Processes killed during writes (the short form of the load test)."""

from __future__ import annotations

from pathlib import Path

from tests.load_tests.kills import attack


def test_acknowledged_writes_exist_once_after_process_kills(storage_url: str, tmp_path: Path) -> None:
    findings = list(attack(storage_url, tmp_path, writers=4, kills=2))
    assert all(finding.kept for finding in findings), findings
