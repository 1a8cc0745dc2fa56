"""Events of one game: server-sent events and long polling with the same cursor, the version of the game.

Requests wait on the event loop of the web server. The events of a fact are rendered once for all equal viewers, in one
thread for all listeners of a game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec
from flask import Flask, Response, current_app, request
from flask_babel import force_locale, get_locale

from projections.game_snapshot import Current
from service import auth, queries
from service.accounts.users import User
from service.api.blueprint import Resource
from service.api.sse import streams
from service.api.sse.streams import EVENT_STREAM, Updates
from service.auth import Forbidden, Unauthenticated
from service.container import Services
from service.presenters.history import events as event_presenter
from service.runtime.deferred import RequestCoalescer
from service.schemas.live import EventsQuery, NewEvents
from service.schemas.play import Event
from service.usecases.game_repository import UnknownGame

blueprint = Resource("events", __name__, url_prefix="/api/games/<stream:id>", description="Live updates of one game")

MOST = 500
"""The maximum of facts in one response, so that its size does not depend on the game's length."""

RENDERERS = 2
"""Threads that render events for listeners; they take turns with requests at admission control."""


@blueprint.route("/events")
@blueprint.arguments(EventsQuery, location="query")
@blueprint.returns(200, NewEvents)
@blueprint.alt_response(200, schema={"type": "string"}, content_type=EVENT_STREAM, success=True)
def events(query: dict[str, Any], id: str) -> NewEvents | Response:
    """Follow a game

    If you accept ``text/event-stream``, the response is a stream of server-sent events: one for each event of the game,
    with the version as its id. Otherwise there is one response: at once, or with ``wait`` as soon as there is an event.
    It contains at most 500 events; if there are more, ``version`` is that of the last one. Send it as ``after`` in the
    next request. The header Last-Event-ID takes precedence over ``after``.

    After a restore from a backup, the log may lack the version that you send. The response then comes at once, with
    ``"reset": true`` and the current version; a stream sends the same as an event of type ``reset``. Discard everything
    that you have stored about the game and load it again. The stream continues from the version in that event.
    """
    seen = auth.view_game(id, query.get("seat"))
    after = _after(query, request.environ.setdefault(_BEGUN, seen.now.version))
    if streams.wants_stream(query):
        listener = GameListener(seen.user, auth.credentials(), query.get("seat"), query.get("invite"), get_locale())
        coalescer: Coalescer = current_app.extensions["daybook.game_updates"]
        return streams.streamed(streams.place_for(id), lambda after: coalescer.answer(id, (listener, after)), after)
    if after > seen.now.version:
        return _reset(seen.now.version)
    if after == seen.now.version and (left := streams.left(query)) > 0.0:
        place = streams.place_for(id)
        seen = auth.view_game(id, query.get("seat"))
        if seen.now.version == after:
            return streams.asked_again(place, left)
        place.leave()
    if after > seen.now.version:
        return _reset(seen.now.version)
    happened = queries.forward(seen.now, after=after, limit=MOST)
    last = happened[-1].place.version if len(happened) == MOST else seen.now.version
    return NewEvents(last, event_presenter.events(seen, happened))


_BEGUN = "daybook.begun"
"""The environment key for the version at which a waiting request began: later events are new."""

_NO_VERSION = 10**9
"""Above all versions."""


def _after(query: dict[str, Any], default: int) -> int:
    """Return the version after which events are new to the request."""
    last = request.headers.get("Last-Event-ID", type=int)
    after: int = query.get("after", default) if last is None else last
    return max(0, min(after, _NO_VERSION))


@dataclass(frozen=True)
class GameListener:
    """A listener to a game. It holds no request context while it waits."""

    user: User | None
    identified: Callable[[], User | None]
    """Returns the present viewer: see :func:`service.auth.credentials`."""
    seat: int | None
    invite: str | None
    locale: Any


PendingRequest = tuple[GameListener, int]
"""A listener, and the version after which events are new to them."""

Coalescer = RequestCoalescer[PendingRequest, Updates]


def register(app: Flask) -> None:
    """Create the coalescer that renders updates for the listeners of this application."""
    app.extensions["daybook.game_updates"] = RequestCoalescer(partial(_updates, app), RENDERERS)


def _updates(app: Flask, stream: str, asked: Sequence[PendingRequest]) -> list[Updates | Exception]:
    """Return the updates for each listener, as the present viewer; an exception for those without access."""
    own: Services = app.extensions["daybook"]
    found: dict[object, Updates] = {}
    with own.admission_control.admitted(), app.app_context():
        try:
            now = queries.current(stream)
            if now.version > min(after for _, after in asked):
                now = queries.replayed(stream)  # read models show events a little later
        except UnknownGame as error:
            return [error] * len(asked)
        return [_updates_for(now, listener, after, found) for listener, after in asked]


def _updates_for(now: Current, listener: GameListener, after: int, found: dict[object, Updates]) -> Updates | Exception:
    """Return the updates for equal viewers, rendered once by ``found``."""
    try:
        if listener.user is not None and listener.identified() is None:
            raise Unauthenticated
        seen = auth.seen_by(listener.user, now, listener.seat, listener.invite)
    except (UnknownGame, Forbidden, Unauthenticated) as error:
        return error
    eyes = (seen.viewer, after, str(listener.locale))
    if now.version < after:
        return Updates(streams.reset(now.version, _reset(now.version)), now.version)
    if now.version == after:
        return Updates(b"", after)
    if eyes not in found:
        with force_locale(listener.locale):
            happened = queries.by_replay(queries.game_of(now), range(after + 1, now.version + 1)[:MOST])
            events = event_presenter.events(seen, happened)
        found[eyes] = Updates(b"".join(map(_sent, events)), events[-1].version, len(events) == MOST)
    return found[eyes]


def _reset(version: int) -> NewEvents:
    """Return the response to a version that the log does not have."""
    return NewEvents(version, [], reset=True)


def _sent(event: Event) -> bytes:
    return b"id: %d\ndata: %b\n\n" % (event.version, msgspec.json.encode(event))
