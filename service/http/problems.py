"""Problem details (RFC 9457) for every error of the API."""

from __future__ import annotations

from typing import Any, NamedTuple

from flask import request
from flask_babel import lazy_gettext as _

MEDIA_TYPE = "application/problem+json"


class Kind(NamedTuple):
    """A type of problem: its status and its title."""

    status: int
    title: Any


KINDS: dict[str, Kind] = {
    "malformed": Kind(400, _("The request cannot be read")),
    "not-logged-in": Kind(401, _("Log in first")),
    "not-yours": Kind(403, _("This is not yours")),
    "suspended": Kind(403, _("This account is closed")),
    "other-origin": Kind(403, _("The request came from another site")),
    "not-found": Kind(404, _("There is nothing here")),
    "method-not-allowed": Kind(405, _("This cannot be done here")),
    "too-slow": Kind(408, _("The request did not come in time")),
    "refused": Kind(409, _("This is not possible now")),
    "not-your-turn": Kind(409, _("It is not your turn")),
    "not-started": Kind(409, _("The game has not started")),
    "game-over": Kind(409, _("The game is over")),
    "name-taken": Kind(409, _("This name is taken")),
    "stale": Kind(412, _("Something happened since")),
    "too-large": Kind(413, _("This is too large")),
    "not-json": Kind(415, _("The content type is not supported")),
    "invalid": Kind(422, _("The request does not fit its description")),
    "illegal-move": Kind(422, _("The rules do not allow this move")),
    "bad-pick": Kind(422, _("This is not on offer")),
    "incomplete": Kind(422, _("More is to be decided")),
    "illegal-record": Kind(422, _("The file is not right")),
    "key-reused": Kind(422, _("The idempotency key was used for another request")),
    "version-needed": Kind(428, _("Say which version you saw")),
    "too-many": Kind(429, _("Too many attempts")),
    "internal": Kind(500, _("Something went wrong here")),
    "unavailable": Kind(503, _("This cannot be done at the moment")),
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
    told = found if isinstance(found, list) else [found]
    return [{"path": path, "detail": str(text)} for text in told]
