"""Fields and checks that several schemas share."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from marshmallow import Schema, ValidationError, fields, validate

_NAME = re.compile(r"[^\W_](?:[\w .'-]{0,28}[^\W_])?\Z")

_LOOK_ALIKES = {"LATIN", "CYRILLIC", "GREEK", "COPTIC", "ARMENIAN", "CHEROKEE", "LISU"}
"""Alphabets with letters that look the same: nobody shall look like somebody else by a letter of another one."""

LARGEST_VERSION = 10**9 - 1


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
    return fields.String(validate=checks, metadata={"description": about, "example": "Ada"}, **settings)


def require_own_looks(name: str) -> None:
    """Refuse a new name that could be taken for another one when it is read."""
    if "  " in name:
        raise ValidationError("Two spaces look like one.")
    letters = filter(str.isalpha, unicodedata.normalize("NFKC", name))
    alphabets = {unicodedata.name(letter, "").partition(" ")[0] for letter in letters}
    if len(alphabets & _LOOK_ALIKES) > 1:
        raise ValidationError("The letters are of different alphabets that look alike.")


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
        metadata={"description": "Which of your seats looks, where you have several (default: the one to act)"},
    )
    invite = fields.String(
        validate=validate.Length(max=100),
        metadata={"description": "The secret of an invitation link, for a private table where you have no seat"},
    )


class LookAt(Look):
    """The same, at a version."""

    at = fields.Integer(
        validate=validate.Range(min=0, max=LARGEST_VERSION),
        metadata={"description": "The version to look at (default: now)"},
    )
