"""The base of all blueprints of pages."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Blueprint, Response, request
from flask_babel import gettext

from service.auth import is_cross_origin
from service.http.problems import Problem


def page_blueprint(name: str, prefix: str = "") -> Blueprint:
    """Return a blueprint whose forms are accepted only from this site."""
    made = Blueprint(name, __name__, url_prefix=prefix)
    made.before_request(_refuse_other_origins)
    made.after_request(_vary)
    return made


def _vary(response: Response) -> Response:
    """Mark the response as different for each user."""
    response.vary.update(("Accept-Language", "Cookie"))
    return response


def _refuse_other_origins() -> None:
    """Refuse forms from other sites, also for visitors, so that no one can be logged in unknowingly."""
    if request.method in ("GET", "HEAD"):
        return
    if is_cross_origin() or request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        raise Problem("other-origin", gettext("This form was sent from another site. Open it here and send it again."))


def page_here() -> str | None:
    """Return the user's page with its query: this one, or the one whose form was sent; None if unknown."""
    if request.method in ("GET", "HEAD"):
        return request.full_path.removesuffix("?")
    try:
        form = urlsplit(request.referrer or "")
    except ValueError:
        return None
    return f"{form.path}?{form.query}".removesuffix("?") if form.netloc == request.host else None
