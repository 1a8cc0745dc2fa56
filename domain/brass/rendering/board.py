"""The whole board: the map between the header and the rows of the players, the progress track and the key."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from domain.brass.rendering import panels
from domain.brass.rendering.frame import frame
from domain.brass.rendering.sheet import AnySheet
from domain.brass.rendering.track import HEIGHT, track
from domain.graphics.drawing import Drawing
from domain.graphics.svg import element, group
from domain.message import Message, Say, message, plain

MARGIN = 6.0


class Board(msgspec.Struct, frozen=True):
    """The parts of one game's board, each drawn from the top of its own area."""

    title: Message
    style: str
    sheet: Callable[[Any, Sequence[str], Say], AnySheet]
    head: Callable[[Any], str]
    map: Callable[[Any], str]
    key: Callable[[Any], str]

    def draw(self, view: Any, names: Sequence[str], say: Say = plain) -> str:
        """Draw the whole board as SVG from a view and the seats' names, in the language of ``say``."""
        drawn = self.sheet(view, names, say)
        layout = drawn.components.layout
        below = panels.HEAD + layout.height
        after = below + panels.TITLES + panels.ROW * len(drawn.view.players)
        foot = after + HEIGHT
        return frame(
            say(self.title),
            self.style,
            view.era,
            (layout.width, foot + panels.KEY),
            self.head(drawn),
            _ground(drawn, self.map(drawn)),
            panels.players(drawn, below),
            track(drawn, after),
            group(self.key(drawn), transform=f"translate(0 {foot:g})"),
        )

    def drawings(self) -> tuple[Drawing, ...]:
        """Return the drawings: the map with its markets, piles and progress track, and the key."""
        return (
            Drawing("map", message("brass.map", "Map"), "map", self._draw_map),
            Drawing("signs", message("brass.signs", "Key"), "help", self._draw_key),
        )

    def _draw_map(self, view: Any, names: Sequence[str], say: Say) -> str:
        """Draw the map between its header and the progress track."""
        drawn = self.sheet(view, names, say)
        layout = drawn.components.layout
        below = panels.HEAD + layout.height + MARGIN
        return frame(
            say(self.title),
            self.style,
            view.era,
            (layout.width, below + HEIGHT),
            self.head(drawn),
            _ground(drawn, self.map(drawn)),
            track(drawn, below),
        )

    def _draw_key(self, view: Any, names: Sequence[str], say: Say) -> str:
        """Draw the key."""
        drawn = self.sheet(view, names, say)
        size = (drawn.components.layout.width, panels.KEY)
        return frame(
            say(message("brass.signs-meaning", "Key to the symbols")), self.style, view.era, size, self.key(drawn)
        )


def _ground(drawn: AnySheet, map_: str) -> str:
    layout = drawn.components.layout
    return group(
        element(
            "rect", x=4, y=0, width=layout.width - 8, height=layout.height, rx=14, class_=f"bb-map-{drawn.view.era}"
        ),
        map_,
        transform=f"translate(0 {panels.HEAD:g})",
    )
