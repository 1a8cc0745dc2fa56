"""The base of all blueprints of pages."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Blueprint, Response, request
from flask_babel import gettext

from service.auth import by_token, current_user, is_cross_origin
from service.http.i18n import page_language
from service.http.problems import Problem
from service.runtime.admission_control import SESSION_COOKIE


def page_blueprint(name: str, prefix: str = "") -> Blueprint:
    """Return a blueprint whose forms are accepted only from this site."""
    made = Blueprint(name, __name__, url_prefix=prefix)
    made.before_request(_refuse_other_origins)
    made.before_request(_identify)
    made.after_request(_vary)
    return made


def _identify() -> None:
    """Identify the user of a session before the first text, which is in their language."""
    if SESSION_COOKIE in request.cookies and not by_token():
        current_user()


def _vary(response: Response) -> Response:
    """Mark the response as different for each user, and name its language for the service worker."""
    response.vary.update(("Accept-Language", "Cookie"))
    response.headers["Content-Language"] = page_language()
    return response


def _refuse_other_origins() -> None:
    """Refuse forms from other sites, also for visitors, so that no one can be logged in unknowingly."""
    if request.method not in ("GET", "HEAD") and is_from_elsewhere():
        raise Problem("other-origin", gettext("This form was sent from another site. Open it here and send it again."))


def is_from_elsewhere() -> bool:
    """Return whether another site sent this request."""
    return is_cross_origin() or request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none")


def page_here() -> str | None:
    """Return the user's page with its query: this one, or the one whose form was sent; None if unknown."""
    if request.method in ("GET", "HEAD"):
        return request.full_path.removesuffix("?")
    try:
        form = urlsplit(request.referrer or "")
    except ValueError:
        return None
    return f"{form.path}?{form.query}".removesuffix("?") if form.netloc == request.host else None
