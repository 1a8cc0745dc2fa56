"""The common parts of event streams and long polls."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Any, NamedTuple

import msgspec
from flask import Response, request

from service import auth
from service.auth import Forbidden, Unauthenticated
from service.container import Services, services
from service.runtime.deferred import HUNG_UP, DeferredResponse, Streamed
from service.runtime.pubsub import Subscription
from service.storage import Unavailable
from service.usecases.game_repository import UnknownGame

EVENT_STREAM = "text/event-stream"

LONGEST = 3600.0
"""Seconds after which an event stream ends and must be requested again."""

OUTAGE = 0.5
"""Seconds after which a stream that could not reach the database tries again."""

BEHIND = 0.1
"""Seconds after which a stream that got less than has happened tries again; doubled each time."""

_UNBUFFERED = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}

_UNTIL = "daybook.until"
"""The environment key for the end of a waiting request, which is repeated whenever there may be updates."""


class Updates(NamedTuple):
    """Server-sent events (empty if nothing is new); the next cursor; whether there is more; and whether more will
    come without a notification, because the source lags behind.
    """

    content: bytes
    after: Any
    more: bool = False
    behind: bool = False


def wants_stream(query: dict[str, Any]) -> bool:
    """Return whether the request is for an event stream."""
    return EVENT_STREAM in request.headers.get("Accept", "") and "wait" not in query


def place_for(*topics: str) -> Subscription:
    """Return a subscription to these topics for the user. Raise TooManyListeners."""
    return services().pubsub.admit(auth.rate_limit_key(), topics)


def reset(id: str | int, data: Any) -> bytes:
    """Return the event that tells a listener that is ahead of the log to load everything again; updates continue from
    this id.
    """
    return b"id: %b\nevent: reset\ndata: %b\n\n" % (str(id).encode(), msgspec.json.encode(data))


def left(query: dict[str, Any]) -> float:
    """Return how many seconds the request may still wait; 0 or less if nothing can notify it any more."""
    over = services().pubsub.stopped or HUNG_UP in request.environ
    wait: float = 0.0 if over else min(query.get("wait", 0.0), services().config.live_wait)
    until: float = request.environ.setdefault(_UNTIL, time.monotonic() + wait)
    return min(wait, until - time.monotonic())


def asked_again(place: Subscription, seconds: float) -> Response:
    """Return the deferred response: the request is repeated when there may be updates."""
    return Response(DeferredResponse(partial(place.wait, seconds), place.leave), direct_passthrough=True)


def streamed(place: Subscription, ask: Callable[[Any], Awaitable[Updates]], after: Any) -> Response:
    """Return an event stream of the updates that repeated calls of ``ask`` return."""
    content = Streamed(partial(_stream, services(), place, ask, after), place.leave)
    return Response(content, content_type=EVENT_STREAM, headers=_UNBUFFERED, direct_passthrough=True)


async def _stream(
    own: Services, place: Subscription, ask: Callable[[Any], Awaitable[Updates]], after: Any
) -> AsyncIterator[bytes]:
    """Yield server-sent events, and a comment after a while without any, so that proxies keep the connection open.

    End when the service stops, when the listener loses access, when their session has ended or their token was
    revoked, and after a while anyway: the client reconnects and is authenticated again.
    """
    end = time.monotonic() + LONGEST
    pause = BEHIND
    yield b"retry: 2000\n: following\n\n"
    while not own.pubsub.stopped and time.monotonic() < end:
        try:
            updates = await ask(after)
        except (UnknownGame, Forbidden, Unauthenticated):
            return
        except Unavailable:
            heard = await place.wait(OUTAGE)
        else:
            after = updates.after
            if updates.content:
                yield updates.content
            if updates.more:
                continue
            heard = await place.wait(pause if updates.behind else own.config.live_wait)
            pause = min(2 * pause, own.config.live_wait) if updates.behind and heard == "nothing" else BEHIND
            if heard == "nothing":
                yield b": nothing new\n\n"
        if heard == "the end":
            return
