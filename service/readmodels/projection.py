"""Projection of events into the read models, exactly once.

A read model's rows and the position it has reached are written in one transaction. Any number of processes may run
the projector (:mod:`service.workers.projector`); one works and the others stand by.
A game whose code fails delays no other game: its rows stay unchanged, and it is marked as failed
(:mod:`service.readmodels.failed_streams`).
The next fact of the game, the next projector, and a rebuild (:mod:`service.readmodels.rebuilding`) try again from its
first fact.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Collection, Sequence

from projections.db_protocol import Rows
from projections.read_model import ReadModel
from projections.registry import READ_MODELS
from projections.stream_folder import Folds
from service.readmodels import failed_streams
from service.readmodels.rebuilding import make_again, reader
from service.storage import Batch, Storage, migration
from service.storage.event_store import UnreadableFact

_ANOTHER_LOOK = 0.05
"""Seconds between checks while waiting for another process's projector."""

LEASES = [f"projector-{name}" for name in READ_MODELS]


class StoredByAnotherBuild(Exception):
    """Another program has recreated read models and fills them, after `daybook migrate` of another release."""


def by_position(storage: Storage) -> dict[int, list[ReadModel]]:
    """Return read models by their position. Raises StoredByAnotherBuild."""
    found: dict[int, list[ReadModel]] = defaultdict(list)
    with storage.database.reading() as rows:
        if others := migration.of_other_programs(rows):
            raise StoredByAnotherBuild(", ".join(model.name for model in others))
        for model in READ_MODELS.values():
            found[storage.tracking.position(rows, model.name)].append(model)
    return found


def project(storage: Storage, models: Sequence[ReadModel], folds: Folds, batch: Batch) -> None:
    """Process a batch for read models that are all positioned right before it.

    Raise IntegrityError, and change nothing, if one of them is not: another process has processed the batch, or has
    recreated the read model.
    """
    streams = {record.originator_id for record in batch.records}
    unreadable = {record.originator_id for record in batch.records if isinstance(record, UnreadableFact)}
    try:
        _take_in(storage, models, folds, batch, {*unreadable, *failed_streams.among(storage.database, streams)})
    except failed_streams.OF_THE_DATABASE:
        raise
    except Exception:
        _take_in(storage, models, folds, batch, streams)


def _take_in(storage: Storage, models: Sequence[ReadModel], folds: Folds, batch: Batch, apart: Collection[str]) -> None:
    """Process a batch; streams that failed are rebuilt one by one."""
    readable = [record for record in batch.records if not isinstance(record, UnreadableFact)]
    changes = folds.changes([record for record in readable if record.originator_id not in apart])
    with storage.database.async_commit() as rows:
        storage.tracking.advance(rows, [model.name for model in models], batch.first, batch.last)
        for model in models:
            model.process(rows, changes)
        make_again(storage, rows, models, sorted(apart), batch.last)


def catch_up(storage: Storage) -> None:
    """Project everything recorded so far and return: for commands and tests, where no projector runs.

    If a projector runs, wait until it has reached this position or has ended, which the database may detect slightly
    later. Raises StoredByAnotherBuild.
    """
    target = storage.last_id()
    while any(position(storage, name) < target for name in READ_MODELS):
        with storage.lease(*LEASES) as taken:
            if taken:
                for reached, models in by_position(storage).items():
                    folds = Folds(reader(storage))
                    for batch in storage.application.recorded(reached, target):
                        project(storage, models, folds, batch)
            else:
                time.sleep(_ANOTHER_LOOK)


# --------------------------------------------------------------------------------------------------------------------
# Watching
# --------------------------------------------------------------------------------------------------------------------


def position(storage: Storage, name: str) -> int:
    """Return the last notification id that a read model has processed; 0 for none."""
    with storage.database.reading() as rows:
        return storage.tracking.position(rows, name)


def lag(storage: Storage, rows: Rows) -> dict[str, int]:
    """Return how many notification ids each read model is behind the event store."""
    last = storage.tracking.end(rows)
    return {name: max(0, last - storage.tracking.position(rows, name)) for name in READ_MODELS}
