"""Pages that visitors were just sent, for visitors who cannot be admitted soon.

Admission control serves these instead of refusing a visitor. So if many people open the same public game at once, all
of them get its page.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from service.cache import Cache

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication, WSGIEnvironment

LONGEST = 5.0
"""Seconds for which a page is recent. The events that follow its version bring a page that is behind up to date."""

SIZE = 40
"""Pages that a process keeps."""

_PERSONAL = ("HTTP_COOKIE", "HTTP_AUTHORIZATION", "HTTP_DAYBOOK_KNOWN", "HTTP_RANGE")
"""Headers of requests that need a response of their own."""

_KEY = ("wsgi.url_scheme", "HTTP_HOST", "PATH_INFO", "QUERY_STRING", "HTTP_ACCEPT_LANGUAGE")


class RecentPage(NamedTuple):
    """A complete response, its time by the monotonic clock, and whether nothing has been changed or deleted since."""

    response: WSGIApplication
    at: float
    is_current: Callable[[], bool]


class RecentPages:
    """The last pages by address and language."""

    def __init__(self) -> None:
        self._pages: Cache[tuple[str, ...], RecentPage] = Cache(SIZE)

    def keep(self, environ: WSGIEnvironment, response: WSGIApplication, is_current: Callable[[], bool]) -> None:
        """Keep the response to a visitor's GET request, if it may be sent to others."""
        key = _key(environ)
        if key is not None:
            self._pages.put(key, RecentPage(response, time.monotonic(), is_current))

    def find(self, environ: WSGIEnvironment) -> WSGIApplication | None:
        """Return the recent response to the same request by another visitor, if there is one."""
        key = _key(environ)
        try:
            page = self._pages.get(key) if key is not None else None
        except KeyError:
            return None
        if page is None or time.monotonic() - page.at > LONGEST or not page.is_current():
            return None
        return page.response


def _key(environ: WSGIEnvironment) -> tuple[str, ...] | None:
    if environ["REQUEST_METHOD"] != "GET" or any(environ.get(header) for header in _PERSONAL):
        return None
    return tuple(str(environ.get(name, "")) for name in _KEY)
