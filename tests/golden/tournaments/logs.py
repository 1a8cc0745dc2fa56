"""Reading the golden log of a tournament and those of its games."""

from __future__ import annotations

from pathlib import Path

from service.transfer.tournament import Recomputed, recomputed
from tests.golden.logs import lines_of

DIRECTORY = Path(__file__).parent
TOURNAMENTS = sorted(each.parent for each in DIRECTORY.glob("*/standings"))


def recomputed_of(directory: Path) -> Recomputed:
    """Recompute the results of a tournament from the logs in this directory, as anyone can."""
    files = {file.name: lines_of(file) for file in sorted(directory.glob("*.ndjson.gz"))}
    return recomputed(files.pop("competition.ndjson.gz"), files)


def standings_of(directory: Path) -> str:
    """Return the standings of all stages, one line per entrant."""
    return "".join(
        f"{stage} {each.place} {each.person} {each.points} {' '.join(map(str, each.tie_breaks))} {each.played}\n"
        for stage, standings in enumerate(recomputed_of(directory).stages, start=1)
        for each in standings
    )
