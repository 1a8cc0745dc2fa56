"""The batches of facts that a follower of the log receives."""

from __future__ import annotations

from threading import Event

from service.storage import Batch, Storage


def followed(storage: Storage) -> list[Batch]:
    """Return the batches that a follower receives, from the first fact to the latest."""
    stop = Event()
    batches = []
    for batch in storage.subscribe(0, stop):
        batches.append(batch)
        if batch.last == storage.last_id():
            stop.set()
    return batches
