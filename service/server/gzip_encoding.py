"""Compression of responses, if the client accepts it; streams are never compressed.

A response that contains both an attacker's text and a secret must not be compressed (BREACH). In such an attack,
another site makes a browser request a page with its user's cookie, so responses to such requests stay uncompressed. A
proxy that compresses responses must do the same.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

from werkzeug.http import parse_accept_header

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

LEAST = 1024
"""Bytes below which compression gains nothing."""

LEVEL = 5
"""The level of zlib: a higher one saves less of a page than it costs."""

KINDS = frozenset(
    {
        "application/json",
        "application/manifest+json",
        "application/problem+json",
        "application/x-ndjson",
        "image/svg+xml",
        "text/css",
        "text/html",
        "text/javascript",
        "text/plain",
    }
)
"""Content types worth compressing."""

_OWN = ("", "none", "same-origin")
"""Values of Sec-Fetch-Site in requests that no other site can have caused."""

Headers = list[tuple[str, str]]


def compressed(environ: WSGIEnvironment, status: int, headers: Headers, content: bytes) -> tuple[Headers, bytes]:
    """Return headers and content to send: with gzip, if that helps and the client accepts it."""
    given = {name.lower(): value for name, value in headers}
    if given.get("content-type", "").partition(";")[0] not in KINDS or "content-encoding" in given:
        return headers, content
    headers = [*headers, ("Vary", "Accept-Encoding")]
    if status != 200 or len(content) < LEAST or not _understood(environ) or _from_elsewhere(environ):
        return headers, content
    packing = zlib.compressobj(LEVEL, zlib.DEFLATED, 16 + zlib.MAX_WBITS)
    packed = packing.compress(content) + packing.flush()
    kept = [(name, _weak(value) if name.lower() == "etag" else value) for name, value in headers]
    kept = [(name, value) for name, value in kept if name.lower() not in ("content-length", "accept-ranges")]
    return [*kept, ("Content-Encoding", "gzip"), ("Content-Length", str(len(packed)))], packed


def _understood(environ: WSGIEnvironment) -> bool:
    return parse_accept_header(environ.get("HTTP_ACCEPT_ENCODING", ""))["gzip"] > 0


def _from_elsewhere(environ: WSGIEnvironment) -> bool:
    """Return whether another site may have caused the request."""
    return "HTTP_COOKIE" in environ and environ.get("HTTP_SEC_FETCH_SITE", "") not in _OWN


def _weak(tag: str) -> str:
    """Return the weak ETag of content that may be sent in other bytes."""
    return tag if tag.startswith("W/") else f"W/{tag}"
