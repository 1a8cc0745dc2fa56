"""Headers that hide private pages from later users of the same browser."""

from __future__ import annotations

from flask import Response, g, request

from service.auth import current_session
from service.runtime.admission_control import SESSION_COOKIE
from service.runtime.paths import loggable

SESSION = "Daybook-Session"
"""The header that tells scripts and the service worker a page's session; empty for a visitor's."""


def protect(response: Response) -> Response:
    """Keep a response to a user out of every cache, unless the view declares it the same for everyone."""
    response.headers.setdefault("Cache-Control", "no-store" if _bears_credentials() else "private, no-cache")
    if g.get("found") and request.method in ("GET", "HEAD"):
        session = current_session()
        response.headers[SESSION] = session.id if session is not None else ""
    if loggable(request.path) != request.path:
        response.headers["Referrer-Policy"] = "strict-origin"  # the path is a secret, for this site's logs too
    return response


def _bears_credentials() -> bool:
    return "Authorization" in request.headers or SESSION_COOKIE in request.cookies
