"""Live updates of several games on one line: which version each has. The pages of a browser share it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import msgspec
from flask import Flask, current_app

from projections.current import Current
from service import access, reading
from service.access import NotLoggedIn
from service.api.blueprint import Resource
from service.api.live import listening
from service.api.live.listening import EVENT_STREAM, News
from service.people.accounts import User
from service.process.later import Together
from service.services import Services
from service.usecases.games import UnknownGame
from service.web.schemas.live import Followed, FollowingSeveral, VersionsSchema

blueprint = Resource("games_events", __name__, url_prefix="/api/games/events", description="Live updates of some games")

Versions = Mapping[str, int | None]
"""The version of each game that the asker knows; None for one that they know to be closed to them."""


@blueprint.route("")
@blueprint.arguments(FollowingSeveral, location="query")
@blueprint.response(200, VersionsSchema)
@blueprint.alt_response(200, schema={"type": "string"}, content_type=EVENT_STREAM, success=True)
def games_events(query: dict[str, Any]) -> Any:
    """That something happened in some games

    Of each of them that is not at the version you name any more its version, and null once you may not see it (or where
    it is none): ask the game for more. Asked for ``text/event-stream``: server-sent events. Otherwise one answer: at
    once, or with ``wait`` as soon as there is news. Pages that are open in the same browser can share one line so.
    """
    games: dict[str, Followed] = {game.stream: game for game in query["games"]}
    known: Versions = {game.stream: game.version for game in games.values()}
    if listening.wants_stream(query):
        listener = Listener(access.asker(), access.identification(), games)
        telling: Telling = current_app.extensions["daybook.telling_versions"]

        async def ask(known: Versions) -> News:
            found = await telling.answer("versions", (listener, known))
            return News(_sent(found), {**known, **found})

        return listening.streamed(listening.place_for(*games), ask, known)
    found = _found(access.asker(), games, known)
    if not found and (left := listening.left(query)) > 0.0:
        place = listening.place_for(*games)
        found = _found(access.asker(), games, known)
        if not found:
            return listening.asked_again(place, left)
        place.leave()
    return _shown(found)


@dataclass(frozen=True)
class Listener:
    """Somebody who follows these games. No context of the request is held while nothing happens."""

    user: User | None
    identified: Callable[[], User | None]
    """Who it is by now: see :func:`service.access.identification`."""
    games: Mapping[str, Followed]


Asked = tuple[Listener, Versions]
"""Who asks what is new, and what they know."""

LookUp = Callable[[str], Current | None]

Telling = Together[Asked, Versions]


def register(app: Flask) -> None:
    """Make what finds out news for those who follow several games."""
    app.extensions["daybook.telling_versions"] = Together(partial(_news, app), 1)


def _news(app: Flask, _: str, asked: Sequence[Asked]) -> list[Versions | Exception]:
    own: Services = app.extensions["daybook"]
    with own.gate.passed(), app.app_context():
        # A game that many follow is looked up once for all of them.
        look_up = cache(_current)
        return [_news_for(listener, known, look_up) for listener, known in asked]


def _news_for(listener: Listener, known: Versions, look_up: LookUp) -> Versions | Exception:
    user = listener.identified() if listener.user is not None else None
    if listener.user is not None and user is None:
        return NotLoggedIn()
    return _found(user, listener.games, known, look_up)


def _current(stream: str) -> Current | None:
    """A game as it is now; None where there is none."""
    try:
        return reading.current(stream)
    except UnknownGame:
        return None


def _found(user: User | None, games: Mapping[str, Followed], known: Versions, look_up: LookUp = _current) -> Versions:
    """What is otherwise than they know. Games that they may not see all look alike, whatever version was guessed."""
    found = {stream: _version(user, game, look_up(stream)) for stream, game in games.items()}
    return {stream: version for stream, version in found.items() if version != known[stream]}


def _version(user: User | None, game: Followed, now: Current | None) -> int | None:
    """The version of a game that they may see."""
    return now.version if now is not None and access.visible_to(user, now, game.invite) else None


def _shown(found: Versions) -> dict[str, Any]:
    return {"games": [{"id": stream, "version": version} for stream, version in found.items()]}


def _sent(found: Versions) -> bytes:
    return b"data: %b\n\n" % msgspec.json.encode(_shown(found)) if found else b""
