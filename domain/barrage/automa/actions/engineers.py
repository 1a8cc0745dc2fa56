"""Engineers: their number for each action, and their spaces (TA-4)."""

from __future__ import annotations

from domain.barrage.engine.course import Course
from domain.barrage.engine.parts import Section
from domain.barrage.engine.position import Position
from domain.barrage.model.automa import components as figures
from domain.barrage.model.changes import EngineersPlaced
from domain.barrage.model.state import BANK


def board(seat: int) -> str:
    """Return the place for engineers of constructions: the automa's company board, any number of times (TA-4.4)."""
    return f"automa/{seat}"


def beside(section: str) -> str:
    """Return the place for engineers when every space of a section is occupied (TA-4.9)."""
    return f"{section}/beside"


def first_free(position: Position, section: figures.Section) -> str:
    """Return a section's topmost free left space, else its topmost free right one, else beside it (TA-4.6
    to TA-4.9).
    """
    if section == "bank":
        return BANK
    state = position.state
    spaces = position.edition.all(Section)[section].spaces(state)
    rows = figures.automa(position.components).section_rows[section]
    for name in (*(f"{row}/left" for row in rows), *rows, *(f"{row}/right" for row in rows)):
        space = spaces.get(name)
        if space and space.min_players <= len(state.companies) and name not in state.spaces:
            return name
    return beside(section)


def place(course: Course, seat: int, space: str, printed: int) -> None:
    """Place as many engineers as are printed on the card, or all there are (TA-4.1, TA-4.2)."""
    engineers = min(printed, course.state.companies[seat].engineers)
    if engineers:
        course.change(EngineersPlaced(seat=seat, space=space, engineers=engineers))
