"""Rate limits: shared by all processes, at a cost that does not depend on other users."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast
from unittest import mock

import pytest
from limits import RateLimitItem, parse, parse_many

from service import storage as storages
from service.runtime import rate_limit_store as counting
from service.runtime.heartbeat import Heartbeat
from service.runtime.rate_limit_store import RateLimitStore, sweep
from service.storage import Storage
from service.storage.postgres import PostgresStorage
from tests import servers
from tests.load_tests.clients import Client, was_served
from tests.processes import await_ready, go, process
from tests.service.sites import Site, close, site_on
from tests.wait_until import TIMEOUT, wait_until

START = datetime(2026, 1, 31, 23, 59, 30, tzinfo=UTC)
WRITES = parse_many("300 per minute; 6000 per hour")


class Clock:
    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now

    def forward(self, **duration: float) -> None:
        self.now += timedelta(**duration)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def counts(storage: Storage, clock: Clock) -> RateLimitStore:
    return RateLimitStore(storage.database, "secret", clock)


def limit(text: str, name: str = "ada") -> dict[str, RateLimitItem]:
    """Return limits, each under its own key."""
    return {f"{name} {item}": item for item in parse_many(text)}


def allowed(counts: RateLimitStore, limits: dict[str, RateLimitItem], tries: int) -> int:
    return sum(counts.add(limits) is None for _ in range(tries))


def rows_of(storage: Storage) -> list[dict[str, Any]]:
    with storage.database.reading() as rows:
        return rows.execute("SELECT key, count, ends FROM limits ORDER BY ends, key")


def test_limit_holds_until_its_window_ends(counts: RateLimitStore, clock: Clock) -> None:
    assert allowed(counts, limit("3 per minute"), 3) == 3
    clock.forward(seconds=20)
    full = counts.add(limit("3 per minute"))
    assert full is not None
    assert (str(full.limit), full.seconds) == ("3 per 1 minute", 40)
    assert counts.add(limit("3 per minute", "ben")) is None, "other users have their own limit"
    clock.forward(seconds=40)
    assert allowed(counts, limit("3 per minute"), 5) == 3


def test_longest_exceeded_limit_determines_when_to_retry(counts: RateLimitStore, clock: Clock) -> None:
    assert allowed(counts, limit("2 per minute; 2 per hour"), 2) == 2
    full = counts.add(limit("2 per minute; 2 per hour"))
    assert full is not None
    assert (str(full.limit), full.seconds) == ("2 per 1 hour", 3600)


def test_refused_request_counts_toward_no_limit(counts: RateLimitStore, clock: Clock, storage: Storage) -> None:
    """Refused requests use up no limit, neither their sender's nor others'."""
    assert allowed(counts, limit("3 per minute; 5 per hour"), 50) == 3
    assert [row["count"] for row in rows_of(storage)] == [3, 3]
    clock.forward(minutes=1)
    assert allowed(counts, limit("3 per minute; 5 per hour"), 50) == 2


def test_forgiven_attempts_no_longer_count(counts: RateLimitStore) -> None:
    assert allowed(counts, limit("3 per minute"), 5) == 3
    counts.forget(limit("3 per minute"))
    assert allowed(counts, limit("3 per minute"), 5) == 3


@pytest.mark.parametrize("back", [timedelta(milliseconds=5), timedelta(seconds=30), timedelta(days=400)])
def test_clock_set_back_neither_extends_limits_nor_locks_users_out(
    counts: RateLimitStore, clock: Clock, back: timedelta
) -> None:
    assert allowed(counts, limit("3 per minute"), 2) == 2
    clock.now -= back
    assert allowed(counts, limit("3 per minute"), 5) == 1
    full = counts.add(limit("3 per minute"))
    assert full is not None
    assert full.seconds <= 60
    clock.forward(minutes=1)
    assert allowed(counts, limit("3 per minute"), 5) == 3


def test_setting_the_clock_back_does_not_prolong_a_refusal(counts: RateLimitStore, clock: Clock) -> None:
    assert allowed(counts, limit("3 per minute"), 5) == 3
    clock.now -= timedelta(days=400)
    full = counts.add(limit("3 per minute"))
    assert full is not None
    assert full.seconds <= 60
    clock.forward(minutes=1)
    assert allowed(counts, limit("3 per minute"), 5) == 3


def test_slightly_different_clocks_lose_no_counts(storage: Storage, clock: Clock) -> None:
    ahead = RateLimitStore(storage.database, "secret", lambda: clock.now + timedelta(milliseconds=30))
    behind = RateLimitStore(storage.database, "secret", clock)
    taken = 0
    for _ in range(10):
        taken += allowed(ahead, limit("10 per minute"), 1) + allowed(behind, limit("10 per minute"), 1)
    assert taken == 10


def test_wide_limit_is_counted_ahead_but_not_exceeded(counts: RateLimitStore, clock: Clock, storage: Storage) -> None:
    wide = limit("300 per minute; 6000 per hour")
    with mock.patch.object(storage.database, "once", wraps=storage.database.once) as asked:
        assert allowed(counts, wide, 400) == 300
    assert asked.call_count == 200, "one query per three requests, and one per refusal"
    clock.forward(minutes=1)
    assert counts.add(wide) is None
    assert [row["count"] for row in rows_of(storage)] == [3, 303]
    other = RateLimitStore(storage.database, "secret", clock)
    assert other.add(wide) is None
    assert [row["count"] for row in rows_of(storage)] == [6, 306], "another process counts its own requests"
    clock.forward(minutes=1)
    assert counts.add(wide) is None
    assert [row["count"] for row in rows_of(storage)] == [3, 309], "unused counts expire with their window"


NESTED_LOOPS = """
SELECT set_config(name, 'off', false)
FROM unnest(ARRAY['enable_hashjoin', 'enable_hashagg', 'enable_material', 'enable_sort']) AS name
"""
"""Forces a plan that PostgreSQL sometimes chooses: it repeats a subquery that locks rows."""


def test_expired_rows_are_deleted_a_few_at_a_time(
    counts: RateLimitStore, clock: Clock, storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counting, "SWEPT", 4)
    monkeypatch.setattr(counting, "SWEEPS", 3)
    for number in range(20):
        counts.add(limit("300 per minute; 6000 per hour", f"user {number}"))
    clock.forward(seconds=61)
    left = []
    with storage.dedicated_connection() as rows:
        if isinstance(storage, PostgresStorage):
            rows.execute(NESTED_LOOPS)
        for _ in range(3):
            sweep(storage, rows, clock.now)
            left.append(len(rows_of(storage)))
    assert left == [28, 20, 20], "twelve at a time, and no rows that still count"
    clock.forward(hours=1)
    monkeypatch.setattr(counting, "SWEEPS", 100)
    with storage.dedicated_connection() as rows:
        sweep(storage, rows, clock.now)
    assert rows_of(storage) == []


def test_heartbeat_deletes_expired_rows(counts: RateLimitStore, clock: Clock, storage: Storage) -> None:
    counts.add(limit("3 per minute"))
    heartbeat = Heartbeat(storage, [sweep])
    heartbeat.beat()
    assert heartbeat.last().written
    assert rows_of(storage) == [], "the test's clock is far in the past"
    heartbeat.stop()


def test_table_contains_neither_addresses_nor_names(sqlite_url: str) -> None:
    site = site_on(sqlite_url)
    wrong = {"name": "Somebody", "password": "a wrong password"}
    site.app.test_client().post("/api/session", json=wrong, environ_base={"REMOTE_ADDR": "203.0.113.9"})
    kept = str(rows_of(site.services.storage))
    assert len(rows_of(site.services.storage)) == 4
    assert "203.0.113.9" not in kept
    assert "omebody" not in kept
    close(site)


# --------------------------------------------------------------------------------------------------------------------
# Concurrency
# --------------------------------------------------------------------------------------------------------------------


def test_two_busy_processes_share_one_limit_and_lose_no_counts(storage_url: str, storage: Storage) -> None:
    with ExitStack() as stack:
        both = [stack.enter_context(process("hammer", storage_url, "37 per hour", "12")) for _ in range(2)]
        for each in both:
            await_ready(each)
        for each in both:
            go(each)
        taken = [int(cast(Any, each.stdout).readline()) for each in both]
    assert sum(taken) == 37
    assert max(row["count"] for row in rows_of(storage)) <= 37 + 8, "one more for each concurrent thread"


@pytest.fixture
def one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Disable counting ahead."""
    monkeypatch.setattr(counting, "AHEAD", 1)


