"""Locks of transactions on the same channels: always taken in one order, so PostgreSQL sees no deadlock."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import psycopg
import pytest

from service.notifications import channels, delivery_schedule
from service.outbox import circuits, queue
from service.workers.notifier import follow
from tests.deliveries import due
from tests.service.channels.conftest import take_turn
from tests.service.sites import Person, Site, close, site_on
from tests.wait_until import wait_until

CHANNELS = "/users/me/notifications/channels"
_WAITS = "SELECT 1 FROM pg_locks WHERE NOT granted AND locktype IN ('tuple', 'transactionid')"


@pytest.fixture
def site(postgres_url: str) -> Iterator[Site]:
    made = site_on(postgres_url)
    yield made
    close(made)


@pytest.fixture
def beside(postgres_url: str) -> Iterator[Callable[[Callable[[], object]], Future[object]]]:
    """Return a function that starts work in another thread, and returns once the work has ended or waits for a lock."""
    with ThreadPoolExecutor(1) as pool, psycopg.connect(postgres_url, autocommit=True) as session:

        def begin(work: Callable[[], object]) -> Future[object]:
            future = pool.submit(work)
            wait_until(lambda: future.done() or session.execute(_WAITS).fetchone())
            return future

        yield begin


def webhook(person: Person, number: int) -> str:
    return str(person.post(CHANNELS, {"kind": "webhook", "address": f"https://example.org/{number}"}).json["id"])


def test_owner_and_administrator_can_retry_concurrently(
    site: Site, ben: Person, beside: Callable[[Callable[[], object]], Future[object]]
) -> None:
    database, outbox, channel = site.services.storage.database, site.services.outbox, webhook(ben, 0)
    ben.post(f"{CHANNELS}/{channel}/tests")
    outbox.give_up(due(outbox, 1)[0], "500")
    with database.transaction() as rows:
        circuits.take(rows, channel)
        administrator = beside(outbox.try_again)
        queue.retry(rows, channel, datetime.now(UTC))
    administrator.result()
    assert len(due(outbox, 2)) == 1


def test_settings_can_change_while_notifications_are_released(
    site: Site, ada: Person, ben: Person, beside: Callable[[Callable[[], object]], Future[object]]
) -> None:
    storage, now = site.services.storage, datetime.now(UTC)
    *_, last = sorted(webhook(ben, number) for number in range(4))
    take_turn(ada, site.game(ada, ben))
    site.catch_up()
    follow(storage, now)
    with storage.database.reading() as rows:
        channel = channels.one(rows, last)
    assert channel is not None
    with storage.database.transaction() as rows:
        channels.change(rows, channel)
        notifier = beside(lambda: delivery_schedule.release_due(storage.database, now + timedelta(hours=1)))
        delivery_schedule.reschedule(rows, ben.id, now)
    assert notifier.result()
