"""Recalculation of many clocks, a few at a time; it resumes after a crash."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from importlib.metadata import version
from threading import Event
from typing import Any

from eventsourcing.persistence import IntegrityError

from domain.table.clock.counting import Interval
from projections import deadlines
from projections.db_protocol import Rows, parsed, timestamp
from service.calendars import outages, pending_recalculations
from service.storage import Storage
from service.usecases import clock_commands
from service.usecases.command_handler import CommandHandler, VersionConflict
from service.usecases.game_repository import UnknownGame

AT_A_TIME = 100
"""Games, or users, in one query."""

ATTEMPTS = 5
"""The maximum number of attempts at a write if other writers are faster."""

_EARLIEST = datetime(1970, 1, 1, tzinfo=UTC)

_log = logging.getLogger(__name__)


def attempt(act: Callable[..., Any], handler: CommandHandler, stream: str, *arguments: Any) -> bool:
    """Act on a game, again if another writer was faster; return False if another writer always was.

    An error in one game does not delay others.
    """
    for _ in range(ATTEMPTS):
        try:
            act(handler, stream, *arguments)
        except (IntegrityError, VersionConflict):
            continue
        except UnknownGame:
            return True
        except Exception:
            _log.exception("The clocks of game %s could not be recalculated", stream)
        return True
    return False


def attempt_all(act: Callable[..., Any], handler: CommandHandler, streams: Iterable[str], *arguments: Any) -> bool:
    """Act on many games; return False if one of them must be checked again."""
    left = [stream for stream in streams if not attempt(act, handler, stream, *arguments)]
    return not left


def sweep(handler: CommandHandler, until: datetime, stop: Event) -> None:
    """Go through clocks after outages that ended until a moment, after changes of the time-zone database, and after
    changes of users' calendars.
    """
    _after_outages(handler, until, stop)
    _with_other_zones(handler, stop)
    _of_changed_calendars(handler, stop)


def _after_outages(handler: CommandHandler, until: datetime, stop: Event) -> None:
    storage = handler.storage
    with storage.database.reading() as rows:
        listed = storage.tracking.position(rows, deadlines.DEADLINES.name)
        found = _pending_outages(rows, until, listed)
    if found and attempt_all(_note_outages, handler, _streams(storage, stop)):
        _set_mark(storage, "outages journal", str(storage.last_id()), stop)
        _set_mark(storage, "outages", timestamp(found[-1][1]), stop)


def _pending_outages(rows: Rows, until: datetime, listed: int | None = None) -> list[Interval]:
    mark = _mark(rows, "outages")
    return outages.recorded(rows, parsed(mark) if mark else _EARLIEST, until, listed)


def outages_noted(rows: Rows, until: datetime) -> int | None:
    """Return the notification id by which every game has recorded the outages that ended until a moment; None if some
    have not.
    """
    return None if _pending_outages(rows, until) else int(_mark(rows, "outages journal") or 0)


def _note_outages(handler: CommandHandler, stream: str) -> None:
    handler.note_outages(handler.games.game(stream))


def _with_other_zones(handler: CommandHandler, stop: Event) -> None:
    with handler.storage.database.reading() as rows:
        mark = _mark(rows, "tzdata")
    known = version("tzdata")
    streams = _streams(handler.storage, stop) if mark else ()
    if mark != known and attempt_all(clock_commands.recalculate, handler, streams):
        _set_mark(handler.storage, "tzdata", known, stop)


def _of_changed_calendars(handler: CommandHandler, stop: Event) -> None:
    database = handler.storage.database
    with database.reading() as rows:
        projected = handler.storage.tracking.position(rows, deadlines.DEADLINES.name)
        people = pending_recalculations.noted(rows, projected, AT_A_TIME)
    for user, journal in people:
        with database.reading() as rows:
            streams = deadlines.streams_of(rows, user)
        if attempt_all(clock_commands.recalculate, handler, streams, user):
            with database.transaction() as rows:
                pending_recalculations.done(rows, user, journal)
        if stop.is_set():
            return


def _streams(storage: Storage, stop: Event) -> Iterator[str]:
    found = [""]
    while found and not stop.is_set():
        with storage.database.reading() as rows:
            found = deadlines.streams_with_clocks(rows, found[-1], AT_A_TIME)
        yield from found


def last_look(storage: Storage) -> datetime | None:
    """Return the time of the last check for due deadlines; None if there was none."""
    with storage.database.reading() as rows:
        mark = _mark(rows, "looked")
    return parsed(mark) if mark else None


def remember_look(storage: Storage, now: datetime, stop: Event) -> None:
    """Record that all deadlines up to now have been processed."""
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
