"""The timeline of a game: rounds, eras, turns, and undone moves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from domain import log
from domain.report.turning_points import TurningPoint, standings, turning_points
from projections import ledger
from service import queries
from service.auth import ViewerContext
from service.http import messages, pagination
from service.queries import Happened
from service.schemas.history import Timeline, TimelinePhase, TimelineSegment

AT_ONCE = 2000
"""The maximum of facts in one response: more than most games have."""


def timeline_of(seen: ViewerContext, after: int) -> Timeline:
    """Return the facts after a version, as far as one response goes."""
    happened = queries.forward(seen.now, after=after, limit=AT_ONCE)
    return Timeline(
        version=seen.now.version,
        phases=list(_chapters(seen, happened)),
        segments=segments(happened),
        next=pagination.encode_cursor(happened[-1].place.version) if len(happened) == AT_ONCE else None,
    )


def _chapters(seen: ViewerContext, happened: Iterable[Happened]) -> Iterable[TimelinePhase]:
    """Yield the chapters on the line; undone ones are left out."""
    say = messages.saying(seen.names)
    for place, record in happened:
        chapter = seen.now.ruleset.chapter(record.fact) if place.on_line is not False else None
        if chapter is not None:
            yield TimelinePhase(place.version, chapter.kind, say(chapter.name))


def segments(happened: Sequence[Happened]) -> list[TimelineSegment]:
    """Group adjacent facts of the same seat that are all on the line or all undone; other facts belong to the move
    before.
    """
    found: list[TimelineSegment] = []
    for place, _ in happened:
        before = found[-1] if found else None
        on_line = place.on_line if place.on_line is not None else before is None or before.active
        seat = place.seat
        if place.seat is None or place.on_line is None:
            seat = before.seat if before else None
        if before is not None and (seat, on_line) == (before.seat, before.active):
            before.last = place.version
        else:
            found.append(TimelineSegment(place.version, place.version, seat, on_line))
    return found


def turned(seen: ViewerContext, at: int | None) -> list[TurningPoint]:
    """Return the turning points after the opening, now or as known at a version."""
    until = seen.now.version if at is None else at
    with queries.of_game("ledger", seen.now) as rows:
        entries = ledger.line(rows, seen.now.id)
    changes = (
        (entry.version, entry.seat, entry.change, entry.balance)
        for entry in entries
        if entry.account == "points" and entry.version <= until
    )
    opening, stood = _opening(seen, at), standings(len(seen.now.table.chairs), changes)
    before = [each for each in stood if each.version <= opening]
    return turning_points([*before[-1:], *stood[len(before) :]], until)


def _opening(seen: ViewerContext, at: int | None) -> int:
    """Return the last version of a game's first round or era: companies are drafted there, and nothing is
    decided yet.
    """
    game = seen.game
    if game.origin is not None:
        return 0
    line, chapter = log.line(game.tree, at), game.ruleset.chapter
    begun = (version for version in line if chapter(game.records[version - 1].fact))
    return next(islice(begun, 1, None), game.version + 1) - 1
