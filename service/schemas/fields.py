"""Fields and validators that several schemas share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from marshmallow import Schema, ValidationError, fields, validate

from domain.game import Viewer
from service import user_text
from service.accounts.name_keys import require_own_looks
from service.accounts.passwords import opaque
from service.http import messages
from service.schemas.from_struct import about
from service.user_text import Kind, Unfit

LARGEST_VERSION = 10**9 - 1

A_GAME = "c693d8d0e87be395842f0e087a164235"
"""An id to show in examples."""


def described(words: str, example: Any) -> dict[str, Any]:
    """Return the metadata of a field: its description and an example."""
    return {"description": words, "examples": [example]}


def game_object(words: str, example: Any, **settings: Any) -> fields.Raw:
    """Part of a game, described by its ruleset."""
    return fields.Raw(metadata={"type": "object", **described(words, example)}, **settings)


def moment(words: str) -> fields.Raw:
    """The time of an event."""
    return fields.Raw(
        required=True,
        metadata={
            "type": "string",
            "format": "date-time",
            **described(words, "2026-03-01T19:30:00+00:00"),
        },
    )


def viewer_field(**settings: Any) -> fields.Raw:
    """The viewer of a game."""
    about = described("The viewer: the number of a seat, `spectator`, or `auditor` for finished games", 0)
    return fields.Raw(metadata={"type": ["integer", "string"], **about}, **settings)


ShownTo = Annotated[
    Viewer,
    about(
        "The viewer: the number of a seat, `spectator`, or `auditor` for finished games",
        0,
        type=["integer", "string"],
    ),
]
"""The viewer of a response."""


class Text(fields.String):
    """Text from users, in the form in which it is stored: see ``service/user_text.py``."""

    def __init__(self, kind: Kind, longest: int, shortest: int = 1, **settings: Any) -> None:
        super().__init__(validate=[validate.Length(min=shortest, max=longest), *settings.pop("also", [])], **settings)
        self.kind: Kind = kind
        self.longest = longest

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        given = super()._deserialize(value, attr, data, **kwargs)
        # A character of NFC may be written as several, hence the larger limit; no text of megabytes is normalised.
        if given is None or len(given) > self.longest * _LONGER_BEFORE:
            return given
        try:
            return user_text.cleaned(given, self.kind)
        except Unfit as unfit:
            raise ValidationError(messages.text(unfit.detail)) from unfit


_LONGER_BEFORE = 4
"""The factor by which a text may be longer before it is normalised."""


def text(longest: int, shortest: int = 1, **settings: Any) -> Text:
    """Single-line text."""
    return Text("line", longest, shortest, **settings)


def code(longest: int = 2000, **settings: Any) -> Text:
    """Text that a program made and that users only send back: cursors, ids, secrets of links."""
    return Text("token", longest, **settings)


def new_name(**settings: Any) -> Text:
    """The name of a new account."""
    about = "1 to 30 characters: letters, marks and digits of any script, and between them also spaces and .'’-_·"
    return Text("name", 30, metadata=described(about, "Ada"), also=[_valid(require_own_looks)], **settings)


def display_name(**settings: Any) -> Text:
    """The name that other users see instead of the username."""
    return Text("display_name", 40, 0, also=[_valid(require_own_looks)], **settings)


def user_name(**settings: Any) -> Text:
    """The name of another user."""
    about = "The name of a user; if several users have this name, use one of the names that the error lists"
    return Text("search", 60, metadata=described(about, "Ada"), **settings)


def new_password(**settings: Any) -> fields.String:
    """A new password; ``service/accounts/passwords.py`` lists the characters that it may contain."""
    return fields.String(load_only=True, validate=[validate.Length(min=8, max=200), _valid(opaque)], **settings)


def _valid(check: Callable[[str], object]) -> Callable[[str], None]:
    """A check that raises Unfit, as a check of a field."""

    def valid(given: str) -> None:
        try:
            check(given)
        except Unfit as unfit:
            raise ValidationError(messages.text(unfit.detail)) from unfit

    return valid


def seat(**settings: Any) -> fields.Integer:
    """A seat's number, counted from 0."""
    return fields.Integer(strict=True, validate=validate.Range(min=0, max=99), **settings)


def version(**settings: Any) -> fields.Integer:
    """A version of a game."""
    return fields.Integer(strict=True, validate=validate.Range(min=0, max=LARGEST_VERSION), **settings)


def invite() -> Text:
    """The secret of a link."""
    about = "The secret of the link of a private table or a shared branch, if you see it only by its link"
    return code(100, metadata=described(about, "kJ3xw0aT"))


class Look(Schema):
    """The seat from which you view the game, and the secret of a private table."""

    seat = fields.Integer(
        validate=validate.Range(min=0, max=99),
        metadata=described(
            "The seat from which you view the game, if you have several seats (default: the seat whose turn it is)", 0
        ),
    )
    invite = invite()


class LookAt(Look):
    """The seat from which you view the game, and a version."""

    at = fields.Integer(
        validate=validate.Range(min=0, max=LARGEST_VERSION),
        metadata=described("The version to view (default: the current one)", 57),
    )
