"""Where a page of a listing ends, as text that clients only hand back."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any, TypeVar

import msgspec
from flask_babel import gettext

from service.api.problems import Problem

Place = TypeVar("Place")


def sealed(place: object) -> str:
    """The cursor of a place."""
    return urlsafe_b64encode(msgspec.json.encode(place)).decode().rstrip("=")


def opened(cursor: str | None, start: Place, shape: Any) -> Place:
    """The place of a cursor, or the start where there is none; a text that is no cursor is a Problem."""
    if cursor is None:
        return start
    try:
        place: Place = msgspec.json.decode(urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)), type=shape)
    except (ValueError, msgspec.MsgspecError) as error:
        raise Problem("invalid", gettext("The cursor is not one that was handed out here.")) from error
    return place
