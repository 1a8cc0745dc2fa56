"""Live updates: server-sent events, and long polling on the same cursor, the version of the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from flask import Response, request, stream_with_context

from service import access
from service.access import Seen
from service.api import answers
from service.api.blueprint import Resource
from service.api.schemas_play import Following, NewsSchema
from service.services import services

blueprint = Resource(
    "events", __name__, url_prefix="/api/games/<stream:stream>", description="Live updates of a game or a branch"
)

EVENT_STREAM = "text/event-stream"


@blueprint.route("/events")
@blueprint.arguments(Following, location="query")
@blueprint.response(200, NewsSchema)
@blueprint.alt_response(200, schema={"type": "string"}, content_type=EVENT_STREAM, success=True)
def events(query: dict[str, Any], stream: str) -> Any:
    """What happens from now on, or after a version

    Asked for ``text/event-stream``: server-sent events, one for each fact, with the version as its id (Last-Event-ID
    goes on from there). Otherwise one answer: at once, or with ``wait`` as soon as there is news.
    """
    seen = access.look(stream, query.get("seat"))
    if EVENT_STREAM in request.headers.get("Accept", "") and "wait" not in query:
        after = request.headers.get("Last-Event-ID", type=int) or query.get("after", seen.game.version)
        lines = stream_with_context(_told(stream, query.get("seat"), after))
        return Response(lines, content_type=EVENT_STREAM, headers=_UNBUFFERED)
    after = query.get("after", seen.game.version)
    if "wait" in query and after >= seen.game.version:
        seen = _awaited(seen, after, query)
    return {"version": seen.game.version, "events": answers.events(seen, seen.game.records[after:])}


_UNBUFFERED = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


def _awaited(seen: Seen, after: int, query: dict[str, Any]) -> Seen:
    live = services().live
    live.listen()
    stream, seat = seen.game.id, query.get("seat")
    seen = access.look(stream, seat)
    if seen.game.version <= after and live.wait(stream, after, min(query["wait"], services().config.live_wait)):
        seen = access.look(stream, seat)
    return seen


def _told(stream: str, seat: int | None, after: int) -> Iterator[str]:
    """Facts as server-sent events; a comment when there was nothing for a while, so that proxies keep the line open."""
    live = services().live
    live.listen()
    yield "retry: 2000\n: following\n\n"
    while not live.stopped:
        seen = access.look(stream, seat)
        for event in answers.events(seen, seen.game.records[after:]):
            yield f"id: {event['version']}\ndata: {msgspec.json.encode(event).decode()}\n\n"
        after = max(after, seen.game.version)
        live.listen()
        if not live.wait(stream, after, services().config.live_wait):
            yield ": nothing new\n\n"
