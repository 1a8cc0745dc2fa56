"""Keeps the read models up to date: each fact takes effect exactly once, whatever dies when.

A read model's rows and the position it has reached are written in one transaction. Any number of processes may run a
:class:`Projector`; one works and the others stand by. Readers that need their own write wait with :func:`wait_for`.

A game whose own code fails keeps nobody waiting: its rows stay as they were and it is marked
(:mod:`service.readmodels.failures`).
The next fact of the game, the next projector, and :func:`rebuild` try again from its first fact.
"""

from __future__ import annotations

import logging
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from functools import partial
from threading import Event, Thread

from eventsourcing.persistence import IntegrityError, OperationalError

from projections import positions
from projections.all import READ_MODELS
from projections.fold import AnyRecord, Folds, Read
from projections.positions import POSITIONS
from projections.read_model import ReadModel, forget
from projections.rows import Rows
from service.readmodels import failures
from service.storage import Batch, Storage, Unavailable
from service.storage.journal import BATCH_SIZE, Unreadable
from service.storage.storage import STREAMS_AT_A_TIME
from service.storage.tracking import StreamEnd

STANDBY = 1.0
"""Seconds between two attempts to take over."""

_OF_THE_DATABASE = (IntegrityError, OperationalError, Unavailable)
"""Errors that no game is to blame for: the whole attempt is repeated."""

_log = logging.getLogger(__name__)


