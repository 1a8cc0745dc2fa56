"""Deadline worker: records that time has run out, and does what the table's settings say."""

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
"""Seconds between two looks for what is due."""

REMEMBERED_EVERY = timedelta(seconds=10)
"""So often it is stored that somebody keeps time."""

AT_A_TIME = 100
"""Deadlines that one query takes."""

MOST_ABOUT_TO = 10_000
"""Deadlines that are remembered to have been looked at just before they pass."""

_log = logging.getLogger(__name__)


class DeadlineWorker(Standby):
    """Of several processes one keeps time, the others stand by.

    A deadline is found in a read model, and decided on by the game itself; so it does not matter when that is late, or
    when this process was not there for hours.
    """

    def __init__(self, handler: CommandHandler, also: Callable[[CommandHandler], None] = lambda handler: None) -> None:
        """``also`` is done every :data:`REMEMBERED_EVERY`: what else goes by time."""
        super().__init__(handler.storage, "timekeeper", "timekeeper")
        self._handler = handler
        self._also = also
        self._looked_at: Cache[tuple[Due, datetime], bool] = Cache(MOST_ABOUT_TO)
        self._during_outage = False

    def work(self) -> None:
        """Do what is due until told to stop."""
        while not self.stopping.is_set():
            self.look()
            self.stopping.wait(PAUSE)

    def look(self) -> None:
        """Do all that was due when the site was last known to be up, once; nothing during an outage."""
        with self.storage.database.reading() as rows:
            now = outages.known_until(rows, self._handler.clock())
        self._tell_outage(now is None)
        if now is not None:
            self._look(now)

    def _tell_outage(self, during: bool) -> None:
        """Log when an outage begins and ends."""
        if during != self._during_outage:
            _log.warning(
                "No web process can write: no time runs out until one can." if during else "Web processes write again."
            )
        self._during_outage = during

    def _look(self, now: datetime) -> None:
        recalculation.sweep(self._handler, now, self.stopping)
        last = recalculation.last_look(self.storage)
        for due in self._due(now + JUST_BEFORE):
            deadline = parsed(due.deadline)
            if last is not None and last < deadline - JUST_BEFORE and deadline <= now:
                attempt(clock_commands.begin_missed_vacation, self._handler, due.stream, due.seat)
            if deadline <= now:
                attempt(clock_commands.flag, self._handler, due.stream, due.seat)
            elif self._is_new(due, now):
                attempt(clock_commands.go_on_vacation, self._handler, due.stream, due.seat)
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
        """It has not been looked at before it passes, in a quarter of an hour: with midnight anywhere a day begins."""
        looked = due, now.replace(minute=now.minute // 15 * 15, second=0, microsecond=0)
        try:
            self._looked_at.get(looked)
        except KeyError:
            self._looked_at.put(looked, True)
            return True
        return False
