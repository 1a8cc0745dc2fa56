"""A sheet with a view of Brass: Birmingham."""

from __future__ import annotations

from collections.abc import Sequence

from domain.brass.birmingham.model.components import Components, of
from domain.brass.birmingham.model.state import State
from domain.brass.rendering import sheet as brass
from domain.brass.rendering.sheet import COAL, IRON, Piece
from domain.graphics.marks import characters
from domain.message import Say

Sheet = brass.Sheet[State, Components]

BEER = Piece("beer", "bb-beer", "bb-beer-on-tile")
PIECES = {"coal_mine": COAL, "iron_works": IRON, "brewery": BEER}


def sheet(view: State, names: Sequence[str], say: Say) -> Sheet:
    """Return a sheet for a view; every seat has a name."""
    return Sheet(view, of(view.figures), names, characters(names), say, PIECES)
