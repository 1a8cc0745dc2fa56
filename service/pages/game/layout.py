"""The layout of a game's page: the place of each drawing.

The board has the first column. What else is common to all stands in the second one above what lies before the reader,
or below a board that is wide; where there is no such thing, the tabs have the room.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from service.pages.partials import Fragment, fragment
from service.presenters.drawings import NamedDrawing

Arrangement = Literal["beside", "below", "alone"]
"""The place of drawings other than the board and the reader's own: above the latter, below the board; or none."""

_VIEW_BOX = re.compile(r'viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"')
_SAID = re.compile(r'data-element="[^"]*"[^>]*><title>([^<]+)</title>')
_STYLE = re.compile(r"<style>[^<]*</style>")
_TALL = 1.0
"""Width by height up to which a board has a column for itself."""


class Picture(NamedTuple):
    """A drawing on the page; its part is empty where there is nothing to see."""

    name: str
    title: str
    seat: int | None
    part: Fragment
    said: Fragment
    """The same as items of a list, for who hears the page: each part that can be pointed at, in its words there."""

    @property
    def empty(self) -> bool:
        """Whether there is nothing to see now."""
        return not self.part.markup


class Arranged(NamedTuple):
    """The drawings of a position by where they stand."""

    arrangement: Arrangement
    ratio: float
    """Width by height of what has the first column."""
    board: list[Picture]
    beside: list[Picture]
    own: list[Picture]
    others: list[Picture]
    """What lies before the other seats."""
    help: list[Picture]


def arranged(drawings: Sequence[NamedDrawing], own: int | None) -> Arranged:
    """The drawings of a position for who sits there, if anywhere."""
    style = next((found[0] for each in drawings if (found := _STYLE.search(each.svg))), "")
    board = [_picture(each) for each in drawings if each.place == "map"]
    beside = [_picture(each, style) for each in drawings if each.place in ("actions", "market", "track")]
    mats = [_picture(each, style) for each in drawings if each.place == "mat"]
    arrangement = _arrangement(board, beside)
    return Arranged(
        arrangement,
        _ratio([*board, *beside[:1]] if arrangement == "below" else board),
        board,
        beside,
        [each for each in mats if each.seat == own],
        [each for each in mats if each.seat != own],
        [_picture(each, style) for each in drawings if each.place == "help"],
    )


def pictures(found: Arranged) -> list[Picture]:
    """All of them."""
    return [*found.board, *found.beside, *found.own, *found.others, *found.help]


def _picture(drawn: NamedDrawing, style: str = "") -> Picture:
    """A drawing for the page; the style that it shares with the board stands there already."""
    shown = drawn.svg.replace(style, "", 1) if style else drawn.svg
    return Picture(drawn.name, drawn.title, drawn.seat, fragment(shown), fragment(_list(shown)))


def _list(svg: str) -> str:
    """What is said of the parts of a drawing, once each, in its order; the words are escaped there already."""
    return "".join(f"<li>{said}</li>" for said in dict.fromkeys(_SAID.findall(svg)))


def _arrangement(board: Sequence[Picture], beside: Sequence[Picture]) -> Arrangement:
    if not beside:
        return "alone"
    return "beside" if _ratio(board) <= _TALL else "below"


def _ratio(stacked: Sequence[Picture]) -> float:
    """Width by height of drawings of the same width, one below the other."""
    found = [_VIEW_BOX.search(each.part.markup) for each in stacked]
    return round(1 / (sum(float(box[2]) / float(box[1]) for box in found if box) or 1), 3)
