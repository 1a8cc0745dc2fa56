"""Scoring rules that differ for automas (TA-1.11, TA-21)."""

from __future__ import annotations

from tests.domain.barrage.automa.oracle.board import State
from tests.domain.barrage.automa.oracle.figures import TRACK

TABLES = {"human": (15, 10, 5), "automa": (20, 15, 10)}
RESOURCES_PER_POINT = 5


def _share(pool: int, sharing: int) -> int:
    """Return an equal share, halves up (BA-D.14)."""
    return (2 * pool + sharing) // (2 * sharing)


def _is_automa(company: dict[str, object]) -> bool:
    return bool(company.get("automa"))


def of_track(state: State) -> list[tuple[int, int]]:
    """Credits and points for energy at the end of a round, by seat (TA-21.1, TA-21.2)."""
    energies = [company["energy"] for company in state["companies"]]
    found = []
    for company, energy in zip(state["companies"], energies, strict=True):
        row = [row for row in TRACK["credits"] if row["energy"] <= energy][-1]
        points = row.get("vp", 0) + _place_points(energies, energy)
        automa = _is_automa(company)
        found.append((0 if automa else row["credits"], points + (row["credits"] if automa else 0)))
    return found


def _place_points(energies: list[int], energy: int) -> int:
    """First and second on the track (BA-20.1 to BA-20.3)."""
    ahead = sum(other > energy for other in energies)
    level = energies.count(energy)
    if not energy or (ahead and energies.count(max(energies)) > 1):
        return 0
    if not ahead:
        return 6 if level == 1 else _share(8, level)
    if energy != sorted(set(energies))[-2]:
        return 0
    return 2 if level == 1 else 1


def of_objective(state: State, counts: list[int]) -> list[int]:
    """Return points for the objective tile by seat, when these are counted (TA-21.5)."""
    found = []
    for company, count in zip(state["companies"], counts, strict=True):
        ahead, tied = sum(other > count for other in counts), counts.count(count)
        table = TABLES["automa" if _is_automa(company) else "human"]
        found.append(_share(sum(table[ahead : ahead + tied]), tied))
    return found


def of_resources(state: State) -> list[int]:
    """Return points for the remaining supply (TA-21.6)."""
    companies = state["companies"]
    return [(c["excavators"] + c["mixers"] + c["credits"]) // RESOURCES_PER_POINT for c in companies]
