"""What is checked of every request before it reaches a view, and the headers of what the API answers."""

from __future__ import annotations

from flask import Flask, Response, request
from flask_babel import gettext
from werkzeug.exceptions import BadHost, RequestEntityTooLarge, UnsupportedMediaType

from service.access import asker, by_token, from_elsewhere, required_user
from service.api.problems import Problem
from service.services import services

_SAFE = ("GET", "HEAD", "OPTIONS")
_FILES = ("application/x-ndjson", "application/json", "application/gzip", "application/octet-stream")
"""Content types of a file that is brought in; a cross-site form can send none of them."""

IMPORT_PATH = "/api/import"
_IMPORT_PATHS = (IMPORT_PATH, "/games/import")


def register(app: Flask) -> None:
    """Check requests and complete answers."""
    app.before_request(_refuse_impossible_hosts)
    app.before_request(_limit_size)
    app.before_request(_refuse_other_sites)
    app.before_request(_require_json)
    app.after_request(_complete)


def _refuse_impossible_hosts() -> None:
    """Before anything else: without the name of a host no address of this site can be made."""
    if isinstance(request.routing_exception, BadHost):
        raise BadHost(gettext("The Host header names no host."))


def _limit_size() -> None:
    largest = _largest()
    # Of a body in chunks, which does not say its length, Werkzeug reads as much as this and leaves out the rest.
    request.max_content_length = largest + 1
    if _length() > largest:
        raise RequestEntityTooLarge(gettext("At most {bytes} bytes can be sent here.").format(bytes=largest))


def _largest() -> int:
    """The bytes that can be sent here; files by users only."""
    config = services().config
    if request.path not in _IMPORT_PATHS or request.method in _SAFE:
        return config.largest_body
    required_user()
    return config.largest_import


def _length() -> int:
    return len(request.get_data()) if request.content_length is None else request.content_length


def _refuse_other_sites() -> None:
    """Browsers say where an unsafe request comes from; with a session cookie it must be this site."""
    if request.method in _SAFE or asker() is None or by_token():
        return
    if from_elsewhere() or request.headers.get("Sec-Fetch-Site") in ("cross-site", "same-site"):
        raise Problem("other-origin", gettext("A request from another site cannot act for you here."))


def _require_json() -> None:
    """Bodies are JSON; with a session cookie a POST is JSON even without one, so that no form can send it."""
    if not request.path.startswith("/api/") or request.method in _SAFE:
        return
    accepted = _FILES if request.path == IMPORT_PATH else ("application/json",)
    by_cookie = request.method == "POST" and asker() is not None and not by_token()
    if (_length() or by_cookie) and request.mimetype not in accepted:
        raise UnsupportedMediaType(gettext("Send {types}.").format(types=", ".join(accepted)))


def _complete(response: Response) -> Response:
    if request.path.startswith("/api/"):
        response.headers.setdefault("Cache-Control", "private, no-cache")
        response.vary.update(("Accept-Language", "Authorization", "Cookie"))
    return response
