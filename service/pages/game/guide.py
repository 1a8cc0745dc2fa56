"""The guide of a first game: what the next move is about, until the player leaves it or makes another move."""

from __future__ import annotations

from typing import Any

from flask import redirect, request, url_for
from werkzeug.wrappers import Response

from domain.table import seating
from domain.tutorials import guides
from service import auth
from service.auth import ViewerContext
from service.http.i18n import translator
from service.pages.blueprint import page_blueprint

blueprint = page_blueprint("guide", "/games/<stream:stream>")

_COOKIE = "guide"
_LEFT = "left"


def beside(seen: ViewerContext) -> dict[str, Any] | None:
    """Return what the guide of a game tells its player now; None if the game has none, or no longer."""
    now = seen.now
    guide = guides.of_table(now.ruleset, now.table, now.origin)
    if guide is None or seen.user is None or not seating.seats_of(now.table, seen.user.id):
        return None
    if request.cookies.get(_COOKIE) == _LEFT:
        return {"state": "left"}
    progress = guides.followed(seen.game, guide)
    if progress.left_at is not None:
        return {"state": "another", "left_at": progress.left_at}
    if progress.over:
        return None
    say = translator()
    if progress.made == len(guide.moves):
        return {"state": "done", "text": say(guide.end)}
    move = guide.moves[progress.made]
    step = sum(each.own for each in guide.moves[: progress.made])
    return {
        "state": "step" if move.own else "reply",
        "text": say(move.text) if move.own else "",
        "task": say(move.task) if move.task else "",
        "show": move.show,
        "number": step + move.own,
        "steps": sum(each.own for each in guide.moves),
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
