"""Idempotency-Key: a repeated write gets the first response and has no further effect.

Answers are kept per actor and key. Visitors have no name to tell them apart by, and many take the same simple keys, so
each of their requests is an actor of its own: only who sends the very same again, password and all, gets its answer.

What makes a write take effect only once is not the kept answer but the command id
made from the key: it goes to the log with whatever is written there, and new streams and tokens are found again by it.
So a process that dies between an effect and its answer leaves nothing that a repetition could double; the answers to
moves are kept in the transaction of the move.
"""

from __future__ import annotations

import hashlib
import hmac
from uuid import uuid4

import msgspec
from flask import Flask, Response, g, request
from flask_babel import gettext

from service.accounts import idempotency_store, mentions
from service.accounts.idempotency_store import StoredResponse
from service.auth import current_user, replayed_response
from service.auth.idempotency_key import HEADER, key
from service.container import services
from service.http.problems import Problem
from service.storage import Statement

_SAFE = ("GET", "HEAD", "OPTIONS")
_UNDECIDED = (401, 413, 415, 428, 429)
"""Answers that say nothing about the request itself: sending it again is no repetition. What visitors are refused is
not kept either: they could fill the database with it."""

_VISITOR = "visitor:"
_REPLAYED_HEADERS = ("Content-Type", "ETag", "Location")

WITHOUT_ANSWERS = {"session.log_in", "session.log_out", "session.leave"}
"""Endpoints whose answer is the cookie, or which nobody is there to repeat; they can be repeated anyway."""


def register(app: Flask) -> None:
    """Look at the key before each write of the API, and keep the answer after it."""
    app.before_request(_replay)
    app.after_request(_keep)
    app.teardown_request(lambda error: mentions.end())


def command_id(actor: str) -> str:
    """The id of what this request does: made from the actor and the key, so that nobody else can have it."""
    if HEADER not in request.headers:
        return uuid4().hex
    return hashlib.sha256(f"{actor}\n{key()}".encode()).hexdigest()[:32]


def keep_instead(answer: object) -> None:
    """Keep this answer for repetitions, because the true one holds something that is shown only once."""
    g.kept_answer = msgspec.json.encode(answer)


def keeping_response(response: Response) -> list[Statement]:
    """What keeps this answer, for the transaction of what it tells; nothing where no key was sent."""
    if "fingerprint" not in g:
        return []
    g.stored_response = response
    return _keeping(response)


def _applies() -> bool:
    return request.method not in _SAFE and request.path.startswith("/api/") and HEADER in request.headers


def _replay() -> Response | None:
    if not _applies() or request.endpoint in WITHOUT_ANSWERS:
        return None
    if not key():
        raise Problem("invalid", gettext("An Idempotency-Key is 1 to 200 printable ASCII characters without spaces."))
    mentions.begin()
    g.fingerprint = _fingerprint()
    user = current_user()
    g.actor = user.id if user else f"{_VISITOR}{g.fingerprint}"
    before = replayed_response() if user else idempotency_store.given(services().storage.database, g.actor, key())
    if before is None:
        return None
    if before.fingerprint != g.fingerprint:
        raise Problem("key-reused", gettext("This Idempotency-Key was sent with another request. Choose a new key."))
    g.replayed = True
    return Response(before.body, before.status, headers={**before.headers, "Idempotency-Replayed": "true"})


def _keep(response: Response) -> Response:
    if "fingerprint" not in g or "replayed" in g or response is g.get("stored_response") or response.status_code >= 500:
        return response
    if response.status_code in _UNDECIDED or (g.actor.startswith(_VISITOR) and response.status_code >= 400):
        return response
    with services().storage.database.async_commit() as rows:  # One round trip.
        for statement, params in _keeping(response):
            rows.execute_many(statement, [params])
    return response


def _keeping(response: Response) -> list[Statement]:
    headers = {name: response.headers[name] for name in _REPLAYED_HEADERS if name in response.headers}
    body = g.get("kept_answer", response.get_data()).decode()
    answer = StoredResponse(g.fingerprint, response.status_code, headers, body)
    return idempotency_store.keeping(g.actor, key(), answer, mentions.noted())


def _fingerprint() -> str:
    """A keyed hash of the request, so that kept ones tell nothing about passwords they were sent with."""
    parts = (request.method, request.full_path, request.content_type or "")
    message = "\n".join(parts).encode() + b"\n" + request.get_data()
    return hmac.new(services().config.secret_key.encode(), message, hashlib.sha256).hexdigest()
