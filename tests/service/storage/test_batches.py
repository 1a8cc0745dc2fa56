"""Batches of a follower: commands are always whole, however many facts are waiting."""

from datetime import UTC, datetime

from domain.log import HeadMoved, Recorded
from service.storage import Storage
from service.storage.event_store import BATCH_SIZE
from tests.service.storage.following import followed

FACTS = 3


def append_command(storage: Storage, number: int) -> None:
    """Append three facts at once; every other command repeats its predecessor's id on another stream."""
    stream = f"stream-{number % 2}"
    first = FACTS * (number // 2) + 1
    events = []
    for version in range(first, first + FACTS):
        record = Recorded(
            originator_id=stream,
            originator_version=version,
            at=datetime.now(UTC),
            command=f"command-{number // 2}",
            previous="",
            fact=HeadMoved(to=0),
        )
        events.append(storage.application.mapper.to_stored_event(record))
    storage.append(events)


def test_no_batch_ends_in_the_middle_of_a_command(storage: Storage) -> None:
    commands = BATCH_SIZE // FACTS * 2 + 3
    for number in range(commands):
        append_command(storage, number)
    batches = followed(storage)
    assert len(batches) > 1
    assert all(len(batch.records) % FACTS == 0 for batch in batches)
    assert sum(len(batch.records) for batch in batches) == FACTS * commands
    ids = [found for batch in batches for found in batch.ids]
    assert ids == sorted(set(ids))
