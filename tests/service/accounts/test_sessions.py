"""Sessions: they end on request, on a password change, and by age, but not when the clock is set back."""

from __future__ import annotations

from datetime import timedelta
from unittest import mock

import pytest
from eventsourcing.persistence import OperationalError

from service.accounts import sessions
from service.accounts.sessions import MOST, SEEN_EVERY, Sessions
from service.accounts.users import Accounts, User
from service.storage import Storage
from service.storage.sqlite import SQLiteRows
from tests.clocks import Clock
from tests.service.sites import close, site_on

LONGEST = timedelta(days=90)
DAY = timedelta(days=1)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def kept(storage: Storage, clock: Clock) -> Sessions:
    return Sessions(storage.database, LONGEST, clock)


@pytest.fixture
def accounts(storage: Storage) -> Accounts:
    return Accounts(storage.database, 64)


@pytest.fixture
def ada(accounts: Accounts) -> User:
    return accounts.register("Ada", "password of Ada")


@pytest.fixture
def ben(accounts: Accounts) -> User:
    return accounts.register("Ben", "password of Ben")


def rows_of(storage: Storage) -> list[dict[str, object]]:
    with storage.database.reading() as rows:
        return rows.execute("SELECT * FROM sessions ORDER BY created_at, id")


def test_session_identifies_the_user_and_stores_no_token(kept: Sessions, ada: User, storage: Storage) -> None:
    token = kept.open(ada, "Firefox")
    found = kept.of_token(token)
    assert found is not None
    assert (found.user, found.browser) == (ada, "Firefox")
    assert kept.of_token(found.id) is None
    assert token not in str(rows_of(storage))


def test_session_expires_by_age(kept: Sessions, ada: User, clock: Clock) -> None:
    token = kept.open(ada, "")
    clock.now += LONGEST - DAY
    assert kept.of_token(token) is not None
    assert len(kept.of_user(ada)) == 1
    clock.now += DAY
    assert kept.of_token(token) is None
    assert kept.of_user(ada) == []


def test_setting_the_clock_back_ends_no_session(kept: Sessions, ada: User, clock: Clock) -> None:
    tokens = [kept.open(ada, "") for _ in range(MOST)]
    clock.now -= 400 * DAY
    assert all(kept.of_token(token) for token in tokens)
    assert kept.of_user(ada)[0].seen_at == clock.now
    one_more = kept.open(ada, "")
    assert kept.of_token(one_more) is not None


def test_last_use_is_recorded_at_intervals(kept: Sessions, ada: User, clock: Clock) -> None:
    token = kept.open(ada, "")
    opened_at = clock.now
    clock.now += SEEN_EVERY - timedelta(seconds=1)
    kept.of_token(token)
    assert kept.of_user(ada)[0].seen_at == opened_at
    clock.now += timedelta(seconds=1)
    kept.of_token(token)
    assert kept.of_user(ada)[0].seen_at == clock.now


def test_session_works_if_the_database_cannot_be_written(
    kept: Sessions, ada: User, clock: Clock, storage: Storage
) -> None:
    token = kept.open(ada, "")
    clock.now += DAY
    with mock.patch.object(storage.database, "async_commit", side_effect=OperationalError("disk full")):
        assert kept.of_token(token) is not None


def test_users_can_end_only_their_own_sessions(kept: Sessions, ada: User, ben: User) -> None:
    first, second, third = (kept.open(ada, "") for _ in range(3))
    bens = kept.open(ben, "")
    ended = kept.of_token(first)
    assert ended is not None
    assert not kept.end(ben, ended.id)
    assert kept.end(ada, ended.id)
    assert not kept.end(ada, ended.id)
    assert kept.of_token(first) is None
    kept.end_all(ada, but=third)
    assert kept.of_token(second) is None
    assert kept.of_token(third) is not None
    kept.close(third)
    assert kept.of_token(third) is None
    assert kept.of_token(bens) is not None


def test_new_password_ends_all_sessions_even_those_being_opened(
    kept: Sessions, accounts: Accounts, ada: User, storage: Storage
) -> None:
    kept.open(ada, "")
    changed = accounts.set_password(ada, "a better password")
    assert rows_of(storage) == []
    too_late = kept.open(ada, "")
    assert kept.of_token(too_late) is None
    assert kept.of_token(kept.open(changed, "")) is not None


def test_too_many_sessions_end_the_least_recently_used(kept: Sessions, ada: User, ben: User, clock: Clock) -> None:
    bens = kept.open(ben, "")
    tokens = []
    for _ in range(MOST):
        tokens.append(kept.open(ada, ""))
        clock.now += timedelta(seconds=1)
    clock.now += SEEN_EVERY
    kept.of_token(tokens[0])
    tokens += [kept.open(ada, "") for _ in range(2)]
    still_open = [number for number, token in enumerate(tokens) if kept.of_token(token)]
    assert still_open == [0, *range(3, MOST + 2)]
    assert kept.of_token(bens) is not None


def test_expired_sessions_are_removed_a_few_at_a_time(
    kept: Sessions, ada: User, clock: Clock, storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "_SWEPT", 2)
    for _ in range(5):
        kept.open(ada, "")
    clock.now += LONGEST + DAY
    left = []
    for _ in range(3):
        with storage.database.transaction() as rows:
            kept.sweep(storage, rows, clock.now)
        left.append(len(rows_of(storage)))
    assert left == [3, 1, 0]


def test_authentication_takes_one_indexed_query(sqlite_url: str) -> None:
    site = site_on(sqlite_url)
    client = site.app.test_client()
    ada = {"name": "Ada", "password": "password of Ada"}
    client.post("/api/users", json=ada)
    client.post("/api/session", json=ada)
    with mock.patch.object(SQLiteRows, "execute", autospec=True, side_effect=SQLiteRows.execute) as execute:
        assert client.get("/api/users/me").status_code == 200
        assert site.app.test_client().get("/api/users/me").status_code == 401, "a visitor causes no query"
    ((_, query, values),) = (call.args for call in execute.mock_calls)
    with site.services.storage.database.reading() as rows:
        plan = [row["detail"] for row in rows.execute(f"EXPLAIN QUERY PLAN {query}", values)]
    assert all(step.startswith(("SEARCH", "CORRELATED SCALAR SUBQUERY")) for step in plan), plan
    close(site)
