"""Deadline worker: flags players who are out of time, and applies the table's settings."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from projections import deadlines
from projections.db_protocol import parsed, timestamp
from projections.deadlines import FIRST, Due
from service.cache import Cache
from service.calendars import outages
from service.calendars.calendars import JUST_BEFORE
from service.storage.leader_election import Standby
from service.usecases import clock_commands
from service.usecases.command_handler import CommandHandler
from service.workers import recalculation
from service.workers.recalculation import attempt

PAUSE = 1.0
"""Seconds between two checks for due deadlines."""

REMEMBERED_EVERY = timedelta(seconds=10)
"""The interval at which the worker records that it is running."""

AT_A_TIME = 100
"""Deadlines in one query."""

MOST_ABOUT_TO = 10_000
"""Cached deadlines that were checked just before they pass."""

_log = logging.getLogger(__name__)


class DeadlineWorker(Standby):
    """Flags players who are out of time, in one process at a time; the others stand by.

    A deadline is found in a read model, but the game itself decides; so it does not matter if the read model is late,
    or if this process was down for hours.
    """

    def __init__(self, handler: CommandHandler, also: Callable[[CommandHandler], None] = lambda handler: None) -> None:
        """Initialise; ``also`` is called every :data:`REMEMBERED_EVERY`, for other work that depends on time."""
        super().__init__(handler.storage, "timekeeper", "timekeeper")
        self._handler = handler
        self._also = also
        self._looked_at: Cache[tuple[Due, datetime], bool] = Cache(MOST_ABOUT_TO)
        self._during_outage = False

    def work(self) -> None:
        """Process deadlines until told to stop."""
        while not self.stopping.is_set():
            self.look()
            self.stopping.wait(PAUSE)

    def look(self) -> None:
        """Process all deadlines up to when the site was last known to be up, once; nothing during an outage."""
        with self.storage.database.reading() as rows:
            now = outages.known_until(rows, self._handler.clock())
        self._tell_outage(now is None)
        if now is not None:
            self._look(now)

    def _tell_outage(self, during: bool) -> None:
        """Log when an outage begins and ends."""
        if during != self._during_outage:
            _log.warning(
                "No web process can write. Deadlines wait until one can."
                if during
                else "Web processes can write again."
            )
        self._during_outage = during

    def _look(self, now: datetime) -> None:
        recalculation.sweep(self._handler, now, self.stopping)
        last = recalculation.last_look(self.storage)
        for due in self._due(now + JUST_BEFORE):
            deadline = parsed(due.deadline)
            if deadline <= now:
                attempt(clock_commands.begin_missed_vacation, self._handler, due.stream, due.seat)
                attempt(clock_commands.flag, self._handler, due.stream, due.seat)
            elif self._is_new(due, now):
                attempt(clock_commands.start_due_vacation, self._handler, due.stream, due.seat)
        if last is None or now - last >= REMEMBERED_EVERY:
            recalculation.remember_look(self.storage, now, self.stopping)
            self._also(self._handler)

    def _due(self, until: datetime) -> Iterator[Due]:
        found = [FIRST]
        while found and not self.stopping.is_set():
            with self.storage.database.reading() as rows:
                found = deadlines.due(rows, timestamp(until), found[-1], AT_A_TIME)
            yield from found

    def _is_new(self, due: Due, now: datetime) -> bool:
        """Return whether a deadline was not yet checked in this quarter of an hour: a day may have begun somewhere."""
        looked = due, now.replace(minute=now.minute // 15 * 15, second=0, microsecond=0)
        try:
            self._looked_at.get(looked)
        except KeyError:
            self._looked_at.put(looked, True)
            return True
        return False
