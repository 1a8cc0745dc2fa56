"""The computed tables of ``deploy/SCALE.md``: ``python -m tests.benchmarks.capacity``."""

from __future__ import annotations

from tests.benchmarks.capacity.report import report

if __name__ == "__main__":
    print(report())
