"""The outermost middleware: adds the usual headers, and turns uncaught errors into responses.

Responses made here use no sessions, databases, templates or translations, since any of them may have failed.
"""

from __future__ import annotations

import html
import logging
from collections.abc import Iterable
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import msgspec

from service.runtime.paths import loggable

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self' 'inline-speculation-rules'; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data:; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} · Daybook</title>
<link rel="stylesheet" href="/static/styles/daybook.css">
</head>
<body>
<main id="content" class="narrow">
<h1>{title}</h1>
<p>{detail}</p>
<p><a href="/">Daybook</a></p>
</main>
</body>
</html>
"""

Answer = tuple[str, list[tuple[str, str]], bytes]
"""Status line, headers and body."""


def guarded(application: WSGIApplication, logger: logging.Logger) -> WSGIApplication:
    """Return the application with the usual headers on every response; log uncaught exceptions and respond to them."""

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        started = False

        def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
            nonlocal started
            started = True
            return start_response(status, with_security_headers(headers), exc_info)

        try:
            return application(environ, start)
        except Exception:
            if started:
                raise
            path = str(environ.get("PATH_INFO", ""))
            logger.exception("%s %s failed", environ.get("REQUEST_METHOD"), loggable(path))
            status, headers, body = last_answer(path, HTTPStatus.INTERNAL_SERVER_ERROR, "internal")
            start_response(status, headers)
            return [body]

    return answer


def with_security_headers(headers: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the headers, with those of :data:`SECURITY_HEADERS` that they lack."""
    given = {name.lower() for name, _ in headers}
    return [*headers, *((name, value) for name, value in SECURITY_HEADERS.items() if name.lower() not in given)]


def last_answer(path: str, status: HTTPStatus, kind: str, detail: str = "") -> Answer:
    """Return an error as a problem of a kind (see :data:`service.http.problems.KINDS`), outside the API as a page."""
    title, detail = status.phrase, detail or status.description
    if path.startswith("/api"):
        problem = {"type": f"/api/docs#{kind}", "title": title, "status": status, "detail": detail, "instance": path}
        body, content_type = msgspec.json.encode(problem), "application/problem+json"
    else:
        page = _PAGE.format(title=html.escape(title), detail=html.escape(detail))
        body, content_type = page.encode("utf-8", "backslashreplace"), "text/html; charset=utf-8"
    headers = [("Content-Type", content_type), ("Content-Length", str(len(body))), ("Cache-Control", "no-store")]
    return f"{status.value} {status.phrase}", with_security_headers(headers), body
