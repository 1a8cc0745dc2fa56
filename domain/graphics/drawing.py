"""The drawings of a game by name: the game declares them, and a page decides where to show them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

import msgspec

from domain.message import Message, Say

Place = Literal["map", "actions", "market", "track", "help"]
"""The purpose of a drawing in a decision: the places of pieces, the possible actions, the offers, the progress of all,
or a guide to the other drawings."""


GUIDE_WIDTH = 760.0
"""The width of a guide to the other drawings: beside the board, its letters are as large as theirs."""


class Drawing(msgspec.Struct, frozen=True):
    """One drawing of something that all players share."""

    name: str
    """A stable name for URLs: ``map``."""
    title: Message
    place: Place
    draw: Callable[[Any, Sequence[str], Say], str]
    """SVG from a view and the seats' names, in the reader's language; None if there is nothing to show now."""


class LastBoard(msgspec.Struct, frozen=True):
    """The drawing of pieces that have been scored: they stay on the drawn board until the next era begins.

    Positions have no such pieces any more; only their drawings show them.
    """

    scored: tuple[type[Any], ...]
    """The facts that score pieces and remove them from the board."""
    removed: Callable[[Any], bool]
    """Whether the pieces of a view have been scored and the next era has not begun."""
    restored: Callable[[Any, Any], Any]
    """The view to draw, with the pieces of the state right before they were scored. They are public."""


def as_drawn(last: LastBoard | None, view: Any, before: Callable[[tuple[type[Any], ...]], Any | None]) -> Any:
    """Return a view as drawings show it, with pieces that were just scored.

    ``before`` returns the state before the last fact of these kinds, or None; it is called only if pieces are missing.
    """
    scored = before(last.scored) if last is not None and last.removed(view) else None
    return view if last is None or scored is None else last.restored(view, scored)
