"""Messages per second through the outbox to a receiver that accepts them at once."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import msgspec

from service.notifications import channels, delivery_schedule, inbox
from service.notifications.triggers import Occasion
from service.outbox.queue import Outbox
from service.storage import Storage
from tests.benchmarks.databases import Backend, migrated
from tests.benchmarks.row import Row
from tests.deliveries import deliver_due, due

_WRITTEN = (
    "INSERT INTO site_keys (name, value) VALUES ('floor', :value) ON CONFLICT (name) DO UPDATE SET value = :value"
)

_USER = "INSERT INTO users (id, name, folded_name, password, created_at) VALUES (:id, :id, :id, '', '')"


def measure(backends: list[Backend], messages: int) -> Iterator[Row]:
    """Measure the delivery of a notification to each of many users with one channel."""
    for backend in backends:
        with migrated(backend) as (_, storage):
            _hold(storage, messages)
            taken, seconds = _sent(storage)
            assert len(set(taken)) == messages
            yield Row(
                measure=f"messages through the outbox, {backend.name}",
                value=messages / seconds,
                unit="messages/s",
                floor=_floor(storage, messages),
                note="from held notifications to delivered by one sender; floor: one durable write for each",
            )


def _hold(storage: Storage, messages: int) -> None:
    past = datetime(2026, 1, 1, tzinfo=UTC)
    with storage.database.transaction() as rows:
        for number in range(messages):
            user = f"user-{number}"
            rows.execute(_USER, {"id": user})
            channels.add(rows, user, "webhook", "", "https://example.org/", past)
            delivery_schedule.hold(rows, inbox.create(rows, f"{number:032x}", [Occasion(user, "turn", 1)], past), past)


def _sent(storage: Storage) -> tuple[list[Any], float]:
    """Deliver all held notifications; return what the receiver got, and the seconds that this took."""
    taken: list[Any] = []
    outbox, began = Outbox(storage.database), time.perf_counter()
    while delivery_schedule.release_due(storage.database, datetime.now(UTC)):
        pass
    while due(outbox, 1):
        deliver_due(outbox, lambda waiting: taken.append(msgspec.json.decode(waiting.content)[0]))
    return taken, time.perf_counter() - began


def _floor(storage: Storage, messages: int) -> float:
    began = time.perf_counter()
    for number in range(messages):
        with storage.database.transaction() as rows:
            rows.execute(_WRITTEN, {"value": str(number)})
    return messages / (time.perf_counter() - began)
