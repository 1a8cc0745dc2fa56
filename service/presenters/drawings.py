"""Drawings of positions, cached by view.

A drawing depends only on a view, the names at the table and a language, so these are its cache key. Viewers with
different knowledge have different views, and so different drawings.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
from flask_babel import get_locale

from domain.graphics.drawing import Drawing
from domain.message import Say, Seat, message
from service.auth import SeatContext, ViewerContext
from service.container import services
from service.http import messages


class NamedDrawing(NamedTuple):
    """A named drawing of a game or of a seat; without SVG if there is nothing to draw now."""

    name: str
    title: str
    place: str
    seat: int | None
    svg: str


def board(seen: ViewerContext, view: Any) -> str:
    """Draw the whole board as one SVG."""
    return _kept(seen, _known(view), "", lambda say: seen.now.ruleset.draw(view, seen.names, say))


def parts(seen: ViewerContext, view: Any) -> list[NamedDrawing]:
    """Draw everything at the table: the drawings of the game, and those of each seat."""
    rules, known = seen.now.ruleset, _known(view)
    common = [_common(seen, known, view, each) for each in rules.drawings]
    return common + [_mat(seen, known, view, seat) for seat in range(len(seen.names))]


def foreseen(seen: SeatContext, before: Any, view: Any) -> list[NamedDrawing]:
    """Draw everything after a move that is not made yet; the area of the acting seat also shows what it takes away."""
    return [_acting_mat(seen, before, view, drawn) if drawn.seat == seen.seat else drawn for drawn in parts(seen, view)]


def _acting_mat(seen: SeatContext, before: Any, view: Any, drawn: NamedDrawing) -> NamedDrawing:
    draw = seen.now.ruleset.draw_seat_preview
    if draw is None:
        return drawn
    return drawn._replace(
        svg=_kept(
            seen, _known(before) + _known(view), drawn.name, lambda say: draw(before, view, seen.seat, seen.names, say)
        )
    )


def _common(seen: ViewerContext, known: bytes, view: Any, drawing: Drawing) -> NamedDrawing:
    svg = _kept(seen, known, drawing.name, lambda say: drawing.draw(view, seen.names, say))
    return NamedDrawing(drawing.name, messages.text(drawing.title), drawing.place, None, svg)


def _mat(seen: ViewerContext, known: bytes, view: Any, seat: int) -> NamedDrawing:
    name = f"mat-{seat}"
    svg = _kept(seen, known, name, lambda say: seen.now.ruleset.draw_seat(view, seat, seen.names, say))
    return NamedDrawing(
        name,
        messages.text(message("site.player-area", "{seat}'s mat", seat=Seat(seat)), seen.names),
        "mat",
        seat,
        svg,
    )


def _known(view: Any) -> bytes:
    return hashlib.blake2b(msgspec.json.encode(view, enc_hook=str)).digest()


def _kept(seen: ViewerContext, known: bytes, part: str, draw: Callable[[Say], str]) -> str:
    key = (seen.now.rules, known, tuple(seen.names), str(get_locale()), part)
    return services().drawing_cache.get(key, lambda: draw(messages.saying()))
