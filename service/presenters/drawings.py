"""Drawings of positions, cached by view.

A drawing depends only on a view, the names at the table and a language, so these are its cache key. Viewers with
different knowledge have different views, and so different drawings.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import msgspec
from flask_babel import get_locale

from domain.aggregate import Game
from domain.game import Viewer
from domain.graphics.drawing import Drawing, as_drawn
from domain.message import Say, Seat, message
from service.auth import SeatContext, ViewerContext
from service.container import services
from service.http import messages
from service.usecases.game_repository import GameRepository


class NamedDrawing(NamedTuple):
    """A named drawing of a game or of a seat; without SVG if there is nothing to draw now."""

    name: str
    title: str
    place: str
    seat: int | None
    svg: str


def board(seen: ViewerContext, view: Any, at: int | None = None) -> str:
    """Draw the whole board at a version (default: now) as one SVG."""
    drawn = shown(seen, view, at)
    return _kept(seen, _known(drawn), "", lambda say: seen.now.ruleset.draw(drawn, seen.names, say))


def parts(seen: ViewerContext, view: Any, at: int | None = None, beside: int | None = None) -> list[NamedDrawing]:
    """Draw everything at the table at a version (default: now): the drawings of the game, and those of each seat. If
    they are shown beside the area of a seat, those of the others are narrow.
    """
    drawn = shown(seen, view, at)
    known = _known(drawn)
    narrow = [beside not in (None, seat) for seat in range(len(seen.names))]
    return _common(seen, known, drawn) + [_mat(seen, known, drawn, *each) for each in enumerate(narrow)]


def foreseen(seen: SeatContext, before: Any, after: Any) -> list[NamedDrawing]:
    """Draw everything after a move that is not made yet; the area of the acting seat also shows what it takes away."""
    known = _known(after)
    seats = range(len(seen.names))
    mats = [_mat(seen, known, after, seat, before=before if seat == seen.seat else None) for seat in seats]
    return _common(seen, known, after) + mats


def view_to_draw(games: GameRepository, game: Game, viewer: Viewer, at: int | None = None) -> Any:
    """Return what a viewer sees of a game at a version (default: now), with pieces that were just scored."""
    view = game.ruleset.view(games.position(game, at), viewer)
    return as_drawn(game.ruleset.last_board, view, lambda kinds: games.position_before(game, kinds, at))


def shown(seen: ViewerContext, view: Any, at: int | None = None) -> Any:
    """Return a view at a version (default: now) as drawings show it: with pieces that were just scored."""
    games = services().handler.games
    return as_drawn(seen.now.ruleset.last_board, view, lambda kinds: games.position_before(seen.game, kinds, at))


def _common(seen: ViewerContext, known: bytes, view: Any) -> list[NamedDrawing]:
    return [_drawing(seen, known, view, each) for each in seen.now.ruleset.drawings]


def _drawing(seen: ViewerContext, known: bytes, view: Any, drawing: Drawing) -> NamedDrawing:
    svg = _kept(seen, known, drawing.name, lambda say: drawing.draw(view, seen.names, say))
    return NamedDrawing(drawing.name, messages.text(drawing.title), drawing.place, None, svg)


def _mat(
    seen: ViewerContext, known: bytes, view: Any, seat: int, narrow: bool = False, before: Any = None
) -> NamedDrawing:
    """Draw the area of a seat, compared with the view before a move if the game can show that."""
    rules, name = seen.now.ruleset, f"mat-{seat}"
    draw, preview, kept = rules.draw_seat, rules.draw_seat_preview, name
    if narrow and rules.draw_narrow_seat is not None:
        draw, kept = rules.draw_narrow_seat, f"narrow-{seat}"
    if before is not None and preview is not None:
        known, draw = known + _known(before), partial(preview, before)
    svg = _kept(seen, known, kept, lambda say: draw(view, seat, seen.names, say))
    title = messages.text(message("site.player-area", "{seat}'s mat", seat=Seat(seat)), seen.names)
    return NamedDrawing(name, title, "mat", seat, svg)


def _known(view: Any) -> bytes:
    return hashlib.blake2b(msgspec.json.encode(view, enc_hook=str)).digest()


def _kept(seen: ViewerContext, known: bytes, part: str, draw: Callable[[Say], str]) -> str:
    key = (seen.now.rules, known, tuple(seen.names), str(get_locale()), part)
    return services().drawing_cache.get(key, lambda: draw(messages.saying()))
