"""Pages of public games for visitors: rendered once, and served to all of them.

A page is rendered again when the game or its chat changes, when this process writes to the game or to one of its
branches, when it changes or deletes user texts, and otherwise every second. Other changes, such as branches that
another process has opened, may appear a second late.

If visitors cannot be admitted soon, they get the page that another one was sent within the last seconds. Then changes
by other processes appear later (:mod:`service.runtime.recent_pages`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from http import HTTPStatus

from flask import Flask, Response, g, request, session
from flask_babel import get_locale

from service.auth import ViewerContext
from service.cache import Cache
from service.container import services
from service.pages import partials
from service.presenters import chat
from service.runtime.admission_control import SESSION_COOKIE
from service.runtime.recent_pages import OFFERED

FRESH = 1.0
"""Seconds for which a page is served again."""


def register(app: Flask) -> None:
    """Observe the writes of this process, and the pages that visitors are sent."""
    app.after_request(_note_write)
    app.after_request(_offer)


def rendered(seen: ViewerContext, is_current: Callable[[], bool], render: Callable[[], str]) -> bytes:
    """Return the page in UTF-8, from the cache if another visitor's would be the same.

    ``is_current`` is the result of :func:`unchanged` from before the game was loaded.
    """
    if not _is_for_everyone(seen):
        return render().encode()
    g.public_page_is_current = is_current
    return services().visitor_page_cache.get(_key(seen), lambda: render().encode())


def _is_for_everyone(seen: ViewerContext) -> bool:
    """Return whether the request has no user and no message waiting, and the game is public."""
    known = seen.user is not None or bool(session) or SESSION_COOKIE in request.cookies or "invite" in request.args
    return not known and seen.now.origin is None and not seen.now.table.opened.private


def _key(seen: ViewerContext) -> Hashable:
    stream = seen.now.id
    return (
        stream,
        seen.now.version,
        request.url,
        partials.known(),
        str(get_locale()),
        services().display_names.changes,
        tuple(seen.names),
        chat.changes([stream])[stream],
        _last_write(services().recent_writes, stream),
        int(time.monotonic() / FRESH),
    )


def _last_write(writes: Cache[str, float], stream: str) -> float | None:
    try:
        return writes.get(stream)
    except KeyError:
        return None


def unchanged(stream: str) -> Callable[[], bool]:
    """Return a test that this process has neither written to the game nor changed or deleted user texts since."""
    names, writes = services().display_names, services().recent_writes
    before = names.changes, _last_write(writes, stream)
    return lambda: before == (names.changes, _last_write(writes, stream))


def _offer(response: Response) -> Response:
    """Offer the response for other visitors."""
    if "public_page_is_current" in g and response.status_code == HTTPStatus.OK:
        request.environ[OFFERED] = response, g.public_page_is_current
    return response


def _note_write(response: Response) -> Response:
    """Discard pages after a write to a game, or to a branch of it."""
    if request.method not in ("GET", "HEAD") and "now" in g:
        services().recent_writes.put(g.now.root, time.monotonic())
    return response
