"""Limits on every record that Daybook writes, which readers can rely on.

Imported data may be forged: it may contain a time that no calendar has, a number that no database can store, or a text
that moves the cursor of a terminal.
"""

from __future__ import annotations

from typing import Any

import msgspec

from domain.log import Recorded
from domain.message import Message, message
from service.transfer.file_problems import wrong
from service.user_text import Unfit, cleaned

LONGEST_TEXT = 1000
"""Characters of any one text in a fact."""

LONGEST_NAME = 80
"""Characters of the title of a table or a branch."""

LONGEST_PLAYER = 100
"""Characters of the name at a seat."""

LARGEST_NUMBER = 2**53
"""Up to here all programs that read JSON agree on a number."""

_YEARS = range(1970, 9000)
_SEATS = range(100)


def fault(recorded: Recorded[Any]) -> Message | None:
    """Return the difference of a record from those of this service, if there is one."""
    if recorded.at.tzinfo is None or recorded.at.year not in _YEARS:
        return message("file.invalid-time", "Daybook never writes the time {time}.", time=recorded.at.isoformat())
    if recorded.seat is not None and recorded.seat not in _SEATS:
        return message("file.invalid-seat", "Seat number {seat} isn't valid.", seat=recorded.seat)
    if not is_plain([recorded.actor, recorded.command, msgspec.to_builtins(recorded.fact, str_keys=True)]):
        return message(
            "file.event-value-not-allowed", "This event contains text or a number that Daybook never writes."
        )
    return None


def has_valid_length(texts: Any) -> bool:
    """Return whether names and contributions in a file respect this site's limits. Their characters are checked on
    import: a name that another version allowed does not mean that the file was changed.
    """
    match texts:
        case str():
            return len(texts) <= LONGEST_TEXT
        case dict():
            return all(map(has_valid_length, texts.values()))
        case list():
            return all(map(has_valid_length, texts))
    return True


def is_plain(value: Any) -> bool:
    """Return whether all texts fit on a line and all numbers can be stored, within limits."""
    try:
        return _is_plain(value)
    except RecursionError:
        return False


def _is_plain(value: Any) -> bool:
    match value:
        case str():
            return len(value) <= LONGEST_TEXT and value.isprintable()
        case int():
            return abs(value) <= LARGEST_NUMBER
        case dict():
            return all(_is_plain(key) and _is_plain(inner) for key, inner in value.items())
        case list() | tuple():
            return all(map(_is_plain, value))
    return value is None


def stored_name(text: str, line: int) -> str:
    """Return a name in its stored form. Raise WrongFile for one that could not be entered here."""
    try:
        kept = cleaned(text, "line")
    except Unfit as unfit:
        raise wrong(line, unfit.detail) from unfit
    if text and not kept:
        raise wrong(line, message("file.name-blank", "A name contains only spaces. Use letters or digits."))
    return kept
