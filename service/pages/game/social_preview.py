"""Pictures of a game for shared links, and an animation of the whole game."""

from __future__ import annotations

from collections.abc import Hashable

from flask import Response, request
from flask_babel import get_locale, gettext

from domain import aggregate
from service import auth, queries
from service.auth import ViewerContext
from service.container import services
from service.http import limits
from service.http.problems import Problem
from service.http.request_bodies import run_queued
from service.pages.blueprint import page_blueprint
from service.presenters import animation as animations
from service.presenters import drawings, miniatures, pictures

blueprint = page_blueprint("social_preview", "/games/<stream:stream>")

FRAMES = 40
"""Frames of the animation."""

_KEPT = "private, max-age=300"
"""For pictures that everyone may see: a browser may show them for some time without asking."""
_OF_VERSION = "private, max-age=86400"
"""For a miniature of one version, which does not change."""
_ONLY_A_PICTURE = "default-src 'none'; style-src 'unsafe-inline'; sandbox"


@blueprint.get("/board.png")
def board(stream: str) -> Response:
    """Return the board as a small PNG, now or ``?at=`` a version, as a spectator sees it."""
    seen = auth.view_game(stream)
    last = seen.now.version
    version = _drawable(seen, min(request.args.get("at", last, type=int), last))
    kept, key = services().drawing_cache, ("png", *_key(seen, version))
    picture = kept.known(key)
    if picture is None:
        limits.count_picture()
        queue = services().work_queue.pictures
        picture = run_queued(queue, lambda: kept.get(key, lambda: _picture(seen, version)))
    return Response(picture, content_type="image/png", headers=_caching(seen))


@blueprint.get("/miniature.webp")
def miniature(stream: str) -> Response:
    """Return the board now as a small picture for lists; ``?v=`` its version lets browsers keep it for a day."""
    seen = auth.view_game(stream)
    if not seen.now.started:
        raise Problem("not-found", gettext("The game hasn't started yet."))
    kept, key = services().drawing_cache, ("miniature", seen.now.id, seen.now.version, tuple(seen.names))
    picture = kept.known(key)
    if picture is None:
        limits.count_picture()
        picture = run_queued(services().work_queue.miniatures, lambda: kept.get(key, lambda: _miniature(seen)))
    named = request.args.get("v", type=int) == seen.now.version
    return Response(picture, content_type="image/webp", headers=_caching(seen, _OF_VERSION if named else _KEPT))


@blueprint.get("/animation/<int:frame>.svg")
def animation_frame(stream: str, frame: int) -> Response:
    """Return one of :data:`FRAMES` pictures of the game from its start to its present."""
    seen = auth.view_game(stream)
    if frame >= FRAMES:
        raise Problem("not-found", gettext("Image not found."))
    shown = aggregate.sampled_move_ends(seen.game, FRAMES) if seen.now.started else [0]
    drawn = _drawn(seen, _drawable(seen, shown[min(frame, len(shown) - 1)]))
    headers = {**_caching(seen), "Content-Security-Policy": _ONLY_A_PICTURE}
    return Response(drawn, content_type="image/svg+xml; charset=utf-8", headers=headers)


@blueprint.get("/animation.webp")
def animation(stream: str) -> Response:
    """Return an animation of the board through the game, as a spectator sees it."""
    seen = auth.view_game(stream)
    if not seen.now.started:
        raise Problem("not-found", gettext("The game hasn't started yet."))
    kept, key = services().animation_cache, _key(seen, seen.now.version)
    animation = kept.known(key)
    if animation is None:
        limits.count_animation()
        queue = services().work_queue.animations
        animation = run_queued(queue, lambda: kept.get(key, lambda: _animated(seen)))
    return Response(animation, content_type="image/webp", headers=_caching(seen))


def _picture(seen: ViewerContext, version: int) -> bytes:
    with pictures.legible():
        return _painted(_drawn(seen, version))


def _miniature(seen: ViewerContext) -> bytes:
    view = drawings.shown(seen, seen.now.ruleset.view(queries.position(seen.now), "spectator"))
    return services().drawing_thread.submit(miniatures.miniature, seen.now.ruleset, view, list(seen.names)).result()


def _animated(seen: ViewerContext) -> bytes:
    with pictures.legible():
        return animations.animation(services().handler, seen.game, "spectator", seen.names, _painted)


def _painted(drawing: str) -> bytes:
    """Return a drawing as a PNG, made by the one thread for pictures: all requests for pictures take turns."""
    return services().drawing_thread.submit(pictures.png, drawing, str(get_locale())).result()


def _key(seen: ViewerContext, version: int) -> tuple[Hashable, ...]:
    """Return the cache key of a spectator's drawing: position, names at the table and language."""
    return seen.now.id, version, tuple(seen.names), str(get_locale())


def _caching(seen: ViewerContext, kept: str = _KEPT) -> dict[str, str]:
    """Set the cache headers: a picture that not everyone may see is not cached by the browser of a user."""
    return {"Cache-Control": kept} if auth.visible_to(None, seen.now) else {}


def _drawable(seen: ViewerContext, at: int) -> int:
    """Return this version, or the next one with a position: texts and undo have none."""
    if not seen.now.started:
        raise Problem("not-found", gettext("The game hasn't started yet."))
    return next(number for number in range(max(at, 1), seen.now.version + 1) if _has_position(seen, number))


def _drawn(seen: ViewerContext, version: int) -> str:
    position = services().handler.games.position(seen.game, version)
    return drawings.board(seen, seen.now.ruleset.view(position, "spectator"), version)


def _has_position(seen: ViewerContext, version: int) -> bool:
    return version == seen.now.version or aggregate.has_position(seen.game, version)
