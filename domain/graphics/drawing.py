"""The drawings of a game by their names: a game declares what can be shown, and a page decides where."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

import msgspec

from domain.message import Message, Say

Place = Literal["map", "actions", "market", "track", "help"]
"""The purpose of a drawing in a decision: the places of pieces, the possible actions, the offers, the progress of all,
or a guide to the other drawings."""


class Drawing(msgspec.Struct, frozen=True):
    """One thing to look at of what is common to all, drawn by itself."""

    name: str
    """Stable, for addresses: ``map``."""
    title: Message
    place: Place
    draw: Callable[[Any, Sequence[str], Say], str]
    """SVG from a view and the seats' names, in the reader's words; nothing where there is nothing of it to see now."""
