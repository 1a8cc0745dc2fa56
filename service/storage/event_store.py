"""The event store: an application of the ``eventsourcing`` library, configured only by arguments."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import takewhile
from typing import Any, Protocol, cast

import msgspec
from eventsourcing.application import Application
from eventsourcing.persistence import InfrastructureFactory, Mapper, Notification, StoredEvent
from eventsourcing.utils import Environment, EnvType

from domain.aggregate import Game
from domain.game import prepare_decoders
from domain.log import Recorded
from projections.db_protocol import Rows
from service.storage import compaction, snapshots
from service.storage.mapper import FactMapper, StoredRow, stored_hash

_log = logging.getLogger(__name__)

BATCH_SIZE = 500
"""The number of facts in a full batch; a batch has more if it would otherwise split a command."""

AT_A_TIME = 16
"""The number of facts that are read at once to find the end of a command: most commands have fewer."""


class RowRecorder(Protocol):
    """The methods of our recorders in addition to the library's."""

    def select_rows(self, stream: str, after: int) -> list[StoredRow]:
        """Return the rows of a stream after a version, in order."""
        ...

    def select_latest(self, stream: str) -> tuple[bytes | None, list[StoredRow]]:
        """Return the snapshot of a stream, if this program made one, and the rows after it; otherwise all rows."""
        ...


class Journal(Application[str]):
    """All streams of facts. Stream ids are text; snapshots are not events; the process environment is not consulted."""

    def __init__(self, factory: InfrastructureFactory[Any]) -> None:
        self._given_factory = factory
        super().__init__()

    def construct_env(self, name: str, env: EnvType | None = None) -> Environment:
        """Return an empty environment: variables of the process must not change where games are stored."""
        return Environment(name)

    def construct_factory(self, env: Environment) -> InfrastructureFactory[Any]:
        """Return the factory that this event store was made with."""
        return self._given_factory

    def construct_mapper(self) -> Mapper[str]:
        """Return the mapper, which encodes facts by msgspec under their own topics."""
        return FactMapper()

    def read(self, stream: str, after: int = 0) -> tuple[list[Recorded[Any]], str]:
        """Return a stream's facts after a version, in order, and the hash of the last (``""`` if there are none)."""
        rows = cast(RowRecorder, self.recorder).select_rows(stream, after)
        return cast(FactMapper, self.mapper).decoded(stream, rows), _hash(stream, rows)

    def latest(self, stream: str) -> tuple[tuple[Game, bytes] | None, list[Recorded[Any]], str]:
        """Return a game from its snapshot, with its state as msgpack; the facts after that, and the hash of the last.

        Without a snapshot made by this program, or with a damaged one, return None and all facts.
        """
        content, rows = cast(RowRecorder, self.recorder).select_latest(stream)
        mapper = cast(FactMapper, self.mapper)
        facts = mapper.decoded(stream, rows), _hash(stream, rows)
        if content is None:
            return None, *facts
        try:
            return snapshots.restored(stream, content, mapper, lambda: self.read(stream)[0]), *facts
        except Exception:  # a damaged snapshot may lack any part; the facts are complete
            _log.exception("The snapshot of %s is damaged", stream)
            return None, *self.read(stream)

    def read_within(self, rows: Rows, stream: str, upto: int | None = None, *, after: int = 0) -> list[Recorded[Any]]:
        """Return a stream's facts up to a version (None: all), in order, for callers that already hold a connection."""
        return cast(FactMapper, self.mapper).decoded(stream, _between(rows, stream, after, upto))

    def read_upto(self, rows: Rows, stream: str, version: int) -> tuple[list[Recorded[Any]], str]:
        """Return the same as :meth:`read` up to a version, for callers that already hold a connection."""
        found = _between(rows, stream, 0, version)
        return cast(FactMapper, self.mapper).decoded(stream, found), _hash(stream, found)

    def stored_within(self, rows: Rows, stream: str, upto: int) -> list[StoredEvent]:
        """Return a stream's stored events up to a version, for callers that already hold a connection."""
        return [StoredEvent(stream, *row) for row in _between(rows, stream, 0, upto)]

    def version(self, rows: Rows, stream: str) -> int:
        """Return the number of facts in a stream; 0 if there is no such stream."""
        return rows.execute(_SELECT_VERSION, {"stream": stream})[0]["version"] or 0

    def recorded(self, after: int, upto: int) -> Iterator[Batch]:
        """Yield facts of all streams with notification ids above ``after`` and not above ``upto``, in order."""
        while found := self.recorder.select_notifications(after, BATCH_SIZE, upto, inclusive_of_start=False):
            after = found[-1].id
            yield batch(self.mapper, found)


def _between(rows: Rows, stream: str, after: int, upto: int | None) -> list[StoredRow]:
    last = compaction.LAST if upto is None else upto
    found = rows.execute(compaction.SELECT_BETWEEN, {"stream": stream, "after": after, "upto": last})
    return compaction.between(
        stream, [(row["originator_version"], row["topic"], row["state"]) for row in found], after, last
    )


def _hash(stream: str, rows: Sequence[StoredRow]) -> str:
    return stored_hash(StoredEvent(stream, *rows[-1])) if rows else ""


_SELECT_VERSION = "SELECT MAX(originator_version) AS version FROM stored_events WHERE originator_id = :stream"

Select = Callable[[int], Sequence[Notification]]


class UnreadableFact(msgspec.Struct, frozen=True):
    """A placeholder for a fact that its game cannot read, or whose game is not installed: followers skip it."""

    originator_id: str
    originator_version: int


class Batch(msgspec.Struct, frozen=True):
    """Facts of all streams in the order they were recorded, each with its notification id (ascending, with gaps)."""

    ids: list[int]
    records: list[Recorded[Any] | UnreadableFact]

    @property
    def first(self) -> int:
        """The first notification id of this batch."""
        return self.ids[0]

    @property
    def last(self) -> int:
        """The last notification id of this batch."""
        return self.ids[-1]


class _Envelope(msgspec.Struct):
    command: str


prepare_decoders(_Envelope)


def with_whole_commands(found: Sequence[Notification], following: Select) -> list[Notification]:
    """Return selected notifications with the rest of the last command, because no position lies between its facts.

    ``following`` selects the notifications after a notification id.
    """
    whole = list(found)
    while more := following(whole[-1].id):
        rest = list(takewhile(partial(_same_command, whole[-1]), more))
        whole += rest
        if len(rest) < len(more):
            break
    return whole


def _same_command(one: Notification, other: Notification) -> bool:
    if one.originator_id != other.originator_id:
        return False
    try:
        first, second = (msgspec.json.decode(fact.state, type=_Envelope) for fact in (one, other))
    except msgspec.MsgspecError:  # no reader follows such facts
        return False
    return first.command == second.command


def batch(mapper: Mapper[str], notifications: Sequence[Notification]) -> Batch:
    """Decode notifications that a recorder selected."""
    records = [_read(mapper, notification) for notification in notifications]
    return Batch([notification.id for notification in notifications], records)


def _read(mapper: Mapper[str], notification: Notification) -> Recorded[Any] | UnreadableFact:
    try:
        return cast(Recorded[Any], mapper.to_domain_event(notification))
    except Exception:  # each game reads its former facts in its own way
        return UnreadableFact(str(notification.originator_id), notification.originator_version)