class Projector:
    """Projects in a thread of its own between ``start`` and ``stop``, or in the caller's with ``run``."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._stop = Event()
        self._interrupted = Event()
        self._thread = Thread(target=self.run, name="projector", daemon=True)

    def start(self) -> None:
        """Begin in the background."""
        self._thread.start()

    def stop(self) -> None:
        """Finish the batch in hand and end."""
        self._stop.set()
        self._interrupted.set()
        if self._thread.is_alive():
            self._thread.join()

    def run(self) -> None:
        """Project whenever nobody else does, until told to stop; an error is logged and everything tried again."""
        while not self._stop.is_set():
            try:
                with _lease(self._storage) as taken:
                    if taken:
                        self._follow()
            except Exception:
                _log.exception("The projector was interrupted and starts again")
            self._stop.wait(STANDBY)

    def _follow(self) -> None:
        """One thread for all read models that stand at the same place; one that was made anew catches up by itself."""
        self._interrupted = interrupted = Event()
        if self._stop.is_set():
            return
        retry_failed(self._storage)
        followers = [
            _Follower(self._storage, models, position, interrupted)
            for position, models in _positions(self._storage).items()
        ]
        for follower in followers:
            follower.start()
        try:
            renew_positions(self._storage, interrupted)
        except BaseException:
            interrupted.set()
            raise
        finally:
            for follower in followers:
                follower.join()
        for follower in followers:
            if follower.error is not None:
                raise follower.error


class _Follower(Thread):
    def __init__(self, storage: Storage, models: Sequence[ReadModel], position: int, stop: Event) -> None:
        super().__init__(name=f"projector-{models[0].name}", daemon=True)
        self._storage = storage
        self._models = models
        self._position = position
        self._interrupted = stop
        self.error: Exception | None = None

    def run(self) -> None:
        folds = Folds(reader(self._storage))
        try:
            for batch in self._storage.subscribe(self._position, self._interrupted):
                project(self._storage, self._models, folds, batch)
        except Exception as error:
            self.error = error
        finally:
            self._interrupted.set()


def _lease(storage: Storage) -> AbstractContextManager[bool]:
    return storage.lease(*(f"projector-{name}" for name in READ_MODELS))


def _positions(storage: Storage) -> dict[int, list[ReadModel]]:
    found: dict[int, list[ReadModel]] = defaultdict(list)
    with storage.database.reading() as rows:
        for model in READ_MODELS.values():
            found[storage.tracking.position(rows, model.name)].append(model)
    return found


def reader(storage: Storage) -> Read:
    """Reads the records of a stream from the journal."""

    def read(stream: str, upto: int | None) -> Sequence[AnyRecord]:
        records, _ = storage.application.read(stream)
        return records[:upto]

    return read


def project(storage: Storage, models: Sequence[ReadModel], folds: Folds, batch: Batch) -> None:
    """Take a batch into read models that all stand right before it.

    Raises IntegrityError, and changes nothing, if one of them does not: then somebody else has processed it.
    """
    streams = {record.originator_id for record in batch.records}
    unreadable = {record.originator_id for record in batch.records if isinstance(record, Unreadable)}
    try:
        _take_in(storage, models, folds, batch, {*unreadable, *failures.among(storage.database, streams)})
    except _OF_THE_DATABASE:
        raise
    except Exception:
        _take_in(storage, models, folds, batch, streams)


def _take_in(storage: Storage, models: Sequence[ReadModel], folds: Folds, batch: Batch, apart: Collection[str]) -> None:
    """Take a batch in; streams that are to be kept apart are made again one by one."""
    readable = [record for record in batch.records if not isinstance(record, Unreadable)]
    changes = folds.changes([record for record in readable if record.originator_id not in apart])
    with storage.database.relaxed() as rows:
        storage.tracking.advance(rows, [model.name for model in models], batch.last)
        for model in models:
            model.process(rows, changes)
            _make_again(storage, rows, model, sorted(apart), batch.last)


def catch_up(storage: Storage) -> None:
    """Project everything recorded so far and return: for commands and tests, where no projector runs.

    Where one runs, wait until it has come that far.
    """
    target = storage.last_id()
    with _lease(storage) as taken:
        if taken:
            for position, models in _positions(storage).items():
                folds = Folds(reader(storage))
                for batch in storage.application.recorded(position, target):
                    project(storage, models, folds, batch)
    for name in READ_MODELS:
        wait_for(storage, name, target, timeout=None)


# --------------------------------------------------------------------------------------------------------------------
# Watching and rebuilding
# --------------------------------------------------------------------------------------------------------------------


def wait_for(storage: Storage, name: str, notification_id: int, timeout: float | None = 1.0) -> bool:
    """Wait until a read model shows a fact; False when it does not within ``timeout`` seconds (None: wait on)."""
    deadline = None if timeout is None else time.monotonic() + timeout
    pause = 0.001
    while position(storage, name) < notification_id:
        if deadline is not None and time.monotonic() > deadline:
            return False
        time.sleep(pause)
        pause = min(2 * pause, 0.05)
    return True


def position(storage: Storage, name: str) -> int:
    """The last notification id whose effects a read model shows; 0 for none."""
    with storage.database.reading() as rows:
        return storage.tracking.position(rows, name)


def lag(storage: Storage, rows: Rows) -> dict[str, int]:
    """How many notification ids each read model is behind the journal."""
    last = storage.tracking.end(rows)
    return {name: max(0, last - storage.tracking.position(rows, name)) for name in READ_MODELS}


Progress = Callable[[int, int], None]
"""Called with the number of streams done and of all streams."""


def rebuild(storage: Storage, model: ReadModel, progress: Progress = lambda done, total: None) -> None:
    """Make all rows of a read model again from the facts, up to where it stands.

    A few streams at a time are replaced in one transaction, so that readers always find every game, as it was before
    or as it is made again; a projector may go on meanwhile. Interrupted, it can simply be started again. Marks of games
    that failed are taken away where it succeeds.
    """
    upto = position(storage, model.name)
    done, total = 0, storage.streams(upto)
    progress(done, total)
    for chunk in _chunks(storage.stream_ends(upto)):
        _rebuild_streams(storage, model, chunk)
        done += len(chunk)
        progress(done, total)
    _forget_strangers(storage, model)


def retry_failed(storage: Storage) -> None:
    """Make again what could not be shown so far: the program may be another one by now."""
    for model in READ_MODELS.values():
        for stream in failures.streams_of(storage.database, model.name):
            _rebuild_streams(storage, model, [stream])


def renew_positions(storage: Storage, stop: Event) -> None:
    """Make positions again that another program made, a few at a time; who reads them replays meanwhile."""
    with storage.database.reading() as rows:
        outdated = [StreamEnd(*each) for each in positions.of_other_programs(rows)]
    for chunk in _chunks(outdated):
        if stop.is_set():
            return
        _rebuild_streams(storage, POSITIONS, chunk)


def _rebuild_streams(storage: Storage, model: ReadModel, streams: Sequence[str]) -> None:
    with storage.database.relaxed() as rows:
        upto = storage.tracking.locked_position(rows, model.name)
        _make_again(storage, rows, model, streams, upto)


def _make_again(storage: Storage, rows: Rows, model: ReadModel, streams: Iterable[str], upto: int) -> None:
    """Replace the rows of streams, each by itself, so that one whose game fails is marked and harms no other."""
    read = partial(storage.application.read_within, rows)
    folds = Folds(read, size=1)
    for stream in streams:
        version = storage.tracking.version_at(rows, stream, upto)
        rows.execute("SAVEPOINT before_stream")
        try:
            forget(rows, model, [stream])
            model.process(rows, folds.changes(read(stream, version)))
            failures.forget(rows, model.name, stream)
            rows.execute("RELEASE SAVEPOINT before_stream")  # What waited to be sent is written now.
        except _OF_THE_DATABASE:
            raise
        except Exception as error:
            rows.execute("ROLLBACK TO SAVEPOINT before_stream")
            rows.execute("RELEASE SAVEPOINT before_stream")
            failures.mark(rows, model.name, stream, version, error)
            _log.exception("Read model %s cannot show %s as it is at version %d", model.name, stream, version)


def _chunks(streams: Iterable[StreamEnd]) -> Iterator[list[str]]:
    """Streams in groups of about ``BATCH_SIZE`` facts, so that no transaction keeps writers waiting for long."""
    chunk: list[str] = []
    facts = 0
    for stream, version in streams:
        if chunk and facts + version > BATCH_SIZE:
            yield chunk
            chunk, facts = [], 0
        chunk.append(stream)
        facts += version
    if chunk:
        yield chunk


def _forget_strangers(storage: Storage, model: ReadModel) -> None:
    """Remove rows of streams that the journal does not know."""
    for table in model.tables:
        last: str | None = ""
        while last is not None:
            with storage.database.relaxed() as rows:
                found, last = _walked(rows, table, last)
                forget(rows, model, [stream for stream, known in found if not known])


def _walked(rows: Rows, table: str, after: str) -> tuple[list[tuple[str, bool]], str | None]:
    """Some streams of a table after another one, whether the journal knows them, and the last of them; None at the end.

    It steps from stream to stream, however many rows each has.
    """
    found = rows.execute(
        f"WITH RECURSIVE walked (stream, steps) AS (SELECT MIN(stream), 1 FROM {table} WHERE stream > :after"  # noqa: S608
        f" UNION ALL SELECT (SELECT MIN(t.stream) FROM {table} AS t WHERE t.stream > walked.stream), steps + 1"
        " FROM walked WHERE stream IS NOT NULL AND steps < :limit)"
        " SELECT stream, EXISTS (SELECT 1 FROM stored_events WHERE originator_id = walked.stream"
        " AND originator_version = 1) AS known FROM walked WHERE stream IS NOT NULL ORDER BY stream",
        {"after": after, "limit": STREAMS_AT_A_TIME},
    )
    return [(row["stream"], bool(row["known"])) for row in found], found[-1]["stream"] if found else None
