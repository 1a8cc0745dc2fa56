"""Many writers and one follower: no fact is missed, and every stream arrives in order.

On PostgreSQL this experiment shows why appending takes a lock: notification ids are assigned before a
transaction commits, so without the lock a follower could read past one that is still to come.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import pairwise

import psycopg
import pytest

from service import storage as storages
from service.storage import Storage
from tests.processes import await_ready, go, process

PROCESSES = 3
THREADS = 4
APPENDS = 40
FACTS = PROCESSES * THREADS * (APPENDS // 3 * 6 + 1)
"""Appends hold one, two, three facts in turn; the fortieth holds one."""


class Follower:
    """Reads every new fact by notification id while others write."""

    def __init__(self, storage: Storage) -> None:
        self.ids: list[int] = []
        self.versions: dict[str, list[int]] = defaultdict(list)
        self.stop = threading.Event()
        self._thread = threading.Thread(target=self._follow, args=(storage,))
        self._thread.start()

    def _follow(self, storage: Storage) -> None:
        for batch in storage.subscribe(0, self.stop):
            self.ids += batch.ids
            for record in batch.records:
                self.versions[record.originator_id].append(record.originator_version)

    def finish(self) -> None:
        self.stop.set()
        self._thread.join()


def write_from_many_processes(url: str) -> None:
    with ExitStack() as stack:
        running = [
            stack.enter_context(process("write", url, f"writer-{number}", str(THREADS), str(APPENDS)))
            for number in range(PROCESSES)
        ]
        for each in running:
            await_ready(each)
        for each in running:
            go(each)
        assert [each.wait(60) for each in running] == [0] * PROCESSES


@pytest.fixture
def followed(storage: Storage, storage_url: str) -> Iterator[Follower]:
    """Yield a follower that ran beside many writers and had time to see the last fact."""
    follower = Follower(storage)
    write_from_many_processes(storage_url)
    last, patience = storage.last_id(), threading.Event()
    for _ in range(100):
        if follower.ids and follower.ids[-1] >= last:
            break
        patience.wait(0.05)
    follower.finish()
    yield follower


def test_follower_misses_nothing_while_many_processes_write(followed: Follower, storage: Storage) -> None:
    assert len(followed.ids) == FACTS
    assert all(before < after for before, after in pairwise(followed.ids))
    assert len(followed.versions) == PROCESSES * THREADS
    for stream, versions in followed.versions.items():
        assert versions == list(range(1, len(versions) + 1)), stream
    stored = sum(end.version for end in storage.stream_ends(storage.last_id()))
    assert stored == FACTS


def test_append_function_waits_for_the_previous_writer(postgres_url: str) -> None:
    """The lock works: while one transaction has appended but not committed, a second one cannot append."""
    storage = storages.connect(postgres_url)
    call = "SELECT es_insert_events_text(ARRAY[ROW(%s, 1, 'topic', ''::bytea)::stored_event_text])"
    with psycopg.connect(postgres_url) as first, psycopg.connect(postgres_url) as second:
        first.execute(call, ("one",))
        waiting = threading.Thread(target=lambda: (second.execute(call, ("two",)), second.commit()))
        waiting.start()
        waiting.join(0.2)
        assert waiting.is_alive()
        assert storage.last_id() == 0
        first.commit()
        waiting.join(5)
        assert not waiting.is_alive()
    assert storage.last_id() == 2
    storage.close()
