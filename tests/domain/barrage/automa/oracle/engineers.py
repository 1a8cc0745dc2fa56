"""Placing engineers (TA-4)."""

from __future__ import annotations

from tests.domain.barrage.automa.oracle.board import Play, State
from tests.domain.barrage.automa.oracle.figures import ROWS

PATENT_SPACES = ("PO-1", "PO-2", "PO-3")


def _spaces(state: State, section: str) -> list[str]:
    """Return the spaces of a section, left ones first, each column from the top; closed rows do not count (TA-4.8)."""
    if section == "patent_office":
        return list(PATENT_SPACES)
    if section == "bank":
        return ["BK"]
    players = len(state["companies"])
    rows = [row["id"] for row in ROWS if row["section"] == section and row.get("min_players", 2) <= players]
    return [f"{row}/{side}" for side in ("left", "right") for row in rows]


def first_free(state: State, section: str) -> str:
    """Return the first free space of a section, or beside it (TA-4.6, TA-4.9)."""
    if section == "bank":
        return "BK"
    free = (space for space in _spaces(state, section) if not state["spaces"].get(space))
    return next(free, f"{section}/beside")


def place(play: Play, engineers: int, space: str) -> None:
    """Spend this number of engineers, or all (TA-4.2)."""
    spent = min(engineers, play.company["engineers"])
    play.company["engineers"] -= spent
    play.state["spaces"].setdefault(space, []).append({"seat": play.seat, "engineers": spent})


def place_in(play: Play, engineers: int, section: str) -> None:
    """Engineers on the first free space of a section."""
    place(play, engineers, first_free(play.state, section))


def place_on_board(play: Play, engineers: int) -> None:
    """Engineers on the own company board (TA-4.4)."""
    place(play, engineers, f"automa/{play.seat}")
