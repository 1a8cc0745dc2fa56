"""Data that every part of a drawing needs, and the marks that distinguish the players."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from domain.arkwright.model.components import Components, of
from domain.arkwright.model.state import State
from domain.arkwright.narration import words
from domain.arkwright.rendering.style import STYLE
from domain.graphics.marks import characters, polygon, shape
from domain.graphics.svg import element, escape, fitted, text
from domain.message import Message, Say, Term, message

WIDTH, LEFT = 1000.0, 8.0
"""The usual width of a drawing, and the left edge of its panels."""
NEUTRAL = "grey"
_COMPANY = ((0.0, -1.25), (1.15, -0.35), (0.8, 1.0), (-0.8, 1.0), (-1.15, -0.35))
"""The corners of the mark of an automa or of the neutral company; seats have other shapes."""
LEAST = 25.5
"""The smallest font size: a window of 1280 by 720 shows a unit as 0.435 pixels, which makes this 11 pixels."""
LINE = 26.0
"""The usual font size: legible when the drawing is 390 pixels wide."""


@dataclass(frozen=True)
class Sheet:
    """A view, the component figures it was made with, and the seats' names and characters."""

    view: State
    components: Components
    names: Sequence[str]
    characters: Sequence[str]
    say: Say
    width: float = WIDTH

    @property
    def right(self) -> float:
        """The right edge of panels."""
        return self.width - LEFT

    @property
    def room(self) -> float:
        """The width of panels."""
        return self.right - LEFT

    @property
    def narrow(self) -> bool:
        """Whether parts are stacked that usually stand side by side."""
        return self.width < WIDTH

    @property
    def active(self) -> str:
        """The active good."""
        return self.components.goods[self.view.round - 1].id

    def good(self, id: str) -> str:
        """Return the name of a good in the reader's language."""
        return self._goods[id]

    @cached_property
    def _goods(self) -> Mapping[str, str]:
        return {good.id: self.term(good.name) for good in self.components.goods}

    def card(self, type: str) -> str:
        """Return the name of a development card in the reader's language."""
        return self.term(self.components.development_types[type].name)

    def term(self, name: str) -> str:
        """Return a name of the figures in the reader's language."""
        return self.say(message("arkwright.name", "{name}", name=Term(name)))

    def colour(self, id: str) -> str:
        """Return the name of a colour in the reader's language."""
        return self.say(message("arkwright.name", "{name}", name=words.colour(id)))


Panel = Callable[[Sheet, float], tuple[str, float]]
"""A part of the board drawn below a top edge, and its height."""


def sheet(view: State, names: Sequence[str], say: Say, width: float = WIDTH) -> Sheet:
    """Return a sheet for a view; every seat has a name."""
    return Sheet(view, of(view.figures), names, characters(names), say, width)


def seat_mark(drawn: Sheet, seat: int, x: float, y: float, radius: float) -> str:
    """Draw a seat's mark: its shape, its colour and its character, so that no reader depends on the colour."""
    drawn_shape = shape(seat, x, y, radius, f"aw-mark aw-seat-{seat}")
    return drawn_shape + _character(drawn.characters[seat], x, y, radius, f"aw-on-seat-{seat}")


def company_mark(drawn: Sheet, colour: str, x: float, y: float, radius: float) -> str:
    """Draw the mark of an automa or of the neutral markers: a shape of their own, the colour and its initial."""
    initial = "–" if colour == NEUTRAL else drawn.colour(colour)[:1].upper()
    drawn_shape = polygon(_COMPANY, x, y, radius, f"aw-mark aw-{colour}")
    return drawn_shape + _character(initial, x, y, radius, f"aw-on-{colour}")


def _character(character: str, x: float, y: float, radius: float, look: str) -> str:
    return text(character, x=x, y=y + radius * 0.06, font_size=max(radius * 1.2, LEAST), class_=f"aw-strong {look}")


def frame(drawn: Sheet, title: Message, height: float, *parts: str, **attributes: str | float) -> str:
    """Return a whole drawing of this height; a narrow one may shrink with its container."""
    return element(
        "svg",
        element("title", escape(drawn.say(title))),
        element("style", STYLE),
        element("rect", width=drawn.width, height=height, class_="aw-ground"),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {drawn.width:g} {height:g}",
        class_="arkwright narrow" if drawn.narrow else "arkwright",
        role="group",
        **attributes,
    )


def line(words_: str, x: float, y: float, width: float, *, size: float = LINE, letter: float = 0.56, look: str) -> str:
    """Draw text, made smaller or condensed if it would not fit into a width."""
    return fitted(words_, width, size, letter=letter, least=LEAST, x=x, y=y, class_=look)


def heading(words_: str, x: float, y: float) -> str:
    """Draw the heading of a panel."""
    return text(words_, x=x, y=y, font_size=LEAST, class_="aw-start aw-strong aw-soft")


def box(x: float, y: float, width: float, height: float, look: str = "aw-panel") -> str:
    """Draw a rectangle with rounded corners."""
    return element("rect", x=x, y=y, width=width, height=height, rx=8, class_=look)


@lru_cache(maxsize=1024)
def card(x: float, y: float, width: float, height: float, band: str, band_height: float, look: str = "aw-card") -> str:
    """Draw a card that casts a shadow, with a band for its title in the colour of ``band``."""
    return (
        box(x + 2, y + 4, width, height, "aw-shadow")
        + box(x, y, width, height, look)
        + element("rect", x=x + 2, y=y + 2, width=width - 4, height=band_height - 2, rx=6, class_=f"aw-band-{band}")
    )
