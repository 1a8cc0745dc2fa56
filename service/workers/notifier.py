"""Notifier: follows the log and stores notifications, exactly once.

The notifier follows the log only as far as the lists of games, which contain whose turn it is and why, and the players'
clocks. So it folds nothing itself, and the state of a game may be later than the processed facts: several facts that
make it one user's turn cause one notification.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from threading import Event
from typing import Any

from domain.log import Recorded
from domain.table.clock.facts import TimeRanOut
from projections import deadlines, game_list
from projections.db_protocol import Rows, listed
from projections.game_list import ListedGame
from service.calendars import outages
from service.notifications import chat_triggers, delivery_schedule, inbox, invitations, reminders, triggers
from service.notifications.inbox import SeenVersion
from service.storage import Batch, Storage
from service.storage.leader_election import Standby
from service.workers import recalculation

NAME = "notifications"
"""The name of its lease, and of its position in the log."""

PAUSE = 1.0
"""Seconds between two checks of the log."""


class Notifier(Standby):
    """Creates notifications, in one process at a time; the others stand by."""

    def __init__(self, storage: Storage) -> None:
        super().__init__(storage, "notifier", NAME)

    def work(self) -> None:
        """Process new facts and due reminders, until told to stop."""
        while not self.stopping.is_set():
            follow(self.storage, self.storage.clock(), self.stopping)
            invitations.notify(self.storage.database, self.storage.clock())
            chat_triggers.notify(self.storage.database, self.storage.clock())
            remind(self.storage, self.storage.clock())
            if delivery_schedule.release_due(self.storage.database, self.storage.clock()) < delivery_schedule.AT_A_TIME:
                self.stopping.wait(PAUSE)


def follow(storage: Storage, now: datetime, stop: Event | None = None) -> None:
    """Create notifications for everything that the lists of games show by now."""
    with storage.database.reading() as rows:
        reached = storage.tracking.position(rows, NAME)
        shown = min(storage.tracking.position(rows, model.name) for model in (game_list.TABLES, deadlines.DEADLINES))
    if reached >= shown:
        return
    for batch in storage.application.recorded(reached, shown):
        if stop is not None and stop.is_set():
            return
        _take_in(storage, batch, now)


def remind(storage: Storage, now: datetime) -> int:
    """Remind players (:func:`service.notifications.reminders.remind`) once every clock shows the outages until now.

    No one is reminded during an outage.
    """
    with storage.database.reading() as rows:
        until = outages.known_until(rows, now)
        noted = recalculation.outages_noted(rows, until) if until else None
        followed = storage.tracking.position(rows, NAME)
    if until is None or noted is None or followed < noted:
        return 0
    return reminders.remind(storage.database, until)


def _take_in(storage: Storage, batch: Batch, now: datetime) -> None:
    """Create the notifications of a batch. Raise IntegrityError, and change nothing, if another process has done so."""
    facts: dict[str, list[Recorded[Any]]] = defaultdict(list)
    for record in batch.records:
        if isinstance(record, Recorded):
            facts[record.originator_id].append(record)
    with storage.database.async_commit() as rows:
        storage.tracking.advance(rows, [NAME], batch.first, batch.last)
        notified = inbox.notified_turns(rows, facts)
        organisers = _organisers(rows, [stream for stream, records in facts.items() if _runs_out(records)])
        for table in game_list.some(rows, facts):
            inbox.record_seen(rows, _acting(table, facts[table.stream]), now)
            effects = triggers.effects_of(
                table, facts[table.stream], notified[table.stream], organisers.get(table.stream, "")
            )
            delivery_schedule.hold(rows, inbox.write(rows, table.stream, table.version, effects, now), now)
        reminders.plan(rows, facts)


def _runs_out(records: Sequence[Recorded[Any]]) -> bool:
    return any(isinstance(record.fact, TimeRanOut) for record in records)


_ORGANISERS = (
    "SELECT game, owner FROM tournament_games JOIN tournaments ON tournaments.stream = tournament_games.stream"
)


def _organisers(rows: Rows, streams: Sequence[str]) -> dict[str, str]:
    """Return the organisers of those of these games that belong to a tournament."""
    if not streams:
        return {}
    among, params = listed("game", streams)
    found = rows.execute(f"{_ORGANISERS} WHERE game IN ({among})", params)
    return {row["game"]: row["owner"] for row in found}


def _acting(table: ListedGame, records: Sequence[Recorded[Any]]) -> list[SeenVersion]:
    """Mark what players act on as seen by them."""
    players = {seat.user for seat in table.seats if seat.user}
    last = {record.actor: record.originator_version for record in records if record.actor in players}
    return [SeenVersion(table.stream, user, version) for user, version in sorted(last.items())]