@pytest.mark.usefixtures("one_by_one")
def test_concurrent_requests_lose_no_counts(storage: Storage) -> None:
    counts = RateLimitStore(storage.database, "secret")
    at_once(lambda number: allowed(counts, limit("1000 per hour"), 25), 8)
    assert [row["count"] for row in rows_of(storage)] == [200]


def test_concurrent_requests_do_not_exceed_a_limit(storage: Storage) -> None:
    counts = RateLimitStore(storage.database, "secret")
    together, taken = threading.Barrier(8, timeout=TIMEOUT), []

    def work(_: int) -> None:
        for turn in range(20):
            together.wait()
            taken.extend(turn for _ in range(allowed(counts, limit("2 per hour", f"turn {turn}"), 1)))

    at_once(work, 8)
    assert sorted(taken) == sorted([*range(20), *range(20)])


def test_a_sweep_skips_rows_that_are_being_counted(postgres_url: str) -> None:
    with closing(storages.connect(postgres_url)) as storage:
        counts = RateLimitStore(storage.database, "secret", Clock())
        counts.add(limit("300 per minute; 6000 per hour"))
        with storage.database.transaction() as counting_now, storage.dedicated_connection() as rows:
            counting_now.execute("SELECT key FROM limits ORDER BY ends LIMIT 1 FOR UPDATE")
            sweep(storage, rows, datetime.now(UTC))
            assert len(rows.execute("SELECT key FROM limits")) == 1


