"""Events of all games of one user in one stream: their versions, and whose turn it is.

The events come from the lists of games, which are slightly delayed. The cursor is the time at which the last reported
game changed. Clocks differ, and an earlier write may become visible later, so changes shortly before the cursor are
read again; the cursor marks the changes that were already reported.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import msgspec
from flask import Flask, Response, current_app, request
from msgspec import UNSET

from projections import game_list
from projections.db_protocol import timestamp
from projections.game_list import ListedGame
from service import auth
from service.accounts.users import User
from service.api.blueprint import Resource
from service.api.sse import streams
from service.api.sse.streams import EVENT_STREAM, Updates
from service.auth import Unauthenticated
from service.container import Services, services
from service.http import pagination
from service.runtime.deferred import RequestCoalescer
from service.runtime.pubsub import Subscription, of_person
from service.schemas.live import ChangedGame, ChangedGames, UserEventsQuery

blueprint = Resource("user_events", __name__, url_prefix="/api/events", description="Live updates of your games")

MOST = 500
"""The maximum of games in one response; the latest, if there are more."""

OVERLAP = timedelta(seconds=10)
"""The time before the cursor within which changes may have been missed."""

LATE = 0.5
"""Seconds after which a long poll reads late lists again."""

Cursor = tuple[str, str]
"""The time at which the last reported game changed, and a mark of all that had changed shortly before."""

_FIRST: Cursor = ("", "")
"""The cursor before any report."""


@blueprint.route("")
@blueprint.arguments(UserEventsQuery, location="query")
@blueprint.returns(200, ChangedGames)
@blueprint.alt_response(200, schema={"type": "string"}, content_type=EVENT_STREAM, success=True)
def user_events(query: dict[str, Any]) -> ChangedGames | Response:
    """Follow your games

    These are the games that you play or host. Each entry gives the game's version and says whose turn it is; request
    the game for details. If you accept ``text/event-stream``, the response is a stream of server-sent events, which you
    can resume with Last-Event-ID. Otherwise there is one response: at once, or with ``wait`` as soon as a game changes.
    Set ``after`` to the ``cursor`` of the previous response. Without it, you get all your unfinished games, up to 500.
    Recent changes may be repeated.

    After a restore from a backup, the cursor may be ahead of the log. The response then comes at once, with ``"reset":
    true`` and all your unfinished games; a stream sends the same as an event of type ``reset``. Discard everything that
    you have stored about your games. (You also get a reset if you have left the game that changed last.)
    """
    user = auth.required_user()
    cursor = _opened(request.headers.get("Last-Event-ID") or query.get("after"))
    if streams.wants_stream(query):
        place, identified = _place(user), auth.credentials()
        coalescer: Coalescer = current_app.extensions["daybook.user_updates"]

        async def ask(cursor: Cursor) -> Updates:
            found = await coalescer.answer(of_person(user.id), (identified, cursor))
            more = place.listen_also(table.stream for table in found.tables)
            return Updates(_sent(found, user), found.cursor, more, found.behind)

        return streams.streamed(place, ask, cursor)
    found = _found(user, cursor)
    if not found.is_news and (left := streams.left(query)) > 0.0:
        place = _place(user)
        found = _found(user, cursor)
        if not found.is_news:
            return streams.asked_again(place, min(left, LATE) if found.behind else left)
        place.leave()
    return _shown(found, user)


def _opened(given: str | None) -> Cursor:
    """Decode a cursor. Raise Problem for any other text."""
    cursor: Cursor = pagination.decode_cursor(given, _FIRST, Cursor)
    try:
        _before(cursor[0])
    except (ValueError, OverflowError) as error:
        raise pagination.invalid_cursor() from error
    return cursor


def _before(moment: str) -> str:
    """Return a time shortly before another."""
    return timestamp(datetime.fromisoformat(moment) - OVERLAP) if moment else ""


def _place(user: User) -> Subscription:
    """Return a subscription to all running games of a user, and to their joining others."""
    with services().storage.database.reading() as rows:
        playing = game_list.find(rows, user.id, "playing", limit=MOST)
    return streams.place_for(of_person(user.id), *(table.stream for table in playing))


# --------------------------------------------------------------------------------------------------------------------
# Finding updates
# --------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Found:
    """Games that have changed, the next cursor, and whether the lists lag behind."""

    tables: list[ListedGame]
    cursor: Cursor
    behind: bool
    reset: bool = False
    """Whether the lists lack what the cursor refers to; then these are all games, from the start."""

    @property
    def is_news(self) -> bool:
        """Whether there is something to report."""
        return bool(self.tables) or self.reset


PendingRequest = tuple[Callable[[], User | None], Cursor]
"""The current user, and the cursor after which they ask."""

Coalescer = RequestCoalescer[PendingRequest, Found]


def register(app: Flask) -> None:
    """Create the coalescer that finds updates for listeners to all of a user's games."""
    app.extensions["daybook.user_updates"] = RequestCoalescer(partial(_updates, app), 1)


def _updates(app: Flask, _: str, asked: Sequence[PendingRequest]) -> list[Found | Exception]:
    own: Services = app.extensions["daybook"]
    with own.admission_control.admitted(), app.app_context():
        return [_news_for(identified(), cursor) for identified, cursor in asked]


def _news_for(user: User | None, cursor: Cursor) -> Found | Exception:
    return Unauthenticated() if user is None else _found(user, cursor)


def _found(user: User, cursor: Cursor) -> Found:
    """Return the games that have changed since."""
    storage, (moment, _) = services().storage, cursor
    with storage.database.reading() as rows:
        behind = storage.tracking.position(rows, "tables") < storage.tracking.end(rows)
        if moment:
            found = game_list.changed_since(rows, user.id, _before(moment), MOST)
        else:
            found = game_list.find(rows, user.id, "playing", limit=MOST)
    if moment and not behind and all(table.updated_at < moment for table in found):
        return replace(_found(user, _FIRST), reset=True)
    reached = max([moment, *(table.updated_at for table in found)])
    cursor_now = (reached, _mark(table for table in found if table.updated_at > _before(reached)))
    return Found([] if cursor_now == cursor else found, cursor_now if found else cursor, behind)


def _mark(found: Iterable[ListedGame]) -> str:
    versions = sorted((table.stream, table.version) for table in found)
    return hashlib.sha256(msgspec.json.encode(versions)).hexdigest()[:16]


def _shown(found: Found, user: User) -> ChangedGames:
    games = [_game(table, user) for table in found.tables]
    return ChangedGames(pagination.encode_cursor(found.cursor), games, True if found.reset else UNSET)


def _game(table: ListedGame, user: User) -> ChangedGame:
    acting = [seat for seat in table.seats if seat.to_act is not None]
    return ChangedGame(
        id=table.stream,
        version=table.version,
        phase=table.phase,
        to_act=[seat.seat for seat in acting],
        your_turn=any(seat.user == user.id for seat in acting),
    )


def _sent(found: Found, user: User) -> bytes:
    if not found.is_news:
        return b""
    shown = _shown(found, user)
    if found.reset:
        return streams.reset(shown.cursor, shown)
    return b"id: %b\ndata: %b\n\n" % (shown.cursor.encode(), msgspec.json.encode(shown))
