"""The short form of ``make simulate``: a few weeks of small communities."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.simulation.life import Size, live
from tests.simulation.seeded_random import loaded

SHORT = Size(games=5, people=8, days=14, real=0.2)


def simulate(directory: Path, seed: str, size: Size) -> dict[str, int]:
    """Return the counts of a community, and the last hashes of its logs."""
    directory.mkdir()
    with loaded(seed):
        site = live(f"sqlite:///{directory}/daybook.sqlite", seed, size)
        tips = {stream: site.handler.games.game(stream).tip for stream in site.games}
        site.close()
    return {**site.counts, **tips}


@pytest.mark.parametrize("seed", ["1", "2"])
def test_simulation_produces_moves_messages_and_worker_deaths(tmp_path: Path, seed: str) -> None:
    counts = simulate(tmp_path / "lived", seed, SHORT)
    for what in ("moves", "notifications", "messages", "deaths of workers"):
        assert counts[what] > 0


def test_same_seed_gives_the_same_simulation(tmp_path: Path) -> None:
    small = Size(games=2, people=4, days=5, real=0.0)
    assert simulate(tmp_path / "once", "4", small) == simulate(tmp_path / "again", "4", small)
