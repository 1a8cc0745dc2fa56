"""Live updates: server-sent events, and long polling on the same cursor, the version of the game."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import msgspec
from flask import Flask, Response, current_app, request
from flask_babel import force_locale, get_locale

from service import access, reading
from service.access import NotLoggedIn, NotYours, Seen
from service.api.blueprint import Resource
from service.people.accounts import User
from service.process.live import Heard, Place
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


@blueprint.route("/events")
@blueprint.arguments(Following, location="query")
@blueprint.response(200, NewsSchema)
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
        app = current_app._get_current_object()  # type: ignore[attr-defined]
        place = _place(id)
        listener = Listener(app, place, seen.user, access.identification(), id, query, get_locale())
        lines = listener.told(request.headers.get("Last-Event-ID", after, type=int))
        answer = Response(lines, content_type=EVENT_STREAM, headers=_UNBUFFERED)
        answer.call_on_close(place.leave)
        return answer
    if "wait" in query and after >= seen.now.version:
        seen = _awaited(seen, after, query)
    happened = reading.forward(seen.now, after=after, limit=MOST)
    told = happened[-1].place.version if len(happened) == MOST else seen.now.version
    return {"version": told, "events": answers.events(seen, happened)}


_UNBUFFERED = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


def _place(stream: str) -> Place:
    """A place for the asker; the web server tells which connection they wait at."""
    connection = request.environ.get("gunicorn.socket") or request.environ.get("werkzeug.socket")
    return services().live.admit(access.asker_id(), stream, connection)


def _awaited(seen: Seen, after: int, query: dict[str, Any]) -> Seen:
    """The game as soon as it has a later version, or when the time is over."""
    end = time.monotonic() + min(query["wait"], services().config.live_wait)
    place = _place(seen.now.id)
    try:
        heard: Heard = "news"
        while heard == "news" and (seen := access.look(seen.now.id, query.get("seat"))).game.version <= after:
            with services().gate.left():
                heard = place.wait(max(0.0, end - time.monotonic()))
    finally:
        place.leave()
    return seen


@dataclass(frozen=True)
class Listener:
    """Somebody who follows a game. No context of the request is held while nothing happens."""

    app: Flask
    place: Place
    user: User | None
    identified: Callable[[], User | None]
    """Who it is by now: see :func:`service.access.identification`."""
    stream: str
    query: dict[str, Any]
    locale: Any

    def told(self, after: int) -> Iterator[str]:
        """Facts as server-sent events; a comment when there was nothing for a while, so that proxies keep the line.

        Ends when the service stops, when the game is no longer open to the listener, when their session has ended or
        their token is void, and after a while anyway: the client comes back, and who it is is looked at again.
        """
        own: Services = self.app.extensions["daybook"]
        end = time.monotonic() + LONGEST
        yield "retry: 2000\n: following\n\n"
        while not own.live.stopped and time.monotonic() < end:
            try:
                news = self._news(after)
                for event in news:
                    yield f"id: {event['version']}\ndata: {msgspec.json.encode(event).decode()}\n\n"
                    after = event["version"]
                if len(news) == MOST:
                    continue
            except (UnknownGame, NotYours, NotLoggedIn):
                return
            except Unavailable:
                heard = self.place.wait(OUTAGE)
            else:
                heard = self.place.wait(own.config.live_wait)
                if heard == "nothing":
                    yield ": nothing new\n\n"
            if heard == "the end":
                return

    def _news(self, after: int) -> list[dict[str, Any]]:
        """What happened since, through the listener's eyes as they are now."""
        own: Services = self.app.extensions["daybook"]
        with own.gate.passed(), self.app.app_context(), force_locale(self.locale):
            if self.user is not None and self.identified() is None:
                raise NotLoggedIn
            seen = access.seen_by(self.user, self.stream, self.query.get("seat"), self.query.get("invite"))
            return answers.events(seen, reading.forward(seen.now, after=after, limit=MOST))
