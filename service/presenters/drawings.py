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

from domain import aggregate
from domain.aggregate import Game
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


def board(seen: ViewerContext, view: Any, at: int | None = None) -> str:
    """Draw the whole board at a version (default: now) as one SVG."""
    shown = _shown(seen, view, at)
    return _kept(seen, _known(shown), "", lambda say: seen.now.ruleset.draw(shown, seen.names, say))


def parts(seen: ViewerContext, view: Any, at: int | None = None) -> list[NamedDrawing]:
    """Draw everything at the table at a version (default: now): the drawings of the game, and those of each seat."""
    return parts_of(seen, _shown(seen, view, at))


def parts_of(seen: ViewerContext, shown: Any) -> list[NamedDrawing]:
    """Draw everything at the table from a view as drawings show it (see :class:`LastBoard`)."""
    rules, known = seen.now.ruleset, _known(shown)
    common = [_common(seen, known, shown, each) for each in rules.drawings]
    return common + [_mat(seen, known, shown, seat) for seat in range(len(seen.names))]


def _shown(seen: ViewerContext, view: Any, at: int | None) -> Any:
    last, version = seen.now.ruleset.last_board, seen.now.version if at is None else at
    if last is None or not last.removed(view):
        return view
    key = ("last board", seen.now.id, version)
    before = services().drawing_cache.get(key, lambda: aggregate.state_before(seen.game, last.scored, version))
    return view if before is None else last.restored(view, before)


def as_drawn(game: Game, view: Any, at: int | None = None) -> Any:
    """Return a view of a game at a version (default: now) as drawings show it: with pieces that were just scored."""
    last = game.ruleset.last_board
    before = aggregate.state_before(game, last.scored, at) if last is not None and last.removed(view) else None
    return view if last is None or before is None else last.restored(view, before)


def foreseen(seen: SeatContext, before: Any, view: Any) -> list[NamedDrawing]:
    """Draw everything after a move that is not made yet; the area of the acting seat also shows what it takes away."""
    then = parts_of(seen, view)
    return [_acting_mat(seen, before, view, drawn) if drawn.seat == seen.seat else drawn for drawn in then]


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
