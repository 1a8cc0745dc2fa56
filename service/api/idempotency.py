"""Idempotency-Key: a write that is sent again gets the first answer, and nothing happens twice.

Answers are kept per actor and key. Visitors have no name to tell them apart by, and many take the same simple keys, so
each of their requests is an actor of its own: only who sends the very same again, password and all, gets its answer.

What makes a write take effect only once is not the kept answer but the command id
made from the key: it goes to the log with whatever is written there, and new streams and tokens are found again by it.
So a process that dies between the effect and the answer leaves nothing that a repetition could double.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import msgspec
from flask import Flask, Response, g, request
from flask_babel import gettext

from service.access import asker
from service.services import services
from service.web.problems import Problem

HEADER = "Idempotency-Key"
KEPT = timedelta(days=7)
"""How long an answer can be asked for again."""

_KEY = re.compile(r"[\x21-\x7e]{1,200}")
_SAFE = ("GET", "HEAD", "OPTIONS")
_UNDECIDED = (401, 413, 415, 428, 429)
"""Answers that say nothing about the request itself: sending it again is no repetition. What visitors are refused is
not kept either: they could fill the database with it."""

_VISITOR = "visitor:"
_REPLAYED_HEADERS = ("Content-Type", "ETag", "Location")
_INSERT = (
    "INSERT INTO answers (actor, idempotency_key, fingerprint, status, headers, body, created_at) "
    "VALUES (:actor, :key, :fingerprint, :status, :headers, :body, :now) ON CONFLICT DO NOTHING"
)
_SELECT = "SELECT fingerprint, status, headers, body FROM answers WHERE actor = :actor AND idempotency_key = :key"
_FORGET = "DELETE FROM answers WHERE created_at < :before"

WITHOUT_ANSWERS = {"session.log_in", "session.log_out"}
"""Endpoints whose answer is the cookie; they can be repeated anyway."""


def register(app: Flask) -> None:
    """Look at the key before each write of the API, and keep the answer after it."""
    app.before_request(_replay)
    app.after_request(_keep)


def command_id(actor: str) -> str:
    """The id of what this request does: made from the actor and the key, so that nobody else can have it."""
    key = request.headers.get(HEADER)
    if key is None:
        return uuid4().hex
    return hashlib.sha256(f"{actor}\n{key}".encode()).hexdigest()[:32]


def keep_instead(answer: object) -> None:
    """Keep this answer for repetitions, because the true one holds something that is shown only once."""
    g.kept_answer = msgspec.json.encode(answer)


def _applies() -> bool:
    return request.method not in _SAFE and request.path.startswith("/api/") and HEADER in request.headers


def _replay() -> Response | None:
    if not _applies() or request.endpoint in WITHOUT_ANSWERS:
        return None
    key = request.headers[HEADER]
    if not _KEY.fullmatch(key):
        raise Problem("invalid", gettext("An Idempotency-Key is 1 to 200 printable ASCII characters without spaces."))
    g.fingerprint = _fingerprint()
    user = asker()
    g.actor = user.id if user else f"{_VISITOR}{g.fingerprint}"
    with services().storage.database.reading() as rows:
        found = rows.execute(_SELECT, {"actor": g.actor, "key": key})
    if not found:
        return None
    if found[0]["fingerprint"] != g.fingerprint:
        raise Problem("key-reused", gettext("This Idempotency-Key was sent with another request. Choose a new key."))
    g.replayed = True
    headers = msgspec.json.decode(found[0]["headers"], type=dict[str, str])
    return Response(found[0]["body"], int(found[0]["status"]), headers={**headers, "Idempotency-Replayed": "true"})


def _keep(response: Response) -> Response:
    if "fingerprint" not in g or "replayed" in g or response.status_code >= 500:
        return response
    if response.status_code in _UNDECIDED or (g.actor.startswith(_VISITOR) and response.status_code >= 400):
        return response
    kept = {name: response.headers[name] for name in _REPLAYED_HEADERS if name in response.headers}
    answer = {
        "actor": g.actor,
        "key": request.headers[HEADER],
        "fingerprint": g.fingerprint,
        "status": response.status_code,
        "headers": msgspec.json.encode(kept).decode(),
        "body": g.get("kept_answer", response.get_data()).decode(),
        "now": datetime.now(UTC).isoformat(),
    }
    with services().storage.database.relaxed() as rows:
        rows.execute(_INSERT, answer)
        rows.execute(_FORGET, {"before": (datetime.now(UTC) - KEPT).isoformat()})
    return response


def _fingerprint() -> str:
    """A keyed hash of the request, so that kept ones tell nothing about passwords they were sent with."""
    parts = (request.method, request.full_path, request.content_type or "")
    message = "\n".join(parts).encode() + b"\n" + request.get_data()
    return hmac.new(services().config.secret_key.encode(), message, hashlib.sha256).hexdigest()
