"""What every storage offers, whatever the database behind it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from threading import Event
from typing import NamedTuple, Protocol

from eventsourcing.persistence import StoredEvent

from projections.rows import Rows
from service.storage.database import Database
from service.storage.journal import Batch, Journal


class StreamEnd(NamedTuple):
    """A stream and the version it had reached."""

    stream: str
    version: int


class Tracking(Protocol):
    """How far the journal and each read model have come, by notification id."""

    def end(self, rows: Rows) -> int:
        """The highest notification id; 0 for an empty journal."""
        ...

    def position(self, rows: Rows, name: str) -> int:
        """The last notification id whose effects this read model shows; 0 for none."""
        ...

    def locked_position(self, rows: Rows, name: str) -> int:
        """The position, which nobody else can move before this transaction ends."""
        ...

    def advance(self, rows: Rows, name: str, to: int) -> None:
        """Move the position forward within the transaction that writes the rows.

        Raises IntegrityError when it is there already: somebody else has processed these facts.
        """
        ...

    def reset(self, rows: Rows, name: str) -> None:
        """Back to 0, within the transaction that empties the rows."""
        ...


class Storage(Protocol):
    """One database: the journal of facts, the plain tables beside it, and what followers of the journal need."""

    application: Journal
    database: Database
    tracking: Tracking

    def migrate(self) -> None:
        """Create or update every table and function. Safe when several processes do it at once."""
        ...

    def pending(self) -> list[str]:
        """Names of migration steps that were not applied yet; a worker refuses to start while there are any."""
        ...

    def append(self, events: Sequence[StoredEvent]) -> int:
        """Append facts in one transaction and return the last notification id.

        Raises IntegrityError, and appends nothing, when a version of a stream exists already.
        """
        ...

    def subscribe(self, after: int, stop: Event) -> Iterator[Batch]:
        """Facts with a notification id above ``after``, first those recorded already, then new ones as they come.

        Ends when ``stop`` is set; raises Unavailable when the connection is lost. Each follower costs a connection or a
        poll: share one among many listeners.
        """
        ...

    def apart(self) -> AbstractContextManager[Rows]:
        """A connection that belongs to nobody else and to no pool; every statement takes effect by itself."""
        ...

    def await_turn(self, rows: Rows) -> None:
        """Wait, on a connection :meth:`apart`, until facts could be appended now; raises Unavailable."""
        ...

    def last_id(self) -> int:
        """The highest notification id; 0 for an empty journal."""
        ...

    def stream_ends(self, upto: int) -> Sequence[StreamEnd]:
        """Every stream as it was at a notification id, oldest stream first."""
        ...

    def version_at(self, rows: Rows, stream: str, upto: int) -> int:
        """The version a stream had at a notification id; 0 before its first fact."""
        ...

    def lease(self, *names: str) -> AbstractContextManager[bool]:
        """Try to be the only one with these names among all processes on this database: with all of them, or none.

        Ends with the block, and by itself when the process dies.
        """
        ...

    def close(self) -> None:
        """Give all connections back."""
        ...
