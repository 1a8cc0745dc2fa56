"""Miniatures of boards: in lists of games, and a picture of each game for the front page."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from io import BytesIO
from typing import Any

from domain.game import Ruleset, ruleset
from domain.message import plain
from service.presenters import pictures
from service.presenters.sample_positions import sample_position

SIDE = 160
"""Pixels of a square miniature: twice its size on the page."""

WIDTH, HEIGHT = 480, 300
"""Pixels of a game's picture, about twice its size on the page."""

QUALITY = 60
"""Of 100: a miniature has no legible text."""


def miniature(rules: Ruleset[Any], view: Any, names: Sequence[str]) -> bytes:
    """Return the middle of a board as a small square WebP."""
    return _webp(_board(rules, view, names), SIDE, SIDE)


@cache
def of_ruleset(name: str) -> bytes:
    """Return a picture of a game in progress as WebP."""
    rules = ruleset(name)
    position, names = sample_position(name, rules.current_figures())
    return _webp(_board(rules, rules.view(position, "spectator"), names), WIDTH, HEIGHT)


def _board(rules: Ruleset[Any], view: Any, names: Sequence[str]) -> str:
    """Draw the main drawing of a game in English: miniatures of all languages are the same."""
    board = next((each for each in rules.drawings if each.place == "map"), None)
    return rules.draw(view, names, plain) if board is None else board.draw(view, names, plain)


def _webp(drawing: str, width: int, height: int) -> bytes:
    """Return the middle of a drawing in this size."""
    from PIL import Image  # slow to import, so only in processes that make pictures

    whole = Image.open(BytesIO(pictures.png(drawing, width=width))).convert("RGB")
    top = max(whole.height - height, 0) // 2
    drawn = whole.crop((0, top, width, top + min(height, whole.height)))
    made = BytesIO()
    drawn.save(made, "WEBP", quality=QUALITY, method=4)
    return made.getvalue()
