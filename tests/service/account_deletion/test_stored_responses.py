"""Stored responses that name a user: only these are deleted with the account, however many a site stores."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from threading import Event, Thread
from typing import Any
from unittest import mock
from uuid import uuid4

import pytest
from werkzeug.test import TestResponse

from service.account_deletion import delete_account
from service.account_deletion.guest_expiry import expire
from service.accounts import guest_accounts, idempotency_store
from service.administration import roles
from service.storage.sqlite import SQLiteRows
from service.workers.deadline_worker import DeadlineWorker
from service.workers.registry import Workers
from tests.service.account_deletion.test_delete_account import (
    PASSWORD,
    ZENOBIAS_TEXTS,
    dump_database,
    dump_table,
    play_and_write_texts,
)
from tests.service.sites import Person, Site, close, site_on

ANY = {"If-Match": "*"}


@pytest.fixture
def site(storage_url: str) -> Iterator[Site]:
    made = site_on(storage_url, site_url="https://daybook.example")
    yield made
    close(made)


@dataclass
class Repeating(Person):
    """Sends an Idempotency-Key with every write, so that every response is stored."""

    def _send(self, method: str, path: str, headers: dict[str, str] | None = None, **more: Any) -> TestResponse:
        keyed = {"Idempotency-Key": uuid4().hex} if method != "GET" else {}
        return super()._send(method, path, {**keyed, **(headers or {})}, **more)


def repeating(site: Site, name: str) -> Repeating:
    person = site.person(name)
    return Repeating(person.client, name, person.id, person.token)


def stored(site: Site) -> str:
    return dump_table(site, "stored_responses") + dump_table(site, "response_mentions")


def test_responses_that_name_or_quote_the_user_are_deleted(site: Site) -> None:
    zenobia, ben, cleo, _ = (repeating(site, name) for name in ("Zenobia", "Ben", "Cleo", "Dora"))
    for administrator in (zenobia, ben):
        roles.appoint(site.services.storage.database, administrator.id)
    over, running, _ = play_and_write_texts(site, zenobia, ben)
    ben.put("/users/me/email-address", {"address": "ben@example.org", "password": "password of Ben"})
    table = site.table(ben)
    ben.post(f"/games/{table}/invitees", {"name": "Zenobia"})
    ben.post("/games", {"ruleset": "toy", "name": "Of Ben", "seats": 2})
    ben.post(f"/games/{running}/branches", {"name": "A line of Ben"})
    ben.post(f"/games/{over}/rematch", headers=ANY)
    ben.on_version(running, "turn-confirmation", {"automatic": True})
    ben.on_version(running, "seat-offer", {"seat": 0, "offered": True})
    league = zenobia.post("/tournaments", {"title": "Of Palmyra", "rules": {"ruleset": "toy", "seats": 2}}).json["id"]
    for person in (zenobia, ben):
        assert person.post(f"/tournaments/{league}/entrants").status_code == 200
    cleo.post(f"/tournaments/{league}/entrants")
    zenobia.put(f"/tournaments/{league}/organiser", {"name": "Ben"}, headers=ANY)
    assert ben.post(f"/tournaments/{league}/rounds", headers=ANY).status_code == 200
    zenobia.post("/admin/suspensions", {"name": "Cleo", "reason": "words of a queen"})
    assert "words of a queen" in ben.post("/admin/suspensions", {"name": "Dora", "reason": "late"}).text
    site.visitor().post("/users", {"name": "Zenobius", "password": PASSWORD}, headers={"Idempotency-Key": "new"})
    before = stored(site)
    assert [text for text in ZENOBIAS_TEXTS if text not in before and text not in NEVER_STORED] == []
    assert zenobia.delete("/users/me", json={"password": PASSWORD}).status_code == 204
    after = stored(site)
    assert [text for text in (*ZENOBIAS_TEXTS, zenobia.id) if text in after] == []
    assert "Of Ben" in after
    assert "Zenobius" in after


NEVER_STORED = ("Of the queen", "ofthequeenofpalmyra")
"""Texts that appear in no response to other users, or in no response at all."""


def test_responses_with_the_name_inside_other_words_stay(site: Site, ben: Person) -> None:
    e = site.person("e")
    kept = ben.post("/games", {"ruleset": "toy", "name": "Evening", "seats": 2}, headers={"Idempotency-Key": "k"})
    game = e.post("/games", {"ruleset": "toy", "name": "Evening", "seats": 2}).json["id"]
    named = {"Idempotency-Key": "named", **ANY}
    assert ben.post(f"/games/{game}/join", {}, headers=named).status_code == 200
    assert e.delete("/users/me", json={"password": "password of e"}).status_code == 204
    again = ben.post("/games", {"ruleset": "toy", "name": "Evening", "seats": 2}, headers={"Idempotency-Key": "k"})
    assert (again.headers["Idempotency-Replayed"], again.data) == ("true", kept.data)
    assert "'named'" not in stored(site)


def test_responses_about_an_expired_guest_are_deleted(site: Site, ben: Person) -> None:
    guest = guest_accounts.begin(
        site.services.storage.database, site.services.handler.clock() - 2 * guest_accounts.KEPT
    )
    store_responses(site, Person(site.app.test_client(), guest.name, guest.id), ben, 250)
    expire(site.services.handler)
    assert stored(site) == ""
    assert guest.name not in dump_database(site)


def test_deadline_worker_completes_an_interrupted_deletion(site: Site, ben: Person) -> None:
    zenobia = repeating(site, "Zenobia")
    play_and_write_texts(site, zenobia, ben)
    delete_account.close(site.services.handler, zenobia.id)
    with site.services.storage.database.transaction() as rows:
        idempotency_store.delete_user_data(rows, zenobia.id, 2)
    assert zenobia.delete("/users/me", json={"password": PASSWORD}).status_code == 401
    assert "Of Palmyra" in stored(site)
    restarted = site_on(site.services.config.database_url)
    services = restarted.services
    workers = Workers(services.storage, services.handler, mock.Mock(), "https://daybook.example").workers
    next(worker for worker in workers if isinstance(worker, DeadlineWorker)).look()
    close(restarted)
    assert [text for text in ZENOBIAS_TEXTS if text in stored(site)] == []
    assert "Of Palmyra" not in dump_table(site, "typed_texts")


def test_others_can_write_while_many_responses_are_deleted(site: Site, ben: Person) -> None:
    zenobia = site.person("Zenobia")
    store_responses(site, zenobia, ben, 3_000)
    done, statuses = Event(), []

    def write() -> None:
        writing = Person(site.app.test_client(), "Ben", ben.id, ben.token)
        while not done.is_set():
            body = {"ruleset": "toy", "name": "Evening", "seats": 2}
            statuses.append(writing.post("/games", body, headers={"Idempotency-Key": uuid4().hex}).status_code)

    others = Thread(target=write)
    others.start()
    assert zenobia.delete("/users/me", json={"password": PASSWORD}).status_code == 204
    done.set()
    others.join()
    assert set(statuses) <= {201}
    assert zenobia.id not in stored(site)


def store_responses(site: Site, about: Person, actor: Person, number: int) -> None:
    """Store responses to one user that name another."""
    with site.services.storage.database.transaction() as rows:
        for place in range(number):
            response = idempotency_store.StoredResponse("f", 200, {}, "x" * 2_000)
            for statement, params in idempotency_store.keeping(actor.id, f"many-{place}", response, [about.id]):
                rows.execute_many(statement, [params])


def test_no_statement_scans_a_whole_table(sqlite_url: str) -> None:
    site = site_on(sqlite_url)
    zenobia, ben = repeating(site, "Zenobia"), repeating(site, "Ben")
    play_and_write_texts(site, zenobia, ben)
    executed: set[str] = set()
    execute = SQLiteRows.execute

    def record(rows: SQLiteRows, sql: str, *params: Any) -> Any:
        executed.add(sql)
        return execute(rows, sql, *params)

    with mock.patch.object(SQLiteRows, "execute", record):
        delete_account.close(site.services.handler, zenobia.id)
        delete_account.delete_user_data(site.services.storage, zenobia.id)
    assert len(executed) > 25
    with site.services.storage.database.reading() as rows:
        for sql in executed - {"BEGIN IMMEDIATE"}:
            params = dict.fromkeys(re.findall(r"(?<!:):([a-z_]\w*)", sql))
            plan = [row["detail"] for row in rows.execute(f"EXPLAIN QUERY PLAN {sql}", params)]
            assert [step for step in plan if step.startswith("SCAN ") and "CONSTANT" not in step] == [], sql
    close(site)
