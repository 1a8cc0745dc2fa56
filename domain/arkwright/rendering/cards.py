"""Development cards and their effects: the supply, the display of the solo game, and those that a player holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from domain.arkwright.model.state import HeldCard, Solo
from domain.arkwright.narration import words
from domain.arkwright.rendering.sheet import LEAST, Sheet, box, card, company_mark, heading, line
from domain.graphics.lettering import broken
from domain.graphics.svg import marked, text
from domain.message import Message, message

TITLE, LINE = 28.0, 26.0
"""Heights of a line of a name and of a line of an effect."""
SIZE = LEAST
LETTER, WIDE = 0.53, 0.62
"""Average width of a letter relative to its size, and of a bold one."""
CLOSE, CLOSE_WIDE = 0.49, 0.58
"""The same in the list of the supply, which has long lines."""
LEFT, RIGHT = 8.0, 992.0
GAP = 6.0
BESIDE = 12.0
"""The margin at each side of the text."""
EMPTY = 6 * LINE
"""The height of empty places for cards."""


class Face(NamedTuple):
    """A card to draw: its element, its type, whether it was used in this era, and a note beside its name."""

    element: str
    type: str
    used: bool = False
    note: str = ""


class Printed(NamedTuple):
    """The text of a card, in lines."""

    name: tuple[str, ...]
    effect: tuple[str, ...]

    @property
    def height(self) -> float:
        """Return the height of a card with this text."""
        return 14 + TITLE * len(self.name) + LINE * len(self.effect)


class Grid(NamedTuple):
    """A number of cards in a row."""

    columns: int

    @property
    def width(self) -> float:
        """The width of a card."""
        return (RIGHT - LEFT - GAP * (self.columns - 1)) / self.columns

    @property
    def room(self) -> float:
        """Return the width of the text on a card."""
        return self.width - 2 * BESIDE

    def left(self, place: int) -> float:
        """Return the left edge of the card at a place."""
        return LEFT + place % self.columns * (self.width + GAP)


HELD = Grid(2)
NAME, COUNT = 276.0, 46.0
"""The widths of a name and of a number in the list of the supply."""
SLIM = 6.0
"""The total margin above and below the text of a card in that list."""


def supply(drawn: Sheet, top: float) -> tuple[str, float]:
    """Draw the development cards that can be taken, each kind once; in the solo game the display with its funds
    markers.
    """
    if drawn.view.solo is not None:
        return _display(drawn, drawn.view.solo, top)
    heaps: dict[str, list[str]] = {}
    for lying in drawn.view.supply:
        heaps.setdefault(lying.type, []).append(f"supply:{lying.id}")
    parts, y = [heading(drawn.say(message("arkwright.development-cards", "Development cards")), 10, top + 11)], top + 26
    for type, alike in heaps.items():
        part, height = _heap(drawn, type, alike, y)
        parts.append(part)
        y += height
    return "".join(parts), y - top


def _heap(drawn: Sheet, type: str, alike: Sequence[str], top: float) -> tuple[str, float]:
    """Draw equal cards in a line: their name, effect and number."""
    count = f"×{len(alike)}" if len(alike) > 1 else ""
    room = RIGHT - LEFT - NAME - BESIDE - (COUNT if count else 0)
    effect = _lines(drawn.say(_effect(drawn, type)), room / (CLOSE * SIZE))
    height, y = SLIM + LINE * len(effect), top + (SLIM + LINE) / 2
    name = drawn.card(type)
    parts = (
        box(LEFT, top, RIGHT - LEFT, height),
        line(name, LEFT + BESIDE, y, NAME - BESIDE, size=SIZE, letter=CLOSE_WIDE, look="aw-start aw-strong"),
        *_effect_lines(effect, LEFT + NAME, top + SLIM / 2, room, CLOSE),
        text(count, x=RIGHT - BESIDE, y=y, font_size=SIZE, class_="aw-end aw-strong") if count else "",
    )
    return _marked(drawn, type, alike, *parts), height + 2


def held(drawn: Sheet, cards: Iterable[HeldCard], top: float) -> tuple[str, float]:
    """Draw the cards of a player below a top edge."""
    faces = [Face(f"card:{each.type}", each.type, each.used, _note(drawn, each)) for each in cards]
    return _laid_out(drawn, HELD, faces, top)


def _note(drawn: Sheet, card: HeldCard) -> str:
    if card.used:
        return drawn.say(message("arkwright.used", "used"))
    return drawn.good(card.at) if card.at else ""


def _display(drawn: Sheet, solo: Solo, top: float) -> tuple[str, float]:
    """Return the grid of the solo game; a card with a funds marker counts as taken (AW-S.8)."""
    grid = Grid(drawn.components.solo.display.columns)
    types = {lying.id: lying.type for lying in drawn.view.supply}
    faces = [Face(f"supply:{id}", types[id]) if id else None for id in solo.display]
    rows = _rows(drawn, grid, faces)
    parts, y = (
        [heading(drawn.say(message("arkwright.development-card-display", "Development card display")), 10, top + 16)],
        top + 34,
    )
    for number, row in enumerate(rows):
        part, height = _row(drawn, grid, row, y)
        parts.append(part)
        parts += [
            company_mark(drawn, colour, grid.left(place) + grid.width - 18, y + height - 22, 15)
            for colour, place in sorted(solo.markers.items())
            if place // grid.columns == number
        ]
        y += height
    return "".join(parts), y - top


# --------------------------------------------------------------------------------------------------------------------
# Cards beside and below each other
# --------------------------------------------------------------------------------------------------------------------

Row = Sequence[tuple[Face, Printed] | None]
"""Cards side by side; None is an empty place."""


def _laid_out(drawn: Sheet, grid: Grid, faces: Sequence[Face | None], top: float) -> tuple[str, float]:
    """Draw cards in rows, each as high as its highest card."""
    parts, y = [], top
    for row in _rows(drawn, grid, faces):
        part, height = _row(drawn, grid, row, y)
        parts.append(part)
        y += height
    return "".join(parts), y - top


def _rows(drawn: Sheet, grid: Grid, faces: Sequence[Face | None]) -> Iterator[Row]:
    printed = [(face, _printed(drawn, grid, face)) if face else None for face in faces]
    for first in range(0, len(printed), grid.columns):
        yield printed[first : first + grid.columns]


def _row(drawn: Sheet, grid: Grid, row: Row, top: float) -> tuple[str, float]:
    height = max((card[1].height for card in row if card), default=EMPTY)
    parts = [
        _card(drawn, grid, *card, (grid.left(place), top, height))
        if card
        else box(grid.left(place), top, grid.width, height, "aw-none")
        for place, card in enumerate(row)
    ]
    return "".join(parts), height + GAP


def _card(drawn: Sheet, grid: Grid, face: Face, printed: Printed, at: tuple[float, float, float]) -> str:
    """Draw a card under its element name: its name, the note beside it, and its effect."""
    x, y, height = at
    ink = "aw-start aw-strong aw-soft" if face.used else "aw-start aw-strong"
    beside = WIDE * SIZE * (len(face.note) + 1) if face.note else 0.0
    names = (
        line(
            row,
            x + BESIDE,
            y + 22 + TITLE * place,
            grid.room - (0 if place else beside),
            size=SIZE,
            letter=WIDE,
            look=ink,
        )
        for place, row in enumerate(printed.name)
    )
    note = text(face.note, x=x + grid.width - BESIDE, y=y + 22, font_size=SIZE, class_="aw-end aw-strong")
    return _marked(
        drawn,
        face.type,
        [face.element],
        card(x, y, grid.width, height, "title", 7 + TITLE * len(printed.name), "aw-used" if face.used else "aw-card"),
        *names,
        *_effect_lines(printed.effect, x + BESIDE, y + 9 + TITLE * len(printed.name), grid.room),
        note if face.note else "",
    )


def _effect_lines(effect: Sequence[str], x: float, top: float, room: float, letter: float = LETTER) -> Iterator[str]:
    for place, row in enumerate(effect):
        y = top + LINE * (place + 0.5)
        yield line(row, x, y, room, size=SIZE, letter=letter, look="aw-start aw-soft")


def _marked(drawn: Sheet, type: str, names: Sequence[str], *parts: str) -> str:
    """Mark a card with its element name, or several equal ones with all of theirs."""
    said = drawn.say(
        message("arkwright.card-and-effect", "{card}: {effect}", card=drawn.card(type), effect=_effect(drawn, type))
    )
    for name in names:
        parts = (marked(name, said, *parts),)
    return "".join(parts)


def _effect(drawn: Sheet, type: str) -> Message:
    return words.effect(drawn.components, type)


def _printed(drawn: Sheet, grid: Grid, face: Face) -> Printed:
    return Printed(
        _lines(drawn.card(face.type), grid.room / (WIDE * SIZE)),
        _lines(drawn.say(_effect(drawn, face.type)), grid.room / (LETTER * SIZE)),
    )


@lru_cache(maxsize=1024)
def _lines(said: str, most: float) -> tuple[str, ...]:
    """Break text into lines of so many letters; a longer word has its own line."""
    return tuple(broken(said, most))
