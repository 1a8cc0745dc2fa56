"""Pages that visitors were just sent, for visitors who cannot be admitted soon.

Admission control serves these instead of refusing a visitor. So if many people open the same public game at once, all
of them get its page.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from service.cache import Cache

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication, WSGIEnvironment
    from flask import Response

LONGEST = 5.0
"""Seconds for which a page is recent. Events bring a page that shows an earlier version up to date.

Texts that another process deletes may be shown for this long.
"""

SIZE = 40
"""Pages that a process keeps."""

_PERSONAL = ("HTTP_AUTHORIZATION", "HTTP_DAYBOOK_KNOWN", "HTTP_RANGE")
"""Headers of requests that need a response of their own."""

_KEY = ("wsgi.url_scheme", "HTTP_HOST", "PATH_INFO", "QUERY_STRING", "HTTP_ACCEPT_LANGUAGE")

_CHOSEN_LANGUAGE = re.compile(r"language=[A-Za-z0-9-]{2,12}")
"""The only cookie of visitors whose pages are not their own (``service/http/i18n.py``)."""


OFFERED = "daybook.recent_page"
"""The WSGI variable in which the application offers a response and a test of whether it is current."""


class RecentPage(NamedTuple):
    """A complete response, its time by the monotonic clock, and a test of whether this process has changed nothing."""

    response: Response
    at: float
    is_current: Callable[[], bool]


class RecentPages:
    """The last pages by address and language."""

    def __init__(self) -> None:
        self._pages: Cache[tuple[str, ...], RecentPage] = Cache(SIZE)

    def keep(self, environ: WSGIEnvironment) -> None:
        """Keep the page that the application offered, once its response is complete."""
        offered, key = environ.pop(OFFERED, None), _key(environ)
        if offered is not None and key is not None and "Set-Cookie" not in offered[0].headers:
            response, is_current = offered
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
    cookie = str(environ.get("HTTP_COOKIE", ""))
    if cookie and not _CHOSEN_LANGUAGE.fullmatch(cookie):
        return None
    return (cookie, *(str(environ.get(name, "")) for name in _KEY))
