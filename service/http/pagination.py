"""Opaque cursors for pagination."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any, TypeVar

import msgspec
from flask_babel import gettext

from service.http.problems import Problem

Place = TypeVar("Place")


def encode_cursor(place: object) -> str:
    """Return the cursor of a position."""
    return urlsafe_b64encode(msgspec.json.encode(place)).decode().rstrip("=")


def decode_cursor(cursor: str | None, start: Place, shape: Any) -> Place:
    """Return the position of a cursor, or the start without one. Raise Problem for an invalid cursor."""
    if cursor is None:
        return start
    try:
        place: Place = msgspec.json.decode(urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)), type=shape)
    except (ValueError, msgspec.MsgspecError, RecursionError) as error:
        raise invalid_cursor() from error
    if not _can_be_stored(place):
        raise invalid_cursor()
    return place


def invalid_cursor() -> Problem:
    """Return the problem for an invalid cursor."""
    return Problem("invalid", gettext("This cursor is invalid. Start again without a cursor."))


def require_within(place: int, version: int) -> None:
    """Raise Problem for a position that a log does not have, for instance after a backup was restored."""
    if place > version:
        detail = gettext(
            "This cursor is ahead of the log. The log may have been restored from a backup. Start again without a "
            "cursor."
        )
        raise Problem("invalid", detail)


def _can_be_stored(place: object) -> bool:
    """Return whether a database can store the values: no numbers of more than 64 bits, no NUL."""
    match place:
        case int():
            return abs(place) < 2**63
        case str():
            return "\0" not in place
        case tuple():
            return all(map(_can_be_stored, place))
    return False
