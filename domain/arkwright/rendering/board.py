"""The market board, with all components that the players share."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from domain.arkwright.model.state import State
from domain.arkwright.rendering.cards import supply
from domain.arkwright.rendering.legend import legend
from domain.arkwright.rendering.players import automas, players
from domain.arkwright.rendering.sheet import LEAST, WIDTH, Panel, frame, sheet
from domain.arkwright.rendering.tracks import eras, tracks, wages
from domain.graphics.drawing import GUIDE_WIDTH, Drawing
from domain.message import Message, Say, message, plain

_PANELS: tuple[Panel, ...] = (eras, tracks, wages, players, supply)


def drawings() -> tuple[Drawing, ...]:
    """Return the panels as separate drawings."""
    return (
        Drawing(
            "market",
            message("arkwright.panel-market", "Market"),
            "map",
            partial(_part, message("arkwright.market-board", "The market board"), (eras, tracks, wages)),
        ),
        Drawing(
            "automas",
            message("arkwright.panel-automas", "Automas"),
            "track",
            partial(_part, message("arkwright.automas", "The automas"), (automas,)),
        ),
        Drawing(
            "cards",
            message("arkwright.panel-cards", "Cards"),
            "market",
            partial(_part, message("arkwright.development-cards", "Development cards"), (supply,)),
        ),
        Drawing(
            "signs",
            message("arkwright.panel-guide", "Guide"),
            "help",
            partial(_part, message("arkwright.guide", "Market, round and signs"), (legend,), width=GUIDE_WIDTH),
        ),
    )


def draw(view: State, names: Sequence[str], say: Say = plain) -> str:
    """Draw the market board as SVG from a view, in the language of ``say``."""
    return _part(message("arkwright.market-board", "The market board"), _PANELS, view, names, say)


def _part(
    title: Message, panels: Sequence[Panel], view: State, names: Sequence[str], say: Say, width: float = WIDTH
) -> str:
    """Draw panels one below the other; nothing if they are empty. Phones show letters only as large as needed, so
    that more of the board fits.
    """
    drawn = sheet(view, names, say, width)
    parts, top = [], 8.0
    for panel in panels:
        part, height = panel(drawn, top)
        parts.append(part)
        top += height
    return frame(drawn, title, top, *parts, data_letters=LEAST) if any(parts) else ""
