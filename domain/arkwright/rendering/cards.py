"""Development cards and their effects: the supply, the display of the solo game, and those that a player holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, Self

from domain.arkwright.model.state import HeldCard, Solo
from domain.arkwright.narration import words
from domain.arkwright.rendering.icons import icon
from domain.arkwright.rendering.sheet import LEAST, LEFT, WIDTH, Sheet, box, card, company_mark, heading, line
from domain.graphics.lettering import broken
from domain.graphics.svg import marked, text
from domain.message import message

TITLE, LINE = 28.0, 26.0
"""Heights of a line of a name and of a line of an effect."""
SIZE = LEAST
LETTER, WIDE = 0.535, 0.62
"""Average width of a letter relative to its size, and of a bold one."""
GAP = 6.0
BESIDE = 12.0
"""The margin at each side of the text."""
EMPTY = 6 * LINE
"""The height of empty places for cards."""
SIGN = 30.0
"""The width of the sign before a name."""
UNDER = 7.0
"""The visible edge of each card that lies under another one."""
SIGNS = {
    "entrepreneur": "start",
    "trading_office": "ship",
    "overtime": "goods",
    "workshop": "machine",
    "engineer": "appeal",
    "patent": "appeal",
    "large_warehouse": "goods",
    "contract": "ship",
    "supervisor": "worker",
}
"""The signs of card types, with the meanings of the guide; patrons have that of their good."""


class Face(NamedTuple):
    """A card to draw, or a stack of equal ones: their elements, their type, whether it was used in this era, and a note
    beside its name.
    """

    elements: tuple[str, ...]
    type: str
    used: bool = False
    note: str = ""
    under: float = 0
    """The total width of the edges of cards under the top one; two at most are drawn."""


class Printed(NamedTuple):
    """The text of a card in lines, its description, its sign and the colour of its band; and the height it needs."""

    name: tuple[str, ...]
    effect: tuple[str, ...]
    said: str
    sign: str
    band: str
    height: float


class Grid(NamedTuple):
    """A number of cards in a row, and the width of each."""

    columns: int
    width: float

    @classmethod
    def of(cls, columns: int, width: float = WIDTH) -> Self:
        """Return a grid for a drawing of this width."""
        return cls(columns, (width - 2 * LEFT - GAP * (columns - 1)) / columns)

    def left(self, place: int) -> float:
        """Return the left edge of the card at a place."""
        return LEFT + place % self.columns * (self.width + GAP)


STACKS = Grid.of(3)


def supply(drawn: Sheet, top: float) -> tuple[str, float]:
    """Draw the development cards that can be taken, equal ones in a stack; in the solo game the display with its
    funds markers.
    """
    if drawn.view.solo is not None:
        return _display(drawn, drawn.view.solo, top)
    heaps: dict[str, list[str]] = {}
    for lying in drawn.view.supply:
        heaps.setdefault(lying.type, []).append(f"supply:{lying.id}")
    title = heading(drawn.say(message("arkwright.development-cards", "Development cards")), 10, top + 11)
    faces = [
        Face(tuple(alike), type, note=f"×{len(alike)}", under=UNDER * min(len(alike) - 1, 2))
        if len(alike) > 1
        else Face(tuple(alike), type)
        for type, alike in heaps.items()
    ]
    cards, height = _in_columns(drawn, STACKS, faces, top + 24)
    return title + cards, height + 24


def _in_columns(drawn: Sheet, grid: Grid, faces: Iterable[Face], top: float) -> tuple[str, float]:
    """Draw each card where a column ends highest, the longest first: this needs less height than rows."""
    parts, ends = [], [top] * grid.columns
    cards = [(face, _printed(drawn, grid, face)) for face in faces]
    for face, printed in sorted(cards, key=lambda card: -card[1].height - card[0].under):
        column, height = ends.index(min(ends)), printed.height + face.under
        parts.append(_card(grid, face, printed, grid.left(column), ends[column], height))
        ends[column] += height + GAP / 2
    return "".join(parts), max(ends) - top


def held(drawn: Sheet, cards: Iterable[HeldCard], top: float) -> tuple[str, float]:
    """Draw the cards of a player below a top edge."""
    faces = [Face((f"card:{each.type}",), each.type, each.used, _note(drawn, each)) for each in cards]
    return _laid_out(drawn, Grid.of(2, drawn.width), faces, top)


def _note(drawn: Sheet, card: HeldCard) -> str:
    if card.used:
        return drawn.say(message("arkwright.used", "used"))
    return drawn.good(card.at) if card.at else ""


def _display(drawn: Sheet, solo: Solo, top: float) -> tuple[str, float]:
    """Return the grid of the solo game; a card with a funds marker counts as taken (AW-S.8)."""
    grid = Grid.of(drawn.components.solo.display.columns)
    types = {lying.id: lying.type for lying in drawn.view.supply}
    faces = [Face((f"supply:{id}",), types[id]) if id else None for id in solo.display]
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
    height = max((printed.height + face.under for face, printed in filter(None, row)), default=EMPTY)
    parts = [
        _card(grid, *card, grid.left(place), top, height)
        if card
        else box(grid.left(place), top, grid.width, height, "aw-none")
        for place, card in enumerate(row)
    ]
    return "".join(parts), height + GAP


@lru_cache(maxsize=2048)
def _card(grid: Grid, face: Face, printed: Printed, x: float, y: float, height: float) -> str:
    """Draw a card under its element names: its sign, its name, the note beside it, and its effect; equal cards show
    their edges under it. The same card lies at a place for many moves.
    """
    width, height, room = grid.width - face.under, height - face.under, grid.width - 2 * BESIDE - face.under
    indent = SIGN if printed.sign else 0.0
    ink = "aw-start aw-strong aw-soft" if face.used else "aw-start aw-strong"
    beside = WIDE * SIZE * (len(face.note) + 1) if face.note else 0.0
    parts = [box(x + step, y + step, width, height, "aw-card") for step in (2 * UNDER, UNDER) if step <= face.under]
    look, band_height = "aw-used" if face.used else "aw-card", 4 + TITLE * len(printed.name)
    parts.append(card(x, y, width, height, printed.band, band_height, look))
    if printed.sign:
        parts.append(icon(printed.sign, x + BESIDE + 10, y + 18, 24))
    for place, row in enumerate(printed.name):
        free = room - indent - (0.0 if place else beside)
        at = x + BESIDE + indent
        parts.append(line(row, at, y + 19 + TITLE * place, free, size=SIZE, letter=WIDE, look=ink))
    parts += _effect_lines(printed.effect, x + BESIDE, y + 6 + TITLE * len(printed.name), room)
    if face.note:
        parts.append(text(face.note, x=x + width - BESIDE, y=y + 19, font_size=SIZE, class_="aw-end aw-strong"))
    for name in face.elements:
        parts = [marked(name, printed.said, *parts)]
    return "".join(parts)


def _sign(drawn: Sheet, grid: Grid, type: str) -> tuple[str, str]:
    """Return the sign of a type of cards, and the colour of its band: those of its good, if it is about one. Small
    cards have no signs.
    """
    if grid.columns > STACKS.columns:
        return "", "title"
    good = drawn.components.development_types[type].good
    return good or SIGNS.get(type, ""), good or "title"


def _effect_lines(effect: Sequence[str], x: float, top: float, room: float) -> Iterator[str]:
    for place, row in enumerate(effect):
        y = top + LINE * (place + 0.5)
        yield line(row, x, y, room, size=SIZE, letter=LETTER, look="aw-start aw-soft")


def _printed(drawn: Sheet, grid: Grid, face: Face) -> Printed:
    name, effect = drawn.card(face.type), drawn.say(words.effect(drawn.components, face.type))
    said = drawn.say(message("arkwright.card-and-effect", "{card}: {effect}", card=name, effect=effect))
    return _in_lines(name, effect, said, grid.width - 2 * BESIDE - face.under, *_sign(drawn, grid, face.type))


@lru_cache(maxsize=1024)
def _in_lines(name: str, effect: str, said: str, room: float, sign: str, band: str) -> Printed:
    """Break the text of a card into lines; a longer word has its own line."""
    names = tuple(broken(name, (room - (SIGN if sign else 0)) / (WIDE * SIZE)))
    effects = tuple(broken(effect, room / (LETTER * SIZE)))
    return Printed(names, effects, said, sign, band, 10 + TITLE * len(names) + LINE * len(effects))
