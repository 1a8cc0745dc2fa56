"""Miniatures of boards: in lists of games, and a picture of each game for the front page."""

from __future__ import annotations

import random
from functools import cache
from io import BytesIO
from typing import Any

from PIL import Image

from domain import play
from domain.game import Command, Ruleset, Table, ruleset
from domain.message import plain
from domain.verifiable_random import Seeded
from service.presenters import pictures

SIDE = 160
"""Pixels of a square miniature: twice its size on the page."""

WIDTH, HEIGHT = 480, 300
"""Pixels of a game's picture, about twice its size on the page."""

QUALITY = 60
"""Of 100: a miniature has no legible text."""

NAMES = ("Ada", "Ben", "Cleo", "Dora")
MOVES = 56
"""Moves of bots before the position of a game's picture."""

BOT = "random"


def miniature(rules: Ruleset[Any], view: Any, names: list[str]) -> bytes:
    """Return the middle of a board as a small square WebP."""
    return _webp(_board(rules, view, names), SIDE, SIDE)


@cache
def of_ruleset(name: str) -> bytes:
    """Return a picture of a game in progress as WebP: bots have played it, always the same moves."""
    rules = ruleset(name)
    seats = min(len(NAMES), max(rules.seats))
    position = rules.initial(rules.setup(Table(seats=seats, figures=rules.current_figures()), Seeded(bytes(32))))
    numbers, bot = random.Random(1), rules.bots.get(BOT, next(iter(rules.bots.values())))
    for _ in range(MOVES):
        if not (waiting := rules.to_act(position)):
            break
        seat = waiting[0].seat
        command: Command = play.chosen(rules, bot, position, seat, numbers)
        play.played(rules, position, seat, command)
    return _webp(_board(rules, rules.view(position, "spectator"), list(NAMES[:seats])), WIDTH, HEIGHT)


def _board(rules: Ruleset[Any], view: Any, names: list[str]) -> str:
    """Draw the main drawing of a game in English: miniatures of all languages are the same."""
    board = next((each for each in rules.drawings if each.place == "map"), None)
    return rules.draw(view, names, plain) if board is None else board.draw(view, names, plain)


def _webp(drawing: str, width: int, height: int) -> bytes:
    """Return the middle of a drawing in this size."""
    whole = Image.open(BytesIO(pictures.png(drawing, width=width))).convert("RGB")
    top = max(whole.height - height, 0) // 2
    drawn = whole.crop((0, top, width, top + min(height, whole.height)))
    made = BytesIO()
    drawn.save(made, "WEBP", quality=QUALITY, method=4)
    return made.getvalue()
