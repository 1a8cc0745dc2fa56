"""Idempotency-Key: a repeated write gets the first response and has no further effect.

Responses are stored per actor and key. Visitors have no identity, and many use the same simple keys, so each of their
requests is a separate actor: only a sender of exactly the same request, including the password, gets the stored
response. The command id made from the key, not the stored response, ensures that a write takes effect only once: the id
is stored in the log with the write, and identifies new streams and tokens. So if a process dies between an effect and
its response, repeating the request does not repeat the effect. Responses to moves are stored in the transaction of the
move.
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
"""Responses that say nothing about the request itself, so that sending it again is not a repetition. Refusals to
visitors are not stored either: visitors could fill the database with them.
"""

_VISITOR = "visitor:"
_REPLAYED_HEADERS = ("Content-Type", "ETag", "Location")

WITHOUT_ANSWERS = {"session.log_in", "session.log_out", "session.delete_account"}
"""Endpoints whose response is the cookie, or which have no user to repeat it; they are repeatable anyway."""


def register(app: Flask) -> None:
    """Look up the key before each API write, and store the response afterwards."""
    app.before_request(_replay)
    app.after_request(_keep)
    app.teardown_request(lambda error: mentions.end())


def command_id(actor: str) -> str:
    """Return the id of this request's effect, derived from the actor and the key so that no other user's request can
    have the same id.
    """
    if HEADER not in request.headers:
        return uuid4().hex
    return hashlib.sha256(f"{actor}\n{key()}".encode()).hexdigest()[:32]


def keep_instead(answer: object) -> None:
    """Store this response for repeated requests, because the real response contains something that is shown
    only once.
    """
    g.kept_answer = msgspec.json.encode(answer)


def keeping_response(response: Response) -> list[Statement]:
    """Return the SQL statements that store this response together with its write; empty without a key."""
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
        raise Problem(
            "invalid", gettext("An Idempotency-Key must be 1 to 200 printable ASCII characters without spaces.")
        )
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
    with services().storage.database.async_commit() as rows:  # one round trip
        for statement, params in _keeping(response):
            rows.execute_many(statement, [params])
    return response


def _keeping(response: Response) -> list[Statement]:
    headers = {name: response.headers[name] for name in _REPLAYED_HEADERS if name in response.headers}
    body = g.get("kept_answer", response.get_data()).decode()
    answer = StoredResponse(g.fingerprint, response.status_code, headers, body)
    return idempotency_store.keeping(g.actor, key(), answer, mentions.noted())


def _fingerprint() -> str:
    """Return a keyed hash of the request, so that a stored one reveals no password."""
    parts = (request.method, request.full_path, request.content_type or "")
    message = "\n".join(parts).encode() + b"\n" + request.get_data()
    return hmac.new(services().config.secret_key.encode(), message, hashlib.sha256).hexdigest()