@pytest.mark.usefixtures("one_by_one")
def test_concurrent_updates_do_not_deadlock(storage: Storage) -> None:
    """The same rows are counted in any order while other threads sweep and forget them."""
    counts = RateLimitStore(storage.database, "secret")
    names = [f"name {number}" for number in range(6)]
    short = parse("1000 per second")

    def work(number: int) -> None:
        for turn in range(60):
            if number == 0:
                with storage.dedicated_connection() as rows:
                    sweep(storage, rows, datetime.now(UTC) + timedelta(seconds=2))
            elif number == 1:
                counts.forget(names)
            else:
                start = (number + turn) % 6
                counts.add(dict.fromkeys((*names[start:], *names[:start]), short))

    at_once(work, 6)


def at_once(work: Any, threads: int) -> None:
    """Run the work in each thread and fail if any of them raises an error."""
    begin, failed = threading.Barrier(threads), []

    def run(number: int) -> None:
        begin.wait()
        try:
            work(number)
        except Exception as error:
            failed.append(error)

    started = [threading.Thread(target=run, args=(number,)) for number in range(threads)]
    for thread in started:
        thread.start()
    for thread in started:
        thread.join()
    assert failed == []


def test_two_web_processes_share_a_limit_that_outlives_them(storage_url: str, tmp_path: Path) -> None:
    variables = servers.environment(storage_url, DAYBOOK_LOG_IN_LIMIT="5 per hour")
    servers.run("migrate", variables=variables)
    with ExitStack() as stack:
        ports = [
            stack.enter_context(servers.web(variables=variables, log=tmp_path / f"log {number}"))[0]
            for number in range(2)
        ]
        assert [log_in_status(ports[number % 2]) for number in range(7)] == [401] * 5 + [429] * 2
    with servers.web(variables=variables, log=tmp_path / "log 2") as (port, _):
        assert log_in_status(port) == 429


def log_in_status(port: int) -> int:
    with closing(Client(port)) as client:
        guess = {"name": "Ada", "password": "a wrong password"}
        response = wait_until(lambda: client.post("/api/session", guess), was_served)
        assert response.status != 429 or 0 < int(response.headers["retry-after"]) <= 3600
        return response.status


# --------------------------------------------------------------------------------------------------------------------
# Costs
# --------------------------------------------------------------------------------------------------------------------


def add_writers(counts: RateLimitStore, numbers: range) -> None:
    for number in numbers:
        counts.add({item.key_for("write", str(number)): item for item in WRITES})


