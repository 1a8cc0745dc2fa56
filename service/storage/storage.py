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
"""Streams that are looked up in one query, where all of them are gone through."""


_BETWEEN_TWO = 0.01
"""Seconds between two streams that are packed: whoever writes comes first."""

Answer = TypeVar("Answer")

Look = Callable[[Rows], bool]
"""Whether there is news beside the journal: asked at every look of a follower, on its connection."""


class Storage(Protocol):
    """One database: the journal of facts, the plain tables beside it, and what followers of the journal need."""

    application: Journal
    database: Database
    tracking: Tracking
    group: GroupCommit[Append, Ids]
    """Writes what several threads append in one transaction."""
    clock: Clock
    """The database's time."""
    outage: Outage
    """What the log says of times in which this process cannot use the database."""
    skip_locked: str = ""
    """A clause behind a query: leave out rows that another transaction has locked."""

    def migrate(self) -> None:
        """Create or update every table and function. Safe when several processes do it at once.

        Raises TooOld, and changes nothing, if the database was made before the first release.
        """
        ...

    def pending(self) -> list[str]:
        """Names of migration steps that were not applied yet; a worker refuses to start while there are any.

        Raises TooOld if the database was made before the first release.
        """
        ...

    def append(self, events: Sequence[StoredEvent], also: Sequence[Statement] = ()) -> int:
        """Append events and write further rows in one transaction and, on a server, in one round trip.

        Returns the last notification id.

        Raises IntegrityError, and writes nothing, when a version of a stream exists already. The statements
        in ``also`` must not read what they write.
        """
        return (self.group.commit(Append(events, also)) or [0])[-1]

    def notifications(self, after: int, stop: Event, beside: Look | None = None) -> Iterator[Sequence[Notification]]:
        """Yield stored facts with a notification id above ``after``: existing ones first, then new ones as they arrive.

        Yields several at a time if possible, and none if only ``beside`` has news. Ends when ``stop`` is set; raises
        Unavailable if the connection is lost. Each follower costs a connection or polling: share one among listeners.
        """
        ...

    def subscribe(self, after: int, stop: Event) -> Iterator[Batch]:
        """The same facts, decoded."""
        return (batch(self.application.mapper, found) for found in self.notifications(after, stop))

    def dedicated_connection(self) -> AbstractContextManager[Rows]:
        """A connection that belongs to nobody else and to no pool; every statement takes effect by itself."""
        ...

    def wait_for_append_lock(self, rows: Rows) -> None:
        """Wait, on a connection :meth:`apart`, until facts could be appended now; raises Unavailable."""
        ...

    def from_replica(self, stream: str, version: int, ask: Callable[[Rows], Answer | None]) -> Answer | None:
        """What a replica says that has the same facts of a stream up to a version: those do not change.

        None where there is no replica, where it has not come so far or holds other facts, and where it does not answer:
        then the database itself is to be asked.
        """
        return None

    def last_id(self) -> int:
        """The highest notification id; 0 for an empty journal."""
        with self.database.reading() as rows:
            return self.tracking.end(rows)

    def streams(self, upto: int) -> int:
        """The number of streams there were at a notification id."""
        with self.database.reading() as rows:
            return self.tracking.streams(rows, upto)

    def stream_ends(self, upto: int) -> Iterator[StreamEnd]:
        """Every stream as it was at a notification id, oldest stream first; no connection is held between two."""
        began = 0
        while True:
            with self.database.reading() as rows:
                found = self.tracking.stream_ends(rows, upto, began, STREAMS_AT_A_TIME)
            yield from (end for _, end in found)
            if len(found) < STREAMS_AT_A_TIME:
                return
            began = found[-1][0]

    def pack(self, stop: Event) -> None:
        """Put the facts of streams together where it is time, each stream in a transaction of its own."""
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
        """Overwrite earlier versions of deleted rows, where a file has any; False if that has to wait for readers."""
        return True

    def lease(self, *names: str, lost: Callable[[], None] | None = None) -> AbstractContextManager[bool]:
        """Try to be the only one with these names among all processes on this database: with all of them, or none.

        Ends with the block, and when the process dies. If the database ends it earlier, ``lost`` is called in another
        thread, and the block raises Unavailable at its end.
        """
        ...

    def close(self) -> None:
        """Give all connections back."""
        self.application.close()
