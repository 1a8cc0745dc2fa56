"""Live updates: server-sent events, and long polling on the same cursor, the version of the game.

Whoever waits does it on the loop of the web server. What a fact tells is found out once for all who look at it with
the same eyes, in one thread for all listeners of a game.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import msgspec
from flask import Flask, Response, current_app, request
from flask_babel import force_locale, get_locale

from projections.current import Current
from service import access, reading
from service.access import NotLoggedIn, NotYours, Seen
from service.api.blueprint import Resource
from service.people.accounts import User
from service.process.later import HUNG_UP, Awaited, Streamed, Together
from service.process.live import Place
from service.services import Services, services
from service.storage import Unavailable
from service.usecases.games import UnknownGame
from service.web import answers
from service.web.schemas_play import Following, NewsSchema

blueprint = Resource(
    "events", __name__, url_prefix="/api/games/<stream:id>", description="Live updates of a game or a branch"
)

EVENT_STREAM = "text/event-stream"

LONGEST = 3600.0
"""Seconds after which an event stream ends and has to be asked for again."""

MOST = 500
"""Facts that are told at a time, so that no answer grows with its game."""

OUTAGE = 0.5
"""Seconds until a stream that could not reach the database looks for news again."""

TELLERS = 2
"""Threads that find out what to tell listeners. They take turns with the requests at the gate."""


@blueprint.route("/events")
@blueprint.arguments(Following, location="query")
@blueprint.sends(200, NewsSchema)
@blueprint.alt_response(200, schema={"type": "string"}, content_type=EVENT_STREAM, success=True)
def events(query: dict[str, Any], id: str) -> Any:
    """What happens from now on, or after a version

    Asked for ``text/event-stream``: server-sent events, one for each fact, with the version as its id (Last-Event-ID
    goes on from there). Otherwise one answer: at once, or with ``wait`` as soon as there is news. It tells at most 500
    facts: ``version`` is the one to ask again after, which is that of the last fact told where there are more.
    """
    seen = access.look(id, query.get("seat"))
    after = query.get("after", seen.now.version)
    if EVENT_STREAM in request.headers.get("Accept", "") and "wait" not in query:
        return _stream(seen, request.headers.get("Last-Event-ID", after, type=int), query)
    left = _left(query.get("wait", 0.0))
    if left > 0.0 and after >= seen.now.version:
        place = _place(id)
        seen = access.look(id, query.get("seat"))
        if seen.now.version <= after:
            return Response(Awaited(partial(place.wait, left), place.leave), direct_passthrough=True)
        place.leave()
    happened = reading.forward(seen.now, after=after, limit=MOST)
    told = happened[-1].place.version if len(happened) == MOST else seen.now.version
    return {"version": told, "events": answers.events(seen, happened)}


_UNTIL = "daybook.until"
"""Where a request that waits notes until when: it is asked again whenever there may be news."""


def _left(wait: float) -> float:
    """Seconds that the request may still wait; 0 or less where nobody would bring news any more."""
    over = services().live.stopped or HUNG_UP in request.environ
    wait = 0.0 if over else min(wait, services().config.live_wait)
    until: float = request.environ.setdefault(_UNTIL, time.monotonic() + wait)
    return min(wait, until - time.monotonic())


def _place(stream: str) -> Place:
    return services().live.admit(access.asker_id(), stream)


# --------------------------------------------------------------------------------------------------------------------
# Streams
# --------------------------------------------------------------------------------------------------------------------

_UNBUFFERED = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


@dataclass(frozen=True)
class Listener:
    """Somebody who follows a game. No context of the request is held while nothing happens."""

    user: User | None
    identified: Callable[[], User | None]
    """Who it is by now: see :func:`service.access.identification`."""
    seat: int | None
    invite: str | None
    locale: Any


def _stream(seen: Seen, after: int, query: dict[str, Any]) -> Response:
    place = _place(seen.now.id)
    listener = Listener(seen.user, access.identification(), query.get("seat"), query.get("invite"), get_locale())
    told = Streamed(partial(_told, services(), _telling(), place, listener, after), place.leave)
    return Response(told, content_type=EVENT_STREAM, headers=_UNBUFFERED, direct_passthrough=True)


async def _told(own: Services, telling: Telling, place: Place, listener: Listener, after: int) -> AsyncIterator[bytes]:
    """Facts as server-sent events; a comment when there was nothing for a while, so that proxies keep the line.

    Ends when the service stops, when the game is no longer open to the listener, when their session has ended or their
    token is void, and after a while anyway: the client comes back, and who it is is looked at again.
    """
    end = time.monotonic() + LONGEST
    yield b"retry: 2000\n: following\n\n"
    while not own.live.stopped and time.monotonic() < end:
        try:
            news = await telling.answer(place.stream, (listener, after))
        except (UnknownGame, NotYours, NotLoggedIn):
            return
        except Unavailable:
            heard = await place.wait(OUTAGE)
        else:
            if news.told:
                yield news.told
                after = news.version
            if news.more:
                continue
            heard = await place.wait(own.config.live_wait)
            if heard == "nothing":
                yield b": nothing new\n\n"
        if heard == "the end":
            return


# --------------------------------------------------------------------------------------------------------------------
# News for all listeners of a game
# --------------------------------------------------------------------------------------------------------------------

Asked = tuple[Listener, int]
"""Who asks what is new, and after which version."""


class News(NamedTuple):
    """Facts as server-sent events, the version of the last one, and whether there may be more."""

    told: bytes
    version: int
    more: bool


Telling = Together[Asked, News]


def register(app: Flask) -> None:
    """Make what finds out news for the listeners of this application."""
    app.extensions["daybook.telling"] = Together(partial(_news, app), TELLERS)


def _telling() -> Telling:
    telling: Telling = current_app.extensions["daybook.telling"]
    return telling


def _news(app: Flask, stream: str, asked: Sequence[Asked]) -> list[News | Exception]:
    """What happened since, through the eyes of each as they are now; who may not know is told by an exception."""
    own: Services = app.extensions["daybook"]
    found: dict[object, News] = {}
    with own.gate.passed(), app.app_context():
        try:
            now = reading.current(stream)
            if now.version > min(after for _, after in asked):
                now = reading.replayed(
                    stream
                )  # No read model is awaited: it shows what has just happened a little later.
        except UnknownGame as error:
            return [error] * len(asked)
        return [_news_for(now, listener, after, found) for listener, after in asked]


def _news_for(now: Current, listener: Listener, after: int, found: dict[object, News]) -> News | Exception:
    """What is told here, by those who look with the same eyes: it is ``found`` once."""
    try:
        if listener.user is not None and listener.identified() is None:
            raise NotLoggedIn
        seen = access.seen_by(listener.user, now, listener.seat, listener.invite)
    except (UnknownGame, NotYours, NotLoggedIn) as error:
        return error
    eyes = (seen.viewer, after, str(listener.locale))
    if now.version <= after:
        return News(b"", after, more=False)
    if eyes not in found:
        with force_locale(listener.locale):
            happened = reading.by_replay(reading.game_of(now), range(after + 1, now.version + 1)[:MOST])
            told = answers.events(seen, happened)
        found[eyes] = News(b"".join(map(_sent, told)), told[-1]["version"], len(told) == MOST)
    return found[eyes]


def _sent(event: dict[str, Any]) -> bytes:
    return b"id: %d\ndata: %b\n\n" % (event["version"], msgspec.json.encode(event))
