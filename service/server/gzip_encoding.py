"""Compression of responses, if the client accepts it; streams are never compressed.

What an attacker can have reflected beside a secret must not be compressed with it (BREACH). They would need a browser
to ask for a page from another site, with the cookie of whoever uses it: such answers stay as they are. A proxy that
compresses by itself decides by itself.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

from werkzeug.http import parse_accept_header

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

LEAST = 1024
"""Bytes below which nothing is gained."""

LEVEL = 5
"""Of zlib: what a higher one saves of a page is less than it takes."""

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
"""Content types that get smaller."""

_OWN = ("", "none", "same-origin")
"""Values of Sec-Fetch-Site in requests that no other site can have made."""

Headers = list[tuple[str, str]]


def compressed(environ: WSGIEnvironment, status: int, headers: Headers, content: bytes) -> tuple[Headers, bytes]:
    """The headers and the content as they are sent: with gzip, if that is of use and can be understood."""
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
    """Whether another site may have made somebody's browser ask."""
    return "HTTP_COOKIE" in environ and environ.get("HTTP_SEC_FETCH_SITE", "") not in _OWN


def _weak(tag: str) -> str:
    """The ETag of content that may come in other bytes."""
    return tag if tag.startswith("W/") else f"W/{tag}"
