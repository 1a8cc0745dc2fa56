"""The guide of a first game: what the next move is about, until the player leaves it or makes another move."""

from __future__ import annotations

from typing import Any

from flask import redirect, request, url_for
from werkzeug.wrappers import Response

from domain import guides
from domain.table import seating
from service import auth
from service.auth import ViewerContext
from service.http.i18n import translator
from service.pages.blueprint import page_blueprint

blueprint = page_blueprint("guide", "/games/<stream:stream>")

_COOKIE = "guide"
_LEFT = "left"


def beside(seen: ViewerContext) -> dict[str, Any] | None:
    """Return what the guide of a game tells its player now; None if the game has none."""
    now = seen.now
    guide = guides.of_table(now.ruleset, now.table) if now.origin is None else None
    if guide is None or seen.user is None or not seating.seats_of(now.table, seen.user.id):
        return None
    if request.cookies.get(_COOKIE) == _LEFT:
        return {"state": "left"}
    made = guides.followed(seen.game, guide)
    if made is None:
        return {"state": "another"}
    if made == len(guide.moves):
        return {"state": "done"}
    told = [move for move in guide.moves if move.text]
    step = sum(bool(move.text) for move in guide.moves[:made])
    text = guide.moves[made].text
    return {
        "state": "step" if text else "reply",
        "text": translator()(text) if text else "",
        "show": guide.moves[made].show,
        "number": step + 1 if text else step,
        "steps": len(told),
    }


@blueprint.post("/guide")
def set_guide(stream: str) -> Response:
    """Leave the guide of a game, or return to it: only this browser knows."""
    auth.view_game(stream)
    answer = redirect(url_for("game.page", stream=stream), 303)
    path = url_for("game.page", stream=stream)
    if "leave" in request.form:
        answer.set_cookie(_COOKIE, _LEFT, path=path, httponly=True, samesite="Lax", secure=request.is_secure)
    else:
        answer.delete_cookie(_COOKIE, path=path, httponly=True, samesite="Lax")
    return answer
