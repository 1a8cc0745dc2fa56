"""Development cards: the supply, the display of the solo game, and those a player holds."""

from __future__ import annotations

from domain.arkwright.draw.sheet import LINE, Sheet, box, company_mark, heading, wrapped
from domain.arkwright.telling import words
from domain.arkwright.vocabulary.state import Solo
from domain.message import message
from domain.svg import group, marked, text

COLUMNS = 5
WIDTH = 192.0
HEIGHT = 78.0
STEP_X = 197.0
STEP_Y = 84.0
LETTERS = 11
"""Letters of a name that fit into the width of a card."""


def card(drawn: Sheet, name: str, type: str, x: float, y: float, *, used: bool = False, note: str = "") -> str:
    """A development card under an element name; a used one is faded and says so."""
    said = drawn.say(message("{card}: {effect}", card=drawn.card(type), effect=words.effect(drawn.components, type)))
    lines = [*wrapped(drawn.card(type), LETTERS), *([note] if note else [])]
    rows = [
        text(
            row,
            x=x + WIDTH / 2,
            y=y + HEIGHT / 2 + (place - (len(lines) - 1) / 2) * 25,
            font_size=min(LINE, 23.0 if len(lines) > 2 else LINE, (WIDTH - 12) / (0.62 * len(row))),
            class_="aw-soft" if note and place == len(lines) - 1 else "aw-strong",
        )
        for place, row in enumerate(lines)
    ]
    face = group(box(x, y, WIDTH, HEIGHT), *rows, **({"class_": "aw-used"} if used else {}))
    return marked(name, said, face)


def supply(drawn: Sheet, top: float) -> tuple[str, float]:
    """The development cards that can be taken; in the solo game the display with its funds markers."""
    if drawn.view.solo is not None:
        return _display(drawn, drawn.view.solo, top)
    cards = drawn.view.supply
    said = drawn.say(message("Development cards"))
    parts = [heading(said, 10, top + 18)]
    for place, lying in enumerate(cards):
        x, y = _at(place, top)
        parts.append(card(drawn, f"supply:{lying.id}", lying.type, x, y))
    rows = -(-len(cards) // COLUMNS)
    return "".join(parts), 38 + rows * STEP_Y + 6


def _at(place: int, top: float) -> tuple[float, float]:
    return 8 + place % COLUMNS * STEP_X, top + 38 + place // COLUMNS * STEP_Y


def _display(drawn: Sheet, solo: Solo, top: float) -> tuple[str, float]:
    """The grid of the solo game; a card with a funds marker counts as taken (AW-S.8)."""
    types = {lying.id: lying.type for lying in drawn.view.supply}
    parts = [heading(drawn.say(message("Display of development cards")), 10, top + 18)]
    for place, id in enumerate(solo.display):
        x, y = _at(place, top)
        parts.append(card(drawn, f"supply:{id}", types[id], x, y) if id else box(x, y, WIDTH, HEIGHT, "aw-none"))
    for colour, place in sorted(solo.markers.items()):
        x, y = _at(place, top)
        parts.append(company_mark(drawn, colour, x + 14, y + 9, 15))
    return "".join(parts), 38 + drawn.components.solo.display.rows * STEP_Y + 6
