"""A game at a glance: where rounds and eras begin, whose turn it was, and what was taken back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from service import reading
from service.access import Seen
from service.reading import Happened
from service.web import cursors, render

AT_ONCE = 2000
"""Facts that one answer tells of: more than most games have."""


def told(seen: Seen, after: int) -> dict[str, Any]:
    """The facts after a version, as far as one answer goes."""
    happened = reading.forward(seen.now, after=after, limit=AT_ONCE)
    return {
        "version": seen.now.version,
        "chapters": list(_chapters(seen, happened)),
        "stretches": stretches(happened),
        "next": cursors.sealed(happened[-1].place.version) if len(happened) == AT_ONCE else None,
    }


def _chapters(seen: Seen, happened: Iterable[Happened]) -> Iterable[dict[str, Any]]:
    """What was taken back began nothing."""
    say = render.saying(seen.names)
    for place, record in happened:
        chapter = seen.now.ruleset.chapter(record.fact) if place.on_line is not False else None
        if chapter is not None:
            yield {"version": place.version, "kind": chapter.kind, "name": say(chapter.name)}


def stretches(happened: Sequence[Happened]) -> list[dict[str, Any]]:
    """Facts next to each other of the same seat, that count or do not; what is no move belongs to what it follows."""
    found: list[dict[str, Any]] = []
    nothing: dict[str, Any] = {"seat": None, "on_line": True, "last": None}
    for place, _ in happened:
        before = found[-1] if found else nothing
        on_line = before["on_line"] if place.on_line is None else place.on_line
        seat = before["seat"] if place.seat is None or place.on_line is None else place.seat
        if before["last"] is not None and (seat, on_line) == (before["seat"], before["on_line"]):
            before["last"] = place.version
        else:
            found.append({"first": place.version, "last": place.version, "seat": seat, "on_line": on_line})
    return found
