"""Data that every part of a drawing needs, and the marks that distinguish the companies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from msgspec import UnsetType

from domain.barrage.base import BASE
from domain.barrage.engine.edition import Edition
from domain.barrage.engine.parts import Count
from domain.barrage.engine.position import Position
from domain.barrage.model import pieces
from domain.barrage.model.components import Components
from domain.barrage.model.figures import of
from domain.barrage.model.levels import Level
from domain.barrage.model.state import NEUTRAL, Company, State
from domain.barrage.rendering import geometry
from domain.graphics.lettering import broken
from domain.graphics.svg import element, escape, text
from domain.message import Message, Say, Term, message


@dataclass(frozen=True)
class Sheet:
    """A view, the component figures it was made with, and the seats' names."""

    view: State
    components: Components
    names: Sequence[str]
    say: Say
    edition: Edition = BASE
    width: float = geometry.WIDTH

    @property
    def right(self) -> float:
        """Return the right edge of panels."""
        return self.width - 8

    @property
    def narrow(self) -> bool:
        """Return whether parts that usually stand side by side stand below each other."""
        return self.width < geometry.WIDTH

    def counted(self, what: str) -> list[int]:
        """Return each seat's count of a bonus or objective tile."""
        count = self.edition.all(Count)[what]
        return [count.of(Position(self.edition, self.view, seat)) for seat in range(len(self.view.companies))]

    def company(self, seat: int) -> Company:
        """Return the company of a seat."""
        return self.view.companies[seat]

    def level(self, seat: int) -> Level | None:
        """Return the level of an automa; None for a player, even in turns that the rules take."""
        level = self.view.options.level(seat, len(self.view.companies))
        return None if isinstance(level, UnsetType) else level

    def called(self, seat: int) -> str:
        """Return a company's name, or before the draft the name of its player."""
        company = self.company(seat).company
        return self.term(self.components.company[company].name) if company else self.names[seat]

    def term(self, name: str) -> str:
        """Return a name of the figures in the reader's language."""
        return self.say(message("barrage.name", "{name}", name=Term(name)))

    def look(self, seat: int) -> str:
        """Return the look of a seat's pieces: the colour of its company; neutral before the draft."""
        company = "" if seat == NEUTRAL else self.company(seat).company
        return look_of(self.components.company[company]) if company else "neutral"

    def letter(self, seat: int) -> str:
        """Return one character for a seat: the initial of its company, which no other company has."""
        if seat == NEUTRAL:
            return "–"
        company = self.company(seat).company
        return self.components.company[company].name[:1] if company else str(seat + 1)


def look_of(company: pieces.Company) -> str:
    """Return the look of a company's pieces."""
    return f"company-{company.colour}"


Panel = Callable[[Sheet, float], tuple[str, float]]
"""A part of the board drawn below a top edge, and its height."""


def sheet(view: State, names: Sequence[str], say: Say, edition: Edition = BASE, width: float = geometry.WIDTH) -> Sheet:
    """Return a sheet for a view; every seat has a name."""
    return Sheet(view, of(view.figures), names, say, edition, width)


def mark(drawn: Sheet, seat: int, x: float, y: float, radius: float) -> str:
    """Draw a seat's mark: the colour and the initial of its company, so that no reader depends on the colour."""
    look = drawn.look(seat)
    return element("circle", cx=x, cy=y, r=radius, class_=f"ba-mark ba-{look}") + text(
        drawn.letter(seat),
        x=x,
        y=y + radius * 0.06,
        font_size=max(radius * 1.6, READABLE),
        class_=f"ba-strong ba-on-{look}",
    )


def frame(say: Say, title: Message, style: str, size: tuple[float, float], *parts: str) -> str:
    """Return a whole drawing of this width and height; a narrower one may shrink with its container."""
    width, height = size
    return element(
        "svg",
        element("title", escape(say(title))),
        element("style", style),
        element("rect", width=width, height=height, class_="ba-ground"),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:g} {height:g}",
        class_="barrage" if width == geometry.WIDTH else "barrage narrow",
        role="group",
    )


def heading(words: str, x: float, y: float) -> str:
    """Draw the heading of a panel."""
    return text(words, x=x, y=y, font_size=26, class_="ba-start ba-strong ba-soft")


READABLE = 26.0
"""The size of running text: 11 pixels in a window of 1280 by 720, which shows a unit of the drawings as 0.43 pixels."""
LINE = 30.0


@lru_cache(maxsize=1024)
def lines(said: str, x: float, y: float, width: float) -> tuple[str, float]:
    """Draw text in as many lines of readable size as it needs, the middle of the first at y; return the
    height as well.
    """
    rows = broken(said, width / (0.53 * READABLE)) or [""]
    drawn = (text(line, x=x, y=y + LINE * row, font_size=READABLE, class_="ba-start") for row, line in enumerate(rows))
    return "".join(drawn), LINE * len(rows)
