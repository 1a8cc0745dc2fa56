"""The common part of both databases' recorders: reading packed facts, and whole commands."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple
from uuid import UUID

from eventsourcing.persistence import ApplicationRecorder, Notification, StoredEvent

from service.storage import compaction, snapshots
from service.storage.database import Statement
from service.storage.event_store import AT_A_TIME, with_whole_commands
from service.storage.group_commit import GroupCommit
from service.storage.mapper import StoredRow


class Append(NamedTuple):
    """Events, and further rows to be written in the same transaction."""

    events: Sequence[Any]
    also: Sequence[Statement]


Ids = Sequence[int]


class Recording(ApplicationRecorder):
    """A mixin before the library's recorder of a database, which runs the queries."""

    group: GroupCommit[Append, Ids]

    def insert_events(self, stored_events: Sequence[Any], **kwargs: Any) -> Ids:
        """Append events as the library does; `Storage.append` also writes other rows."""
        return self.group.commit(Append(stored_events, ()))

    @abstractmethod
    def select_as_rows(self, sql: str, params: Mapping[str, Any]) -> list[StoredRow]:
        """Return the selected rows as plain tuples, because a game has many."""

    def select_rows(self, stream: str, after: int) -> list[StoredRow]:
        """Return the rows of a stream after a version, in order."""
        params = {"stream": stream, "after": after, "upto": compaction.LAST}
        found = self.select_as_rows(compaction.SELECT_BETWEEN, params)
        return compaction.between(stream, found, after, compaction.LAST)

    def select_latest(self, stream: str) -> tuple[bytes | None, list[StoredRow]]:
        """Return the snapshot of a stream, if this program made one, and the rows after it; otherwise all rows."""
        params = {"stream": stream, "program": snapshots.program()}
        found = sorted(self.select_as_rows(compaction.SELECT_LATEST, params))
        if found and found[0][1] == compaction.SNAPSHOT:
            return found[0][2], found[1:]
        return None, compaction.between(stream, found, 0, compaction.LAST)

    @abstractmethod
    def select_packed(self, streams: Collection[str]) -> Mapping[str, bytes]:
        """Return the packed content of these streams."""

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        """Return facts of a stream."""
        rows = [row for row in self.select_rows(str(originator_id), gt or 0) if lte is None or row[0] <= lte]
        return [StoredEvent(originator_id, *row) for row in (rows[::-1] if desc else rows)[:limit]]

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        """Return at least ``limit`` notifications, if there are as many, without cutting a command in two."""
        select_stored = super().select_notifications  # type: ignore[safe-super]

        def select(start: int | None, limit: int, *, inclusive_of_start: bool = False) -> Sequence[Notification]:
            found = select_stored(start, limit, stop, topics, inclusive_of_start=inclusive_of_start)
            streams = compaction.packed_among(found)
            return compaction.restored(found, self.select_packed(streams)) if streams else found

        found = select(start, limit, inclusive_of_start=inclusive_of_start)
        return found if len(found) < limit else with_whole_commands(found, partial(select, limit=AT_A_TIME))
