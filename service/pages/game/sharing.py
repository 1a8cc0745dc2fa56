"""A game for who does not play it: a picture for links that are shared, and a film of the whole game."""

from __future__ import annotations

from flask import Response, request
from flask_babel import gettext

from domain import aggregate
from service import access
from service.access import Seen
from service.pages.blueprint import page_blueprint
from service.services import services
from service.telling import film as films
from service.telling import pictures
from service.web import drawings
from service.web.http.bodies import in_turn
from service.web.http.problems import Problem

blueprint = page_blueprint("sharing", "/games/<stream:stream>")

FRAMES = 40
"""Pictures of a film."""

_KEPT = "private, max-age=300"
"""For pictures that everyone may see: a browser may show them for some time without asking."""
_ONLY_A_PICTURE = "default-src 'none'; style-src 'unsafe-inline'; sandbox"


@blueprint.get("/board.png")
def board(stream: str) -> Response:
    """The board as a small PNG, now or ``?at=`` a version, as somebody sees it who plays nowhere."""
    seen = access.look(stream)
    last = seen.now.version
    at = min(request.args.get("at", last, type=int), last)
    drawing = _drawn(seen, at)
    drawn: bytes = services().drawings.get(("png", drawing), lambda: pictures.png(drawing))
    return Response(drawn, content_type="image/png", headers=_caching(seen))


@blueprint.get("/film/<int:frame>.svg")
def frame(stream: str, frame: int) -> Response:
    """One of :data:`FRAMES` pictures of the game from its start to its present."""
    seen = access.look(stream)
    if frame >= FRAMES:
        raise Problem("not-found", gettext("There is no such picture."))
    shown = aggregate.spread(seen.game, FRAMES) if seen.now.started else [0]
    drawn = _drawn(seen, shown[min(frame, len(shown) - 1)])
    headers = {**_caching(seen), "Content-Security-Policy": _ONLY_A_PICTURE}
    return Response(drawn, content_type="image/svg+xml; charset=utf-8", headers=headers)


@blueprint.get("/film.webp")
def film(stream: str) -> Response:
    """The board through the game as an animated picture, as somebody sees it who plays nowhere."""
    seen = access.look(stream)
    if not seen.now.started:
        raise Problem("not-found", gettext("The game has not started yet."))
    with in_turn():
        drawn = (_drawn(seen, at) for at in aggregate.spread(seen.game, films.MOST))
        made = films.animated(map(pictures.png, drawn))
    return Response(made, content_type="image/webp", headers=_caching(seen))


def _caching(seen: Seen) -> dict[str, str]:
    """A picture of a game that is not for everyone is kept by no browser that a user has logged in with."""
    return {"Cache-Control": _KEPT} if access.visible_to(None, seen.now) else {}


def _drawn(seen: Seen, at: int) -> str:
    """The board at a version, or at the next one that has a position: words and takings back have none."""
    if not seen.now.started:
        raise Problem("not-found", gettext("The game has not started yet."))
    version = next(number for number in range(max(at, 1), seen.now.version + 1) if _has_position(seen, number))
    position = services().daybook.position(seen.game, version)
    return drawings.board(seen, seen.now.ruleset.view(position, "spectator"))


def _has_position(seen: Seen, version: int) -> bool:
    return version == seen.now.version or aggregate.has_position(seen.game, version)
