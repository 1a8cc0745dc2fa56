"""Marshmallow's texts about refused values, in plain words and in the language of the request."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from flask_babel import lazy_gettext as _

_MARSHMALLOW: dict[str, Any] = {
    "Missing data for required field.": _("This field is required."),
    "Field may not be null.": _("This field can't be null."),
    "Unknown field.": _("Unknown field. Remove it."),
    "Invalid type.": _("Send an object."),
    "Invalid input type.": _("Send an object."),
    "Not a valid mapping type.": _("Send an object."),
    "Not a valid list.": _("Send a list."),
    "Not a valid string.": _("Send text."),
    "Not a valid boolean.": _("Send true or false."),
    "Not a valid integer.": _("Send a whole number."),
    "Not a valid number.": _("Send a number."),
    "Special numeric values (nan or infinity) are not permitted.": _("Send a number."),
    "Number too large.": _("This number is too large."),
    "Not a valid date.": _("Send a date like 2026-05-14."),
    "Not a valid email address.": _("Enter a valid email address."),
    "String does not match expected pattern.": _("This text isn't in the expected format."),
    "Must be one of: {choices}.": _("Choose one of these values: %(choices)s."),
    "Must be greater than or equal to {least} and less than or equal to {most}.": _(
        "The value must be from %(least)s to %(most)s."
    ),
    "Must be greater than or equal to {least}.": _("The smallest allowed value is %(least)s."),
    "Must be less than or equal to {most}.": _("The largest allowed value is %(most)s."),
    "Length must be between {least} and {most}.": _("The length must be from %(least)s to %(most)s."),
    "Length must be {length}.": _("The length must be %(length)s."),
    "Shorter than minimum length {least}.": _("This is too short. The minimum length is %(least)s."),
    "Longer than maximum length {most}.": _("This is too long. The maximum length is %(most)s."),
}


def in_words(fault: str) -> str:
    """Put marshmallow's text about a refused value into words; our own texts are returned as they are."""
    for pattern, words in _patterns():
        if found := pattern.fullmatch(fault):
            return str(words) % found.groupdict()
    return fault


@cache
def _patterns() -> list[tuple[re.Pattern[str], Any]]:
    return [(_pattern(text), words) for text, words in _MARSHMALLOW.items()]


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.*)", re.escape(text)), re.DOTALL)
