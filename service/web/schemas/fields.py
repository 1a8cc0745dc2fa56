"""Fields and checks that several schemas share."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from marshmallow import Schema, ValidationError, fields, validate

_NAME = re.compile(r"[^\W_](?:[\w .'-]{0,28}[^\W_])?\Z")

_LOOK_ALIKES = {"LATIN", "CYRILLIC", "GREEK", "COPTIC", "ARMENIAN", "CHEROKEE", "LISU"}
"""Alphabets with letters that look the same: nobody shall look like somebody else by a letter of another one."""

_AUTOMA = re.compile(r"automa[ ._'-]*[0-9]*", re.IGNORECASE)
"""Like what a table calls the seats that the rules play."""

LARGEST_VERSION = 10**9 - 1

A_GAME = "c693d8d0e87be395842f0e087a164235"
"""An id to show in examples."""


def described(words: str, example: Any) -> dict[str, Any]:
    """Metadata of a field: what it means, and one value it may have."""
    return {"description": words, "examples": [example]}


def game_object(words: str, example: Any, **settings: Any) -> fields.Raw:
    """Part of a game, described by its ruleset."""
    return fields.Raw(metadata={"type": "object", **described(words, example)}, **settings)


def moment(words: str, *, allow_none: bool = False) -> fields.Raw:
    """When something happened."""
    return fields.Raw(
        required=True,
        allow_none=allow_none,
        metadata={
            "type": "string",
            "format": "date-time",
            **described(words, "2026-03-01T19:30:00+00:00"),
        },
    )


def eyes(**settings: Any) -> fields.Raw:
    """Who looks."""
    about = described("Through whose eyes this is: the number of a seat, spectator, or auditor of what is over", 0)
    return fields.Raw(metadata={"type": ["integer", "string"], **about}, **settings)


def text(longest: int, shortest: int = 1, **settings: Any) -> fields.String:
    """Text for people: bounded, without control characters."""
    checks = [
        validate.Length(min=shortest, max=longest),
        validate.Predicate("isprintable", error="Control characters are not allowed."),
    ]
    return fields.String(validate=checks, **settings)


def user_name(**settings: Any) -> fields.String:
    """A user's name."""
    about = "Letters, digits, spaces and .'-_ between; 1 to 30 characters"
    checks = [validate.Length(min=1, max=30), validate.Regexp(_NAME, error=about)]
    # JSON Schema's expressions know no \Z.
    told = {"pattern": "^" + _NAME.pattern.replace(r"\Z", "$"), **described(about, "Ada")}
    return fields.String(validate=checks, metadata=told, **settings)


def require_own_looks(name: str) -> None:
    """Refuse a new name that could be taken for another one when it is read."""
    if "  " in name:
        raise ValidationError("Two spaces look like one.")
    letters = filter(str.isalpha, unicodedata.normalize("NFKC", name))
    alphabets = {unicodedata.name(letter, "").partition(" ")[0] for letter in letters}
    if len(alphabets & _LOOK_ALIKES) > 1:
        raise ValidationError("The letters are of different alphabets that look alike.")
    if _AUTOMA.fullmatch(name):
        raise ValidationError("Automas are called like this.")


def seat(**settings: Any) -> fields.Integer:
    """A seat's number, counted from 0."""
    return fields.Integer(strict=True, validate=validate.Range(min=0, max=99), **settings)


def version(**settings: Any) -> fields.Integer:
    """A version of a game."""
    return fields.Integer(strict=True, validate=validate.Range(min=0, max=LARGEST_VERSION), **settings)


class Look(Schema):
    """Through whose eyes: one of the asker's own seats; and what opens a private table."""

    seat = fields.Integer(
        validate=validate.Range(min=0, max=99),
        metadata=described("Which of your seats looks, where you have several (default: the one to act)", 0),
    )
    invite = fields.String(
        validate=validate.Length(max=100),
        metadata=described("The secret of an invitation link, for a private table where you have no seat", "kJ3xw0aT"),
    )


class LookAt(Look):
    """The same, at a version."""

    at = fields.Integer(
        validate=validate.Range(min=0, max=LARGEST_VERSION),
        metadata=described("The version to look at (default: now)", 57),
    )
