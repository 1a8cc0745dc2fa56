"""Problem details (RFC 9457) for every error of the API."""

from __future__ import annotations

from typing import Any, NamedTuple

from flask import request
from flask_babel import lazy_gettext as _

from service.http.validation import in_words

MEDIA_TYPE = "application/problem+json"


class Kind(NamedTuple):
    """A type of problem: its status and its title."""

    status: int
    title: Any


KINDS: dict[str, Kind] = {
    "malformed": Kind(400, _("Malformed request")),
    "not-logged-in": Kind(401, _("Login required")),
    "not-yours": Kind(403, _("Access denied")),
    "suspended": Kind(403, _("Account suspended")),
    "other-origin": Kind(403, _("Request from another site")),
    "not-found": Kind(404, _("Not found")),
    "method-not-allowed": Kind(405, _("Method not allowed")),
    "too-slow": Kind(408, _("Request timeout")),
    "refused": Kind(409, _("Not possible now")),
    "not-your-turn": Kind(409, _("Not your turn")),
    "not-started": Kind(409, _("Game not started")),
    "game-over": Kind(409, _("Game over")),
    "name-taken": Kind(409, _("Name already taken")),
    "stale": Kind(412, _("Out of date")),
    "too-large": Kind(413, _("Too large")),
    "not-json": Kind(415, _("Unsupported content type")),
    "invalid": Kind(422, _("Invalid request")),
    "illegal-move": Kind(422, _("Illegal move")),
    "bad-pick": Kind(422, _("Choice not available")),
    "incomplete": Kind(422, _("Incomplete move")),
    "illegal-record": Kind(422, _("Invalid file")),
    "key-reused": Kind(422, _("Idempotency key already used")),
    "version-needed": Kind(428, _("Version required")),
    "too-many": Kind(429, _("Too many requests")),
    "internal": Kind(500, _("Something went wrong")),
    "unavailable": Kind(503, _("Service unavailable")),
}

RETRY_AFTER = 2
"""Seconds after which to retry, unless a better value is known."""


class Problem(Exception):
    """An error response: its kind, a plain explanation, and further members."""

    def __init__(self, kind: str, detail: str, **members: Any) -> None:
        super().__init__(kind, detail)
        self.kind = kind
        self.detail = detail
        self.members = members
        self.retry_after: int | None = RETRY_AFTER if KINDS[kind].status in (429, 503) else None

    @property
    def status(self) -> int:
        """The HTTP status."""
        return KINDS[self.kind].status

    def body(self) -> dict[str, Any]:
        """The problem details object."""
        described = {
            "type": f"/api/docs#{self.kind}",
            "title": str(KINDS[self.kind].title),
            "status": self.status,
            "detail": self.detail,
            "instance": request.path,
        }
        return described | self.members


def flattened(found: Any, path: str = "") -> list[dict[str, str]]:
    """Flatten nested validation messages into a list of places and faults."""
    if isinstance(found, dict):
        nested = [flattened(inner, f"{path}.{key}" if path else str(key)) for key, inner in found.items()]
        return [error for errors in nested for error in errors]
    texts = found if isinstance(found, list) else [found]
    return [{"path": path, "detail": in_words(str(text))} for text in texts]
