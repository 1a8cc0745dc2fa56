"""CSRF protection, and the headers of API responses."""

from __future__ import annotations

from flask import Flask, Response, request
from flask_babel import gettext
from werkzeug.exceptions import BadHost, UnsupportedMediaType

from service.auth import by_token, current_user, is_cross_origin, privacy
from service.http import request_bodies
from service.http.problems import Problem

_VARYING = ("Accept-Language", "Authorization", "Cookie")
_SAFE = ("GET", "HEAD", "OPTIONS")
_FILES = ("application/x-ndjson", "application/json", "application/gzip", "application/octet-stream")
"""Content types of an imported file; a cross-site form can send none of them."""


def register(app: Flask) -> None:
    """Check requests and complete responses."""
    app.before_request(_refuse_impossible_hosts)
    app.before_request(_refuse_other_sites)
    app.before_request(request_bodies.take_in_file)
    app.before_request(_require_json)
    app.after_request(_complete)


def _refuse_impossible_hosts() -> None:
    """Refuse requests without a valid host first: without a host, no URL of this site can be built."""
    if isinstance(request.routing_exception, BadHost):
        raise BadHost(gettext("The Host header is invalid."))


def _refuse_other_sites() -> None:
    """Refuse unsafe requests from other sites, which browsers declare, if they have a session cookie."""
    if request.method in _SAFE or current_user() is None or by_token():
        return
    if is_cross_origin() or request.headers.get("Sec-Fetch-Site") in ("cross-site", "same-site"):
        raise Problem("other-origin", gettext("Requests from other sites can't act on your behalf here."))


def _require_json() -> None:
    """Require JSON bodies; with a session cookie, a POST must be JSON even without a body, so that no form
    can send it.
    """
    if not request.path.startswith("/api/") or request.method in _SAFE:
        return
    brings_file = request.path == request_bodies.IMPORT_PATH
    coding = request.headers.get("Content-Encoding", "identity").strip().lower()
    if coding != "identity" and not (brings_file and coding == "gzip"):
        raise UnsupportedMediaType(gettext("The body is compressed. Send it without Content-Encoding."))
    accepted = _FILES if brings_file else ("application/json",)
    by_cookie = request.method == "POST" and current_user() is not None and not by_token()
    if (request_bodies.length() or by_cookie) and request.mimetype not in accepted:
        raise UnsupportedMediaType(
            gettext("Send one of these content types: {types}.").format(types=", ".join(accepted))
        )


def _add_to_vary(response: Response) -> None:
    if "Vary" in response.headers:
        response.vary.update(_VARYING)
    else:
        response.headers["Vary"] = ", ".join(_VARYING)


def _complete(response: Response) -> Response:
    if request.path.startswith("/api/"):
        _add_to_vary(response)
    return privacy.protect(response)
