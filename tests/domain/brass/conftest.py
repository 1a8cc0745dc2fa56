"""Bots of both games that are fast enough for whole games."""

from __future__ import annotations

from typing import Any

import pytest

from domain.brass import bots


@pytest.fixture
def quick_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Greedy bots look at a sixth of the commands they draw otherwise."""
    best = bots.best

    def quick(sample: int, *more: Any) -> Any:
        return best(sample // 6, *more)

    monkeypatch.setattr(bots, "best", quick)
