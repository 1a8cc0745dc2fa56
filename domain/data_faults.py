"""Messages for invalid external data: msgspec's errors in plain words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

import msgspec

from domain.message import Message, Part, message

UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""The errors of decoding JSON from outside."""

_FAULTS: Mapping[str, Message] = {
    "Object missing required field `{field}`": message("data.field-missing", "The field “{field}” is missing."),
    "Object contains unknown field `{field}`": message("data.field-unknown", "Unknown field: “{field}”. Remove it."),
    "Expected `array` of length {length}, got {sent}": message("data.wrong-length", "The length must be {length}."),
    "Expected `{kind}` of length >= {least}": message(
        "data.too-short", "This is too short. The minimum length is {least}."
    ),
    "Expected `{kind}` of length <= {most}": message(
        "data.too-long", "This is too long. The maximum length is {most}."
    ),
    "Expected `array` of length {length}": message("data.wrong-length", "The length must be {length}."),
    "Expected `{kind}` >= {least}": message("data.too-small", "The smallest allowed value is {least}."),
    "Expected `{kind}` <= {most}": message("data.too-large", "The largest allowed value is {most}."),
    "Expected `str` matching regex {pattern}": message("data.wrong-pattern", "This text isn't in the expected format."),
    "Expected `{expected}`, got `{sent}`": message("data.wrong-kind", "Use {expected} instead of {sent}."),
    "Invalid value {value}": message("data.value-not-allowed", "The value “{value}” isn't allowed."),
    "Invalid enum value {value}": message("data.value-not-allowed", "The value “{value}” isn't allowed."),
    "Invalid RFC3339 encoded {kind}": message("data.invalid-time", "Use a date and time like 2026-05-14T18:00:00Z."),
    "{number} out of range": message("data.out-of-range", "This number is out of range."),
    "JSON is malformed: {reason} (byte {byte})": message(
        "data.not-json", "This isn't valid JSON. Correct it after byte {byte}."
    ),
    "Input data was truncated": message("data.json-incomplete", "This JSON is incomplete. Add the missing end."),
}
"""Messages by msgspec's text. The first pattern that matches applies."""

_INVALID = message("data.invalid", "This value isn't allowed.")
_TOO_DEEP = message("data.too-deep", "The data is nested too deeply.")
_NOT_UTF8 = message("data.not-utf-8", "This isn't UTF-8 text. Encode it as UTF-8.")

_OTHER_KIND = message("data.kind-other", "another kind of value")

_KINDS: Mapping[str, Message] = {
    "int": message("data.kind-int", "a whole number"),
    "float": message("data.kind-float", "a decimal number"),
    "str": message("data.kind-str", "text"),
    "bool": message("data.kind-bool", "true or false"),
    "array": message("data.kind-array", "a list"),
    "object": message("data.kind-object", "an object"),
    "null": message("data.kind-null", "null"),
    "datetime": message("data.kind-datetime", "a date and time"),
    "date": message("data.kind-date", "a date"),
    "time": message("data.kind-time", "a time"),
}
"""Kinds of values in JSON and TOML."""

_PLACED = re.compile(r"(.*) - at `(?:key` in `)?\$\.?(.*)`", re.DOTALL)
"""msgspec's text for a fault within the data, and its place."""

LONGEST = 80
"""The maximum length of a value that a message repeats."""


def explained(error: BaseException, document: bytes = b"") -> Message:
    """Return why data was refused and where, from a decoding or conversion error.

    ``document``: the JSON document. If given, syntax errors are located by line.
    """
    place, fault = located(error)
    if "byte" in fault.parts and document:
        before = document[: int(str(fault.parts["byte"]))]
        return message(
            "data.not-json-at-line", "This isn't valid JSON. Correct line {line}.", line=1 + before.count(b"\n")
        )
    return message("data.fault-at", "{place}: {fault}", place=place, fault=fault) if place else fault


def located(error: BaseException) -> tuple[str, Message]:
    """Return the place of a fault, such as ``seats[0].name`` (empty: the whole data), and the fault."""
    if isinstance(error, RecursionError):
        return "", _TOO_DEEP
    if isinstance(error, UnicodeDecodeError):
        return "", _NOT_UTF8
    found = _PLACED.fullmatch(str(error))
    return (shortened(found[2]), _fault(found[1])) if found else ("", _fault(str(error)))


def _fault(said: str) -> Message:
    for pattern, fault in _patterns():
        if found := pattern.fullmatch(said):
            parts: dict[str, Part] = {
                name: _part(name, value) for name, value in found.groupdict().items() if f"{{{name}}}" in fault.text
            }
            return Message(fault.id, fault.text, parts)
    return _INVALID


def _part(name: str, value: str) -> Part:
    if name not in ("expected", "sent"):
        return shortened(value.strip("'"))
    kind, *others = (_KINDS.get(each, _OTHER_KIND) for each in value.split(" | "))
    for each in others[:-1]:
        kind = message("data.kinds", "{kinds}, {kind}", kinds=kind, kind=each)
    return message("data.either-kind", "{kind} or {other}", kind=kind, other=others[-1]) if others else kind


def shortened(value: str) -> str:
    """Return the start of a value that is too long to be repeated."""
    return value if len(value) <= LONGEST else f"{value[: LONGEST - 1]}…"


@cache
def _patterns() -> list[tuple[re.Pattern[str], Message]]:
    return [(_pattern(said), fault) for said, fault in _FAULTS.items()]


def _pattern(said: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.*)", re.escape(said)), re.DOTALL)
