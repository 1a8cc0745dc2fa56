"""A sheet with a view of Brass: Lancashire."""

from __future__ import annotations

from collections.abc import Sequence

from domain.brass.lancashire.model.components import Components
from domain.brass.lancashire.model.state import State
from domain.brass.lancashire.variants import components_of
from domain.brass.rendering import sheet as brass
from domain.brass.rendering.sheet import COAL, IRON
from domain.graphics.marks import characters
from domain.message import Say

Sheet = brass.Sheet[State, Components]

PIECES = {"coal_mine": COAL, "iron_works": IRON}


def sheet(view: State, names: Sequence[str], say: Say) -> Sheet:
    """Return a sheet for a view; every seat has a name."""
    return Sheet(view, components_of(view), names, characters(names), say, PIECES)
