"""The interface of every storage."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from threading import Event
from typing import Protocol, TypeVar

from eventsourcing.persistence import Notification, StoredEvent

from projections.db_protocol import Rows
from service.storage import compaction
from service.storage.checkpoints import StreamEnd, Tracking
from service.storage.clock import Clock
from service.storage.database import Database, Statement
from service.storage.event_store import Batch, Journal, batch
from service.storage.eventsourcing_adapter.recording import Append, Ids
from service.storage.group_commit import GroupCommit
from service.storage.waiting import Outage

STREAMS_AT_A_TIME = 200
"""The number of streams that one query reads in a scan of all streams."""


_BETWEEN_TWO = 0.01
"""Seconds between the packing of two streams, so that other writers have priority."""

Answer = TypeVar("Answer")

Look = Callable[[Rows], bool]
"""A function that returns whether there is news outside the event store; followers call it at each poll."""


class Storage(Protocol):
    """One database: the event store, the plain tables, and the interface for followers of the event store."""

    application: Journal
    database: Database
    tracking: Tracking
    group: GroupCommit[Append, Ids]
    """The group commit of appends."""
    clock: Clock
    """The database's time."""
    outage: Outage
    """Logs the periods in which this process cannot use the database."""
    skip_locked: str = ""
    """A clause behind a query: leave out rows that another transaction has locked."""

    def migrate(self) -> None:
        """Create or update every table and function. Several processes may do so at once.

        Raise TooOld, and change nothing, if the database was made before the first release.
        """
        ...

    def pending(self) -> list[str]:
        """Return the names of pending migration steps; a worker refuses to start while there are any.

        Raise TooOld if the database was made before the first release.
        """
        ...

    def append(self, events: Sequence[StoredEvent], also: Sequence[Statement] = ()) -> int:
        """Append events and write further rows in one transaction and, on a server, in one round trip.

        Return the last notification id.

        Raise IntegrityError, and write nothing, if a version of a stream exists already. The statements
        in ``also`` must not read what they write.
        """
        return (self.group.commit(Append(events, also)) or [0])[-1]

    def notifications(self, after: int, stop: Event, beside: Look | None = None) -> Iterator[Sequence[Notification]]:
        """Yield stored facts with a notification id above ``after``: existing ones first, then new ones as they arrive.

        Yield several at a time if possible, and none if only ``beside`` has news. End when ``stop`` is set; raise
        Unavailable if the connection is lost. Each follower costs a connection or polling: share one among listeners.
        """
        ...

    def subscribe(self, after: int, stop: Event) -> Iterator[Batch]:
        """Yield the same facts, decoded."""
        return (batch(self.application.mapper, found) for found in self.notifications(after, stop))

    def dedicated_connection(self) -> AbstractContextManager[Rows]:
        """Open a separate connection outside the pool; every statement is its own transaction."""
        ...

    def wait_for_append_lock(self, rows: Rows) -> None:
        """Wait, on a :meth:`dedicated_connection`, until an append would be possible; raise Unavailable."""
        ...

    def from_replica(self, stream: str, version: int, ask: Callable[[Rows], Answer | None]) -> Answer | None:
        """Return the answer of a replica that has the same facts of a stream up to a version, since these do not
        change. Return None if there is no replica, if it is late or has different facts, or if it does not answer: then
        read from the primary.
        """
        return None

    def last_id(self) -> int:
        """Return the highest notification id; 0 for an empty event store."""
        with self.database.reading() as rows:
            return self.tracking.end(rows)

    def streams(self, upto: int) -> int:
        """Return the number of streams at a notification id."""
        with self.database.reading() as rows:
            return self.tracking.streams(rows, upto)

    def stream_ends(self, upto: int) -> Iterator[StreamEnd]:
        """Yield every stream in its state at a notification id, oldest first; hold no connection between streams."""
        began = 0
        while True:
            with self.database.reading() as rows:
                found = self.tracking.stream_ends(rows, upto, began, STREAMS_AT_A_TIME)
            yield from (end for _, end in found)
            if len(found) < STREAMS_AT_A_TIME:
                return
            began = found[-1][0]

    def pack(self, stop: Event) -> None:
        """Pack the facts of streams that are due, each stream in its own transaction."""
        for stream in self._to_pack():
            if stop.wait(_BETWEEN_TWO):
                return
            with self.database.async_commit() as rows:
                compaction.pack(rows, stream)

    def _to_pack(self) -> Iterator[str]:
        with self.database.reading() as rows:
            outdated = compaction.of_other_programs(rows)
        yield from outdated
        after, found = 0, [(0, "")]
        while found:
            with self.database.reading() as rows:
                found = compaction.streams_to_pack(rows, self.tracking.ids, after, STREAMS_AT_A_TIME)
            yield from dict.fromkeys(stream for _, stream in found)
            after = found[-1][0] if found else after

    def erase(self) -> bool:
        """Overwrite earlier versions of deleted rows, if a file has any; return False if this must wait for readers."""
        return True

    def lease(self, *names: str, lost: Callable[[], None] | None = None) -> AbstractContextManager[bool]:
        """Try to be the only process on this database with these names: with all of them or none.

        The lease ends with the block, or when the process dies. If the database ends it earlier, ``lost`` is called in
        another thread, and the block raises Unavailable at its end.
        """
        ...

    def close(self) -> None:
        """Close all connections."""
        self.application.close()
