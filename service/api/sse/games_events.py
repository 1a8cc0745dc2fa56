"""Events of several games in one stream: their versions, and how often their chats have changed.

All pages of a browser share this stream.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, NamedTuple

import msgspec
from flask import Flask, Response, current_app
from msgspec import UNSET

from projections.game_snapshot import Current
from service import auth, queries
from service.accounts.users import User
from service.api.blueprint import Resource
from service.api.sse import streams
from service.api.sse.streams import EVENT_STREAM, Updates
from service.auth import Unauthenticated
from service.container import Services
from service.presenters import chat
from service.runtime.deferred import RequestCoalescer
from service.runtime.pubsub import of_chat
from service.schemas.live import Followed, GamesEventsQuery, Version, Versions
from service.usecases.game_repository import UnknownGame

blueprint = Resource(
    "games_events", __name__, url_prefix="/api/games/events", description="Live updates of several games"
)


class GameProgress(NamedTuple):
    """The version of a game (None without access) and, if requested, the number of changes to its chat."""

    version: int | None = None
    chat: int | None = None


States = Mapping[str, GameProgress]
"""The known state of each game."""


@blueprint.route("")
@blueprint.arguments(GamesEventsQuery, location="query")
@blueprint.returns(200, Versions)
@blueprint.alt_response(200, schema={"type": "string"}, content_type=EVENT_STREAM, success=True)
def games_events(query: dict[str, Any]) -> Versions | Response:
    """Follow several games

    For each game, send the version that you have. The response lists the games that have changed since, with their
    versions. The version is null for a game that you cannot see, or that does not exist. Request the game for details.
    For the games that you send in ``chat``, the response also says how often their chat has changed, if that differs.
    Request the chat for its messages. If you accept ``text/event-stream``, the response is a stream of server-sent
    events. Otherwise there is one response: at once, or with ``wait`` as soon as something changes. All open pages of a
    browser can share one such stream.

    After a restore from a backup, the log may lack a version or a chat change that you send. The response then comes at
    once and marks the game with ``"reset": true``. Discard everything that you have stored about the game and load it
    again.
    """
    chats = {heard.stream: heard.changes for heard in query["chat"]}
    games = {game.stream: game._replace(chat=chats.get(game.stream)) for game in query["games"]}
    known: States = {game.stream: GameProgress(game.version, game.chat) for game in games.values()}
    topics = [*games, *(of_chat(stream) for stream in chats if stream in games)]
    if streams.wants_stream(query):
        listener = GamesListener(auth.current_user(), auth.credentials(), games)
        coalescer: Coalescer = current_app.extensions["daybook.games_updates"]

        async def ask(known: States) -> Updates:
            found = await coalescer.answer("versions", (listener, known))
            return Updates(_sent(found, known), {**known, **found})

        return streams.streamed(streams.place_for(*topics), ask, known)
    found = _found(auth.current_user(), games, known, _sources(games.values()))
    if not found and (left := streams.left(query)) > 0.0:
        place = streams.place_for(*topics)
        found = _found(auth.current_user(), games, known, _sources(games.values()))
        if not found:
            return streams.asked_again(place, left)
        place.leave()
    return _shown(found, known)


@dataclass(frozen=True)
class GamesListener:
    """A listener to several games. It holds no request context while it waits."""

    user: User | None
    identified: Callable[[], User | None]
    """Returns the present viewer: see :mod:`service.auth.credentials`."""
    games: Mapping[str, Followed]


PendingRequest = tuple[GamesListener, States]
"""A listener, and the states that they know."""

Coalescer = RequestCoalescer[PendingRequest, States]


def register(app: Flask) -> None:
    """Create the coalescer that finds updates for listeners to several games."""
    app.extensions["daybook.games_updates"] = RequestCoalescer(partial(_updates, app), 1)


def _updates(app: Flask, _: str, asked: Sequence[PendingRequest]) -> list[States | Exception]:
    own: Services = app.extensions["daybook"]
    with own.admission_control.admitted(), app.app_context():
        # A game with many listeners is looked up once for all of them.
        look_up = _sources([game for listener, _ in asked for game in listener.games.values()])
        return [_news_for(listener, known, look_up) for listener, known in asked]


def _news_for(listener: GamesListener, known: States, look_up: Sources) -> States | Exception:
    user = listener.identified() if listener.user is not None else None
    if listener.user is not None and user is None:
        return Unauthenticated()
    return _found(user, listener.games, known, look_up)


def _current(stream: str) -> Current | None:
    """Return the current state of a game; None if it does not exist."""
    try:
        return queries.current(stream)
    except UnknownGame:
        return None


class Sources(NamedTuple):
    """The sources of the games' current versions and of the chats' change counts."""

    current: Callable[[str], Current | None]
    changes: Mapping[str, int]


def _sources(games: Iterable[Followed]) -> Sources:
    chats = {game.stream for game in games if game.chat is not None}
    return Sources(cache(_current), chat.changes(chats) if chats else {})


def _found(user: User | None, games: Mapping[str, Followed], known: States, look_up: Sources) -> States:
    """Return the differences from the known states. Games without access look alike, whatever version was guessed."""
    found = {stream: _state(user, game, look_up) for stream, game in games.items()}
    return {stream: state for stream, state in found.items() if state != known[stream]}


def _state(user: User | None, game: Followed, look_up: Sources) -> GameProgress:
    """Return a game's state for the viewer; without access, nothing about its chat either."""
    now = look_up.current(game.stream)
    if now is None or not auth.visible_to(user, now, game.invite):
        return GameProgress()
    return GameProgress(now.version, None if game.chat is None else look_up.changes[game.stream])


def _shown(found: States, known: States) -> Versions:
    return Versions([_version(stream, state, known[stream]) for stream, state in found.items()])


def _version(stream: str, state: GameProgress, known: GameProgress) -> Version:
    return Version(
        id=stream,
        version=state.version,
        chat=UNSET if state.chat is None else state.chat,
        reset=True if _has_lost(state, known) else UNSET,
    )


def _has_lost(state: GameProgress, known: GameProgress) -> bool:
    """Return whether the game or its chat lacks a version or change that the viewer knows."""
    return any(now is not None and now < (before or 0) for now, before in zip(state, known, strict=True))


def _sent(found: States, known: States) -> bytes:
    return b"data: %b\n\n" % msgspec.json.encode(_shown(found, known)) if found else b""
