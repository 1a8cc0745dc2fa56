"""The layout of a game's page: the place of each drawing.

The board has the first column. Other shared drawings are in the second column above the user's own area, or below a
wide board; if a game has none, the other players' mats use their space.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from service.pages.partials import Fragment, fragment
from service.presenters.drawings import NamedDrawing

Arrangement = Literal["beside", "below", "alone"]
"""The place of shared drawings other than the board: above the user's own area, below the board; or none."""

_VIEW_BOX = re.compile(r'viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"')
_SAID = re.compile(r'data-element="[^"]*"[^>]*><title>([^<]+)</title>')
_STYLE = re.compile(r"<style>[^<]*</style>")
_TABS = 0.07
"""The height of tabs above drawings, relative to their width."""
_TALL = 1.0
"""Aspect ratio up to which a board has its own column."""


class Picture(NamedTuple):
    """A drawing on the page; its part is empty if there is nothing to see."""

    name: str
    title: str
    seat: int | None
    part: Fragment
    said: Fragment
    """The same as list items for screen readers: each selectable part with its description."""
    along: bool = False
    """Whether a large window shows it all the time, below the chosen one of its column."""

    @property
    def empty(self) -> bool:
        """Whether there is nothing to see now."""
        return not self.part.markup

    @property
    def height(self) -> float:
        """The height relative to the width."""
        box = _VIEW_BOX.search(self.part.markup)
        return round(float(box[2]) / float(box[1]), 3) if box else 0.0


class Arranged(NamedTuple):
    """The drawings of a position by their place."""

    arrangement: Arrangement
    ratio: float
    """The aspect ratio of the first column."""
    board: list[Picture]
    beside: list[Picture]
    own: list[Picture]
    others: list[Picture]
    """The areas of the other seats."""
    help: list[Picture]

    @property
    def lap_ratio(self) -> float:
        """The aspect ratio of the user's own area."""
        return _ratio(self.lap)

    @property
    def lap(self) -> list[Picture]:
        """The user's own area, or the first one that a spectator sees in its place."""
        return self.own or self.others[:1]

    @property
    def stack(self) -> float:
        """The height of the upper drawings of a column relative to the lower one's.

        Beside the board, a large window shows some shared drawings at a time above the user's own area.
        """
        first = _first(self.beside)
        if self.arrangement == "below":
            upper, lower = self.board, first
        else:
            upper, lower = [each for each in self.beside if each.along or each in first], self.lap
        tabs = _TABS if self.arrangement == "beside" else 0
        return round((tabs + _height(upper)) / (_height(lower) or 1), 3)


def arranged(drawings: Sequence[NamedDrawing], own: int | None) -> Arranged:
    """Arrange the drawings of a position for the user's seat, if there is one."""
    style = next((found[0] for each in drawings if (found := _STYLE.search(each.svg))), "")
    board = [_picture(each) for each in drawings if each.place == "map"]
    beside = [_picture(each, style) for each in drawings if each.place in ("actions", "market", "track")]
    mats = [_picture(each, style) for each in drawings if each.place == "mat"]
    arrangement = _arrangement(board, beside)
    if arrangement == "beside":
        beside = _with_one_along(beside, drawings)
    return Arranged(
        arrangement,
        _ratio([*board, *_first(beside)] if arrangement == "below" else board),
        board,
        beside,
        [each for each in mats if each.seat == own],
        [each for each in mats if each.seat != own],
        [_picture(each, style) for each in drawings if each.place == "help"],
    )


def _with_one_along(beside: Sequence[Picture], drawings: Sequence[NamedDrawing]) -> list[Picture]:
    """Let the first market go along with the others."""
    markets = [each.name for each in drawings if each.place == "market" and each.svg]
    return [each._replace(along=each.name in markets[:1]) for each in beside]


def pictures(found: Arranged) -> list[Picture]:
    """Return all drawings."""
    return [*found.board, *found.beside, *found.own, *found.others, *found.help]


def _picture(drawn: NamedDrawing, style: str = "") -> Picture:
    """Prepare a drawing for the page, without the style that the board already contains."""
    shown = drawn.svg.replace(style, "", 1) if style else drawn.svg
    return Picture(drawn.name, drawn.title, drawn.seat, fragment(shown), fragment(_list(shown)))


def _list(svg: str) -> str:
    """List the descriptions of a drawing's parts, once each, in order; they are escaped already."""
    return "".join(f"<li>{said}</li>" for said in dict.fromkeys(_SAID.findall(svg)))


def _arrangement(board: Sequence[Picture], beside: Sequence[Picture]) -> Arrangement:
    if not beside:
        return "alone"
    return "beside" if _ratio(board) <= _TALL else "below"


def _first(beside: Sequence[Picture]) -> list[Picture]:
    """Return the drawing whose tab is open at first, if there is one."""
    return [each for each in beside if not each.empty and not each.along][:1]


def _ratio(stacked: Sequence[Picture]) -> float:
    """Return the aspect ratio of drawings of the same width, one below the other."""
    return round(1 / (_height(stacked) or 1), 3)


def _height(stacked: Sequence[Picture]) -> float:
    return sum(each.height for each in stacked)
