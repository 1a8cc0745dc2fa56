"""Development cards with what they do: the supply, the display of the solo game, and those a player holds."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from textwrap import wrap
from typing import NamedTuple

from domain.arkwright.draw.sheet import Sheet, box, company_mark, heading
from domain.arkwright.telling import words
from domain.arkwright.vocabulary.state import HeldCard, Solo
from domain.message import message
from domain.svg import SMALLEST, fitted, marked, text

COLUMNS = 5
WIDTH = 192.0
STEP_X = 197.0
GAP = 6.0
TITLE, LINE = 26.0, 24.0
"""Heights of a line of a name and of a line of an effect."""
SIZE = 25.0
LETTER, WIDE = 0.52, 0.62
"""The average width of a letter as a part of its size, and of a bold one."""
BESIDE = 10.0
"""What is left free at both sides of the words together."""
EMPTY = 6 * LINE
"""How high the places are where no card lies."""


class Face(NamedTuple):
    """A card as it is drawn: its element, its type, whether it was used in this era, and a note beneath."""

    element: str
    type: str
    used: bool = False
    note: str = ""


class Printed(NamedTuple):
    """What is printed on a card, in lines."""

    name: tuple[str, ...]
    effect: tuple[str, ...]

    @property
    def height(self) -> float:
        """How high a card must be for it."""
        return 14 + TITLE * len(self.name) + LINE * len(self.effect)


def supply(drawn: Sheet, top: float) -> tuple[str, float]:
    """The development cards that can be taken; in the solo game the display with its funds markers."""
    if drawn.view.solo is not None:
        return _display(drawn, drawn.view.solo, top)
    faces = [Face(f"supply:{lying.id}", lying.type) for lying in drawn.view.supply]
    cards, height = _laid_out(drawn, faces, top + 38)
    return heading(drawn.say(message("Development cards")), 10, top + 18) + cards, 38 + height + 6


def held(drawn: Sheet, cards: Iterable[HeldCard], top: float) -> tuple[str, float]:
    """The cards of a player from a top edge on."""
    faces = [Face(f"card:{each.type}", each.type, each.used, _note(drawn, each)) for each in cards]
    return _laid_out(drawn, faces, top)


def _note(drawn: Sheet, card: HeldCard) -> str:
    if card.used:
        return drawn.say(message("used"))
    return drawn.good(card.at) if card.at else ""


def _display(drawn: Sheet, solo: Solo, top: float) -> tuple[str, float]:
    """The grid of the solo game; a card with a funds marker counts as taken (AW-S.8)."""
    types = {lying.id: lying.type for lying in drawn.view.supply}
    faces = [Face(f"supply:{id}", types[id]) if id else None for id in solo.display]
    cards, height = _laid_out(drawn, faces, top + 38)
    step = height / drawn.components.solo.display.rows
    parts = [heading(drawn.say(message("Display of development cards")), 10, top + 18), cards]
    for colour, place in sorted(solo.markers.items()):
        x, y = _at(place, top + 38, step)
        parts.append(company_mark(drawn, colour, x + 16, y + 10, 15))
    return "".join(parts), 38 + height + 6


# --------------------------------------------------------------------------------------------------------------------
# Cards beside and below each other
# --------------------------------------------------------------------------------------------------------------------


def _laid_out(drawn: Sheet, faces: Iterable[Face | None], top: float) -> tuple[str, float]:
    """Cards in rows, all as high as the one with the most on it; None is an empty place."""
    faces = list(faces)
    printed = {face.type: _printed(drawn, face) for face in faces if face}
    tallest = max((each.height for each in printed.values()), default=0.0)
    height = tallest + LINE * any(face and face.note for face in faces) if printed else EMPTY
    parts = []
    for place, face in enumerate(faces):
        x, y = _at(place, top, height + GAP)
        parts.append(_card(drawn, face, printed[face.type], (x, y, height)) if face else _none(x, y, height))
    return "".join(parts), -(-len(faces) // COLUMNS) * (height + GAP)


def _at(place: int, top: float, step: float) -> tuple[float, float]:
    return 8 + place % COLUMNS * STEP_X, top + place // COLUMNS * step


def _none(x: float, y: float, height: float) -> str:
    return box(x, y, WIDTH, height, "aw-none")


def _card(drawn: Sheet, face: Face, printed: Printed, at: tuple[float, float, float]) -> str:
    """A card under its element name: its name, what it does, and at the foot the note."""
    x, y, height = at
    said = message("{card}: {effect}", card=drawn.card(face.type), effect=words.effect(drawn.components, face.type))
    middle, room, below = x + WIDTH / 2, WIDTH - BESIDE, y + 9 + TITLE * len(printed.name)
    ink = "aw-strong aw-soft" if face.used else "aw-strong"
    return marked(
        face.element,
        drawn.say(said),
        box(x, y, WIDTH, height, "aw-used" if face.used else "aw-panel"),
        *(
            fitted(row, room, SIZE, letter=WIDE, x=middle, y=y + 22 + TITLE * place, class_=ink)
            for place, row in enumerate(printed.name)
        ),
        *(
            fitted(row, room, SMALLEST, letter=LETTER, x=middle, y=below + LINE * (place + 0.5), class_="aw-soft")
            for place, row in enumerate(printed.effect)
        ),
        text(face.note, x=middle, y=y + height - LINE / 2 - 3, font_size=SIZE - 2, class_="aw-strong aw-shining")
        if face.note
        else "",
    )


def _printed(drawn: Sheet, face: Face) -> Printed:
    return Printed(
        _lines(drawn.card(face.type), int((WIDTH - BESIDE) / (WIDE * SMALLEST))),
        _lines(drawn.say(words.effect(drawn.components, face.type)), int((WIDTH - BESIDE) / (LETTER * SMALLEST))),
    )


@lru_cache(maxsize=1024)
def _lines(said: str, most: int) -> tuple[str, ...]:
    """Words in lines of so many letters; a longer word has a line to itself."""
    return tuple(wrap(said, most, break_long_words=False))
