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
"""Seconds after which an event stream ends and has to be asked for again."""

OUTAGE = 0.5
"""Seconds until a stream that could not reach the database looks for news again."""

BEHIND = 0.1
"""Seconds until a stream looks again that was told of less than has happened; doubled each time."""

_UNBUFFERED = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}

_UNTIL = "daybook.until"
"""The environment key for the end of a waiting request, which is repeated whenever there may be news."""


class News(NamedTuple):
    """Server-sent events, none for no news; after what to ask next; whether there is more, and whether more will come
    by itself: what is told of is late.
    """

    told: bytes
    after: Any
    more: bool = False
    behind: bool = False


def wants_stream(query: dict[str, Any]) -> bool:
    """The request is for an event stream."""
    return EVENT_STREAM in request.headers.get("Accept", "") and "wait" not in query


def place_for(*topics: str) -> Subscription:
    """A place for the asker, who listens to these; raises Crowded."""
    return services().pubsub.admit(auth.rate_limit_key(), topics)


def reset(id: str | int, data: Any) -> bytes:
    """The event that tells a listener who is ahead of the log to load everything again; news go on from this id."""
    return b"id: %b\nevent: reset\ndata: %b\n\n" % (str(id).encode(), msgspec.json.encode(data))


def left(query: dict[str, Any]) -> float:
    """Seconds that the request may still wait; 0 or less where nobody would bring news any more."""
    over = services().pubsub.stopped or HUNG_UP in request.environ
    wait: float = 0.0 if over else min(query.get("wait", 0.0), services().config.live_wait)
    until: float = request.environ.setdefault(_UNTIL, time.monotonic() + wait)
    return min(wait, until - time.monotonic())


def asked_again(place: Subscription, seconds: float) -> Response:
    """There is no answer to this request yet."""
    return Response(DeferredResponse(partial(place.wait, seconds), place.leave), direct_passthrough=True)


def streamed(place: Subscription, ask: Callable[[Any], Awaitable[News]], after: Any) -> Response:
    """An event stream of what ``ask`` tells, again and again."""
    told = Streamed(partial(_told, services(), place, ask, after), place.leave)
    return Response(told, content_type=EVENT_STREAM, headers=_UNBUFFERED, direct_passthrough=True)


async def _told(
    own: Services, place: Subscription, ask: Callable[[Any], Awaitable[News]], after: Any
) -> AsyncIterator[bytes]:
    """Server-sent events; a comment when there was nothing for a while, so that proxies keep the line.

    Ends when the service stops, when what is told of is no longer open to the listener, when their session has ended or
    their token is void, and after a while anyway: the client comes back, and who it is is looked at again.
    """
    end = time.monotonic() + LONGEST
    pause = BEHIND
    yield b"retry: 2000\n: following\n\n"
    while not own.pubsub.stopped and time.monotonic() < end:
        try:
            news = await ask(after)
        except (UnknownGame, Forbidden, Unauthenticated):
            return
        except Unavailable:
            heard = await place.wait(OUTAGE)
        else:
            after = news.after
            if news.told:
                yield news.told
            if news.more:
                continue
            heard = await place.wait(pause if news.behind else own.config.live_wait)
            pause = min(2 * pause, own.config.live_wait) if news.behind and heard == "nothing" else BEHIND
            if heard == "nothing":
                yield b": nothing new\n\n"
        if heard == "the end":
            return
