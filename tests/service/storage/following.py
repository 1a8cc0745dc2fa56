"""The records that a follower of the log gets."""

from __future__ import annotations

from threading import Event

from service.storage import Batch, Storage


def followed(storage: Storage) -> list[Batch]:
    """Return the batches from the first fact to what is the last one now."""
    stop = Event()
    batches = []
    for batch in storage.subscribe(0, stop):
        batches.append(batch)
        if batch.last == storage.last_id():
            stop.set()
    return batches
