"""What concerns many clocks at once: they are gone through some at a time, and again from the start after a crash."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from importlib.metadata import version
from threading import Event
from typing import Any

from eventsourcing.persistence import IntegrityError

from domain.clock.counting import Interval
from projections import deadlines
from projections.rows import Rows, parsed, timestamp
from service.calendars import changes, outages
from service.storage import Storage
from service.usecases.daybook import Daybook
from service.usecases.games import UnknownGame
from service.usecases.writing import Stale

AT_A_TIME = 100
"""Games, or people, that one query takes."""

ATTEMPTS = 5
"""How often something is done anew because somebody else has written to the game meanwhile."""

_EARLIEST = datetime(1970, 1, 1, tzinfo=UTC)

_log = logging.getLogger(__name__)


def attempt(act: Callable[..., Any], stream: str, *arguments: Any) -> bool:
    """Do something about a game, anew where somebody else was faster; False where somebody always was.

    Whatever is wrong with a game keeps no other waiting.
    """
    for _ in range(ATTEMPTS):
        try:
            act(stream, *arguments)
        except (IntegrityError, Stale):
            continue
        except UnknownGame:
            return True
        except Exception:
            _log.exception("The clocks of game %s could not be looked at", stream)
        return True
    return False


def attempt_all(act: Callable[..., Any], streams: Iterable[str], *arguments: Any) -> bool:
    """The same about many games; False where one of them is to be looked at once more."""
    left = [stream for stream in streams if not attempt(act, stream, *arguments)]
    return not left


def sweep(daybook: Daybook, until: datetime, stop: Event) -> None:
    """Go through clocks after outages that ended until a moment, with another time-zone database, and after people's
    calendars have changed.
    """
    _after_outages(daybook, until, stop)
    _with_other_zones(daybook, stop)
    _of_changed_calendars(daybook, stop)


def _after_outages(daybook: Daybook, until: datetime, stop: Event) -> None:
    storage = daybook.storage
    with storage.database.reading() as rows:
        listed = storage.tracking.position(rows, deadlines.DEADLINES.name)
        found = _not_gone_through(rows, until, listed)
    if found and attempt_all(_note_outages, _streams(storage, stop), daybook):
        _set_mark(storage, "outages journal", str(storage.last_id()), stop)
        _set_mark(storage, "outages", timestamp(found[-1][1]), stop)


def _not_gone_through(rows: Rows, until: datetime, listed: int | None = None) -> list[Interval]:
    mark = _mark(rows, "outages")
    return outages.recorded(rows, parsed(mark) if mark else _EARLIEST, until, listed)


def outages_noted(rows: Rows, until: datetime) -> int | None:
    """The notification id by which every game has noted the outages that ended until a moment; None where some have
    not.
    """
    return None if _not_gone_through(rows, until) else int(_mark(rows, "outages journal") or 0)


def _note_outages(stream: str, daybook: Daybook) -> None:
    daybook.note_outages(daybook.game(stream))


def _with_other_zones(daybook: Daybook, stop: Event) -> None:
    with daybook.storage.database.reading() as rows:
        mark = _mark(rows, "tzdata")
    known = version("tzdata")
    if mark != known and attempt_all(daybook.set_again, _streams(daybook.storage, stop) if mark else ()):
        _set_mark(daybook.storage, "tzdata", known, stop)


def _of_changed_calendars(daybook: Daybook, stop: Event) -> None:
    database = daybook.storage.database
    with database.reading() as rows:
        projected = daybook.storage.tracking.position(rows, deadlines.DEADLINES.name)
        people = changes.noted(rows, projected, AT_A_TIME)
    for user, journal in people:
        with database.reading() as rows:
            streams = deadlines.streams_of(rows, user)
        if attempt_all(daybook.set_again, streams, user):
            with database.transaction() as rows:
                changes.done(rows, user, journal)
        if stop.is_set():
            return


def _streams(storage: Storage, stop: Event) -> Iterator[str]:
    found = [""]
    while found and not stop.is_set():
        with storage.database.reading() as rows:
            found = deadlines.streams_with_clocks(rows, found[-1], AT_A_TIME)
        yield from found


def last_look(storage: Storage) -> datetime | None:
    """When somebody last looked for what is due; None where nobody ever has."""
    with storage.database.reading() as rows:
        mark = _mark(rows, "looked")
    return parsed(mark) if mark else None


def remember_look(storage: Storage, now: datetime, stop: Event) -> None:
    """All that was due by now has been looked at."""
    _set_mark(storage, "looked", timestamp(now), stop)


def _mark(rows: Rows, name: str) -> str:
    found = rows.execute("SELECT value FROM time_marks WHERE name = :name", {"name": name})
    return str(found[0]["value"]) if found else ""


def _set_mark(storage: Storage, name: str, value: str, stop: Event) -> None:
    if not stop.is_set():
        with storage.database.transaction() as rows:
            rows.execute(
                "INSERT INTO time_marks VALUES (:name, :value) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                {"name": name, "value": value},
            )
