"""The market board with everything that is common to all."""

from __future__ import annotations

from collections.abc import Sequence

from domain.arkwright.draw.cards import supply
from domain.arkwright.draw.players import players
from domain.arkwright.draw.sheet import Panel, frame, sheet
from domain.arkwright.draw.tracks import eras, tracks, wages
from domain.arkwright.vocabulary.state import State
from domain.message import Say, message, plain

_PANELS: tuple[Panel, ...] = (eras, tracks, wages, players, supply)


def draw(view: State, names: Sequence[str], say: Say = plain) -> str:
    """SVG of the market board from a view, in the words of ``say``."""
    drawn = sheet(view, names, say)
    parts, top = [], 8.0
    for panel in _PANELS:
        part, height = panel(drawn, top)
        parts.append(part)
        top += height
    return frame(drawn, message("The market board"), top, *parts)
