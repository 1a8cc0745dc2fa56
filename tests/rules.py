"""``make rules``: the rule ids of each catalogue without a collected test (``@pytest.mark.rule("BB-6.3")``)."""

from __future__ import annotations

import contextlib
import io
import sys
from pathlib import Path

import pytest

import domain
from domain.rules.rulebook import rule_ids, rules


class Collector:
    """A pytest plugin that collects the rule ids of all tests."""

    def __init__(self) -> None:
        self.proved: set[str] = set()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            for mark in item.iter_markers("rule"):
                self.proved.update(mark.args)


def main() -> int:
    collector = Collector()
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        outcome = pytest.main(["--collect-only", "-qq", "-p", "no:cacheprovider"], plugins=[collector])
    if outcome != pytest.ExitCode.OK:
        print(output.getvalue())
        return 2
    root = Path(domain.__file__).parent
    known: set[str] = set()
    missing = 0
    for catalogue in sorted(root.rglob("rules.md")):
        ids = rule_ids(catalogue)
        known.update(rules(catalogue))
        unproved = [rule for rule in ids if rule not in collector.proved]
        missing += len(unproved)
        print(f"{catalogue.parent.relative_to(root)}: {len(ids) - len(unproved)} of {len(ids)} rules proved by a test")
        for rule in unproved:
            print(f"  {rule}")
    unknown = sorted(rule for rule in collector.proved - known if "-D." not in rule)
    if unknown:
        print(f"marked in tests, in no catalogue: {', '.join(unknown)}")
    return 1 if missing or unknown else 0


if __name__ == "__main__":
    sys.exit(main())
