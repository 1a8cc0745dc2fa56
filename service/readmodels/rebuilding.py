"""Rebuilds of read models, stream by stream, while they are read and updated.

Streams are folded before anything is locked, so that several processes can fold at once (:mod:`.parallel_rebuild`). One
transaction replaces the rows of a few streams, unless a projector has advanced meanwhile.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from threading import Event

from projections import positions
from projections.db_protocol import Rows
from projections.positions import POSITIONS
from projections.read_model import ReadModel, forget
from projections.registry import READ_MODELS
from projections.stream_folder import AnyRecord, Change, Folds, Read
from service.readmodels import failed_streams
from service.storage import Storage
from service.storage.checkpoints import StreamEnd
from service.storage.event_store import BATCH_SIZE
from service.storage.storage import STREAMS_AT_A_TIME

_log = logging.getLogger(__name__)

Progress = Callable[[int, int], None]
"""Called with the numbers of streams done and of all streams."""

Chunk = list[StreamEnd]
Work = Callable[[Sequence[ReadModel], Iterable[Chunk]], Iterator[int]]
"""Rebuilds chunks of streams, and yields the number of streams in each completed chunk."""


def reader(storage: Storage) -> Read:
    """Return a function that reads the records of a stream from the event store."""

    def read(stream: str, upto: int | None) -> Sequence[AnyRecord]:
        records, _ = storage.application.read(stream)
        return records[:upto]

    return read


def rebuild(
    storage: Storage,
    models: Sequence[ReadModel],
    progress: Progress = lambda done, total: None,
    work: Work | None = None,
) -> None:
    """Rebuild all rows of read models from the facts, up to their positions; by ``work``, or in this thread.

    A few streams at a time are replaced in one transaction, so that readers always find every game, before or after its
    rebuild; a projector may run meanwhile. An interrupted rebuild can be started again. A rebuild removes the marks of
    failed games that it can show.
    """
    with storage.database.reading() as rows:
        upto = max(storage.tracking.position(rows, model.name) for model in models)
    done, total = 0, storage.streams(upto)
    progress(done, total)
    for streams in (work or partial(_here, storage))(models, _chunks(storage.stream_ends(upto))):
        done += streams
        progress(done, total)
    for model in models:
        _remove_unknown_streams(storage, model)


def _here(storage: Storage, models: Sequence[ReadModel], chunks: Iterable[Chunk]) -> Iterator[int]:
    for chunk in chunks:
        rebuild_streams(storage, models, chunk)
        yield len(chunk)


def retry_failed(storage: Storage) -> None:
    """Rebuild streams that failed before, since the program may have changed."""
    for model in READ_MODELS.values():
        for stream in failed_streams.streams_of(storage.database, model.name):
            _rebuild_each(storage, [model], [stream])


def renew_positions(storage: Storage, stop: Event) -> None:
    """Rebuild positions that another program wrote, a few at a time; readers of these positions replay meanwhile."""
    for chunk in _chunks(_outdated(storage)):
        if stop.is_set():
            return
        rebuild_streams(storage, [POSITIONS], chunk)


def _outdated(storage: Storage) -> Iterator[StreamEnd]:
    after = positions.FIRST
    while True:
        with storage.database.reading() as rows:
            found = positions.of_other_programs(rows, after, STREAMS_AT_A_TIME)
        yield from (StreamEnd(each.stream, each.version) for each in found)
        if len(found) < STREAMS_AT_A_TIME:
            return
        after = (found[-1].program, found[-1].stream)


def _chunks(streams: Iterable[StreamEnd]) -> Iterator[Chunk]:
    """Yield streams in groups of about ``BATCH_SIZE`` facts, so that no transaction delays writers for long."""
    chunk: Chunk = []
    facts = 0
    for end in streams:
        if chunk and facts + end.version > BATCH_SIZE:
            yield chunk
            chunk, facts = [], 0
        chunk.append(end)
        facts += end.version
    if chunk:
        yield chunk


# --------------------------------------------------------------------------------------------------------------------
# A few streams
# --------------------------------------------------------------------------------------------------------------------


def rebuild_streams(storage: Storage, models: Sequence[ReadModel], ends: Sequence[StreamEnd]) -> None:
    """Fold these streams and replace their rows together; if that fails, one by one."""
    try:
        done = _replaced(storage, models, ends)
    except failed_streams.OF_THE_DATABASE:
        raise
    except Exception:  # one of the games fails; rebuilding them one by one shows which
        done = False
    if not done:
        _rebuild_each(storage, models, [end.stream for end in ends])


def _replaced(storage: Storage, models: Sequence[ReadModel], ends: Sequence[StreamEnd]) -> bool:
    """Return whether all streams were replaced together: a projector may have changed one of them meanwhile."""
    streams = [end.stream for end in ends]
    changes = _folded(storage, ends)
    with storage.database.async_commit() as rows:
        places = storage.tracking.locked_positions(rows, [model.name for model in models])
        if len(places) > 1 or storage.tracking.versions_at(rows, streams, min(places)) != dict(ends):
            return False
        for model in models:
            forget(rows, model, streams)
            model.process(rows, changes)
        failed_streams.forget(rows, [model.name for model in models], streams)
    return True


def _folded(storage: Storage, ends: Sequence[StreamEnd]) -> list[Change]:
    read = cache(reader(storage))
    folds = Folds(read, size=1)
    return [change for end in ends for change in folds.changes(read(end.stream, end.version))]


def _rebuild_each(storage: Storage, models: Sequence[ReadModel], streams: Sequence[str]) -> None:
    for model in models:
        with storage.database.async_commit() as rows:
            (upto,) = storage.tracking.locked_positions(rows, [model.name])
            make_again(storage, rows, [model], streams, upto)


def make_again(storage: Storage, rows: Rows, models: Sequence[ReadModel], streams: Iterable[str], upto: int) -> None:
    """Replace the rows of streams one by one, so that a stream whose game fails is marked without affecting others."""
    read = partial(storage.application.read_within, rows)
    for stream in streams:
        version = storage.tracking.version_at(rows, stream, upto)
        for model in models:
            rows.execute("SAVEPOINT before_stream")
            try:
                forget(rows, model, [stream])
                model.process(rows, Folds(read, size=1).changes(read(stream, version)))
                failed_streams.forget(rows, [model.name], [stream])
                rows.execute("RELEASE SAVEPOINT before_stream")  # queued statements are written now
            except failed_streams.OF_THE_DATABASE:
                raise
            except Exception as error:
                rows.execute("ROLLBACK TO SAVEPOINT before_stream")
                rows.execute("RELEASE SAVEPOINT before_stream")
                failed_streams.mark(rows, model.name, stream, version, error)
                _log.exception("Read model %s cannot show %s as it is at version %d", model.name, stream, version)


# --------------------------------------------------------------------------------------------------------------------
# Streams unknown to the event store
# --------------------------------------------------------------------------------------------------------------------


def _remove_unknown_streams(storage: Storage, model: ReadModel) -> None:
    """Remove rows of streams that the event store does not have."""
    for table in model.tables:
        last: str | None = ""
        while last is not None:
            with storage.database.async_commit() as rows:
                found, last = _next_streams(rows, table, last)
                forget(rows, model, [stream for stream, known in found if not known])


def _next_streams(rows: Rows, table: str, after: str) -> tuple[list[tuple[str, bool]], str | None]:
    """Return some streams of a table after another one, whether the event store has them, and the last of them; None at
    the end. The query steps from stream to stream, so its cost does not depend on their rows.
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