@pytest.mark.usefixtures("one_by_one")
def test_sqlite_steps_per_write_do_not_grow_with_other_writers(sqlite_url: str) -> None:
    with closing(storages.connect(sqlite_url, connections=1)) as storage:
        counts = RateLimitStore(storage.database, "secret")

        def steps() -> int:
            taken = 0

            def step() -> int:
                nonlocal taken
                taken += 1
                return 0

            datastore: Any = storage._datastore  # type: ignore[attr-defined]
            with datastore.get_connection(commit=False) as connection:
                connection.cursor().sqlite_cursor.connection.set_progress_handler(step, 1)
            counts.add(limit("300 per minute; 6000 per hour", "someone"))
            with datastore.get_connection(commit=False) as connection:
                connection.cursor().sqlite_cursor.connection.set_progress_handler(None, 1)
            return taken

        add_writers(counts, range(10))
        steps()
        with_ten = steps()
        add_writers(counts, range(10, 5000))
        assert 0 < steps() <= with_ten + 5


@pytest.mark.usefixtures("one_by_one")
def test_postgresql_write_takes_one_round_trip_at_constant_cost(postgres_url: str, tmp_path: Path) -> None:
    with closing(storages.connect(postgres_url, connections=1)) as storage:
        counts = RateLimitStore(storage.database, "secret")
        user_limit = limit("300 per minute; 6000 per hour", "someone")
        for _ in range(8):
            counts.add(user_limit)  # The driver prepares a statement after it has run several times.

        datastore: Any = storage._datastore  # type: ignore[attr-defined]
        trace = os.open(tmp_path / "trace", os.O_RDWR | os.O_CREAT)
        with datastore.get_connection() as connection:
            connection.pgconn.trace(trace)
        counts.add(user_limit)
        with datastore.get_connection() as connection:
            connection.pgconn.untrace()
        os.close(trace)
        assert (tmp_path / "trace").read_text().count("ReadyForQuery") == 1

        add_writers(counts, range(10))
        with_ten = min_pages_touched(storage)
        add_writers(counts, range(10, 5000))
        assert min_pages_touched(storage) <= with_ten + 8, "at most one more level of each index"


def min_pages_touched(storage: Storage) -> int:
    """Return the minimum of five runs: a page that just became full can make the database search for another."""
    return min(pages_touched(storage) for _ in range(5))


def pages_touched(storage: Storage) -> int:
    """Return the number of pages that the statement reads when it counts existing keys."""
    now = datetime.now(UTC)
    asked = {str(number): item for number, item in enumerate(WRITES)}
    values = {f"key{place}": key for place, key in enumerate(asked)} | counting._bounds(asked, now)
    with storage.database.transaction() as rows:
        rows.execute(counting._count(2), values)
        plan = rows.execute(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {counting._count(2)}", values)
    (explained,) = plan[0]["QUERY PLAN"]
    return int(explained["Plan"]["Shared Hit Blocks"] + explained["Plan"]["Shared Read Blocks"])


@pytest.mark.usefixtures("one_by_one")
class TestRequests:
    """The number of statements that count a request."""

    @pytest.fixture
    def site(self, storage_url: str) -> Iterator[Site]:
        made = site_on(storage_url)
        yield made
        close(made)

    @pytest.fixture
    def counted(self, site: Site, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        """Return the first keywords of statements that ran outside larger transactions."""
        run: list[str] = []
        database: Any = site.services.storage.database
        once = database.once

        def noted(sql: str, params: Any) -> Any:
            run.append(sql.split()[0])
            return once(sql, params)

        monkeypatch.setattr(database, "once", noted)
        return run

    def test_write_is_counted_by_one_statement_and_read_by_none(self, site: Site, counted: list[str]) -> None:
        ada = site.person("Ada")
        game = site.game(ada, ada)
        counted.clear()
        for path in (f"/games/{game}", f"/games/{game}/state", "/games", "/users/me"):
            assert ada.get(path).status_code == 200
        assert ada.client.get(f"/games/{game}").status_code == 200
        assert counted == []
        assert ada.move(game, {"command": {"action": "take_coins"}}).status_code == 200
        assert counted == ["WITH"]

    def test_password_guess_is_counted_by_one_statement_for_all_limits(self, site: Site, counted: list[str]) -> None:
        client = site.app.test_client()
        for path in ("/api/session", "/log-in"):
            wrong = {"name": "Ada", "password": "a wrong password"}
            client.post(path, **({"json": wrong} if path.startswith("/api") else {"data": wrong}))
            assert counted == ["WITH"]
            counted.clear()
