"""Admission control: requests without a free place are refused soon, and listeners take no place."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

import pytest
from argon2 import PasswordHasher

from service import queries
from service.runtime import admission_control, recent_pages
from service.storage.connections import Turns, work
from tests.service.sites import Person, Site, close, site_on

STREAM = {"Accept": "text/event-stream"}

SHORT_WAIT = 0.2
"""Seconds of waiting before a request is refused."""


@pytest.fixture
def site(sqlite_url: str) -> Iterator[Site]:
    """Yield a site that works on one request at a time."""
    made = site_on(sqlite_url, requests=1, live_wait=60)
    yield made
    close(made)


@pytest.fixture
def game(site: Site) -> str:
    ada = site.person("Ada")
    return site.game(ada, ada)


@contextmanager
def other_request_running(site: Site, *, stranger: bool) -> Iterator[None]:
    """Keep another user's request running."""
    inside, done = threading.Event(), threading.Event()

    def work() -> None:
        site.services.admission_control.enter(time.monotonic(), stranger=stranger)
        inside.set()
        done.wait(30)
        site.services.admission_control.leave()

    thread = threading.Thread(target=work)
    thread.start()
    inside.wait(30)
    try:
        yield
    finally:
        done.set()
        thread.join()


@pytest.fixture
def crowded(site: Site, game: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Person]:
    """Yield a visitor, while another user's long request is running."""
    with other_request_running(site, stranger=False):
        monkeypatch.setattr(admission_control, "WAIT", SHORT_WAIT)
        yield site.visitor()


class TestOverload:
    def test_api_client_learns_when_to_try_again(self, crowded: Person, game: str) -> None:
        answer = crowded.get(f"/games/{game}")
        assert (answer.status_code, answer.content_type) == (503, "application/problem+json")
        assert answer.json["type"] == "/api/docs#unavailable"
        assert int(answer.headers["Retry-After"]) >= 1
        assert "script-src 'self'" in answer.headers["Content-Security-Policy"]

    def test_page_is_refused_without_reading_the_database(self, site: Site, crowded: Person, game: str) -> None:
        crowded.client.set_cookie("session", "whatever it is")
        with mock.patch.object(site.services.storage.database, "reading", side_effect=AssertionError):
            answer = crowded.client.get(f"/games/{game}")
        assert answer.status_code == 503
        assert "Try again in a few seconds." in answer.text
        assert int(answer.headers["Retry-After"]) >= 1

    def test_visitor_gets_the_recent_page_of_another_visitor(
        self, site: Site, game: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sent = site.visitor().client.get(f"/games/{game}")
        monkeypatch.setattr(admission_control, "WAIT", SHORT_WAIT)
        with other_request_running(site, stranger=False):
            again = site.visitor().client.get(f"/games/{game}")
            assert (again.status_code, again.data) == (200, sent.data)
            assert again.headers["Content-Security-Policy"] == sent.headers["Content-Security-Policy"]
            for other in ({"Authorization": "Bearer x"}, {"Accept-Language": "ko"}, {"Daybook-Known": "x"}):
                assert site.visitor().client.get(f"/games/{game}", headers=other).status_code == 503
            assert site.visitor().client.get(f"/games/{game}?at=1").status_code == 503
            known = site.visitor().client
            known.set_cookie("login", "x")
            assert known.get(f"/games/{game}").status_code == 503
            monkeypatch.setattr(recent_pages, "LONGEST", 0.0)
            assert site.visitor().client.get(f"/games/{game}").status_code == 503

    def test_a_recent_page_is_complete_and_found_behind_a_proxy(
        self, sqlite_url: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        site = site_on(sqlite_url, requests=1, trusted_proxies=1)
        ada = site.person("Ada")
        address = f"/games/{site.game(ada, ada)}"
        proxied = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "daybook.example.org"}
        sent = site.visitor().client.get(address, headers=proxied)
        monkeypatch.setattr(admission_control, "WAIT", SHORT_WAIT)
        with other_request_running(site, stranger=False):
            again = site.visitor().client.get(address, headers=proxied)
            assert site.visitor().client.get(address).status_code == 503
        assert (again.status_code, again.data, dict(again.headers)) == (200, sent.data, dict(sent.headers))
        close(site)

    def test_visitors_get_no_private_or_outdated_pages(
        self, site: Site, game: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ada = site.person("Cleo")
        private = site.table(ada, private=True)
        ada.client.get(f"/games/{private}", headers={"Authorization": f"Bearer {ada.token}"})
        site.visitor().client.get(f"/games/{game}")
        site.services.recent_writes.put(game, time.monotonic())
        monkeypatch.setattr(admission_control, "WAIT", SHORT_WAIT)
        with other_request_running(site, stranger=False):
            for stream in (private, game):
                assert site.visitor().client.get(f"/games/{stream}").status_code == 503

    def test_refused_form_is_not_redirected(self, crowded: Person, game: str) -> None:
        assert crowded.client.post(f"/games/{game}/undo").status_code == 503

    def test_unverified_credentials_identify_no_user(self, site: Site, game: str) -> None:
        """The last place is for requests recognised as users'."""
        gates = site.services.admission_control
        ben = site.person("Ben")
        known = {"HTTP_AUTHORIZATION": f"Bearer {ben.token}"}
        assert gates.is_anonymous({"HTTP_COOKIE": "login=anything"})
        assert gates.is_anonymous({"HTTP_AUTHORIZATION": "Bearer anything"})
        assert gates.is_anonymous(known)
        assert ben.get("/users/me").status_code == 200
        assert not gates.is_anonymous(known)

    def test_made_up_cookies_do_not_displace_known_users(self, site: Site) -> None:
        ben, bearer = site.person("Ben"), {"Authorization": f"Bearer {site.person('Cleo').token}"}
        ben.get("/users/me")
        for number in range(50):
            client = site.visitor().client
            client.set_cookie("login", str(number))
            assert client.get("/api/users/me", headers=bearer).status_code == 200
        assert len(site.services.admission_control._known._values) == 2

    def test_an_old_request_does_not_wait_again(
        self, crowded: Person, game: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The time in the queue of the web server counts."""
        monkeypatch.setattr(admission_control, "WAIT", 60)
        token = admission_control.arrived.set(time.monotonic() - 100)
        try:
            before = time.monotonic()
            assert crowded.get(f"/games/{game}").status_code == 503
            assert time.monotonic() - before < 30
        finally:
            admission_control.arrived.reset(token)

    def test_health_and_static_files_are_served(self, crowded: Person) -> None:
        assert crowded.get("/health").json["status"] == "ok"
        assert crowded.client.get("/static/styles/daybook.css").status_code == 200

    def test_place_is_released_whatever_the_response(self, site: Site, game: str) -> None:
        visitor = site.visitor()
        with mock.patch.object(queries, "current", side_effect=ZeroDivisionError):
            assert [visitor.get(f"/games/{game}").status_code for _ in range(3)] == [500] * 3
        assert [visitor.get(path).status_code for path in ("/nowhere", "/tokens", f"/games/{game}")] == [404, 401, 200]


def test_many_visitors_leave_a_place_for_players(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    site = site_on(sqlite_url, requests=3)
    ada = site.person("Ada")
    game = site.game(ada, ada)
    with other_request_running(site, stranger=True), other_request_running(site, stranger=True):
        with monkeypatch.context() as patched:
            patched.setattr(admission_control, "WAIT", SHORT_WAIT)
            assert site.visitor().get(f"/games/{game}").status_code == 503
        assert ada.move(game, {"command": {"action": "take_coins"}}).status_code == 200
    assert site.visitor().get(f"/games/{game}").status_code == 200
    close(site)


class TestListeners:
    def test_idle_event_stream_takes_no_place(self, site: Site, game: str) -> None:
        chunks = iter(site.visitor().get(f"/games/{game}/events", headers=STREAM).response)
        next(chunks)
        waiting = threading.Thread(target=lambda: list(chunks))
        waiting.start()
        assert [site.visitor().get(f"/games/{game}").status_code for _ in range(3)] == [200] * 3
        site.services.pubsub.close()
        waiting.join()

    def test_password_hashing_takes_no_place(self, site: Site, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
        hashing, end = threading.Event(), threading.Event()
        monkeypatch.setattr(PasswordHasher, "verify", lambda *_: hashing.set() or end.wait(60))
        log_in = {"name": "Ada", "password": "a long password"}
        waiting = threading.Thread(target=site.visitor().post, args=("/session", log_in))
        waiting.start()
        assert hashing.wait(60)
        assert site.visitor().get(f"/games/{game}").status_code == 200
        end.set()
        waiting.join()

    def test_long_poll_takes_no_place(self, site: Site, game: str) -> None:
        answers: list[int] = []
        waiting = threading.Thread(
            target=lambda: answers.append(site.visitor().get(f"/games/{game}/events?after=4&wait=60").status_code)
        )
        waiting.start()
        assert [site.visitor().get(f"/games/{game}").status_code for _ in range(3)] == [200] * 3
        assert answers == []
        site.services.pubsub.close()
        waiting.join()
        assert answers == [200]

    def test_overload_does_not_end_an_event_stream(
        self, site: Site, game: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        chunks = iter(site.visitor().get(f"/games/{game}/events?after=3", headers=STREAM).response)
        next(chunks)
        received: list[bytes] = []
        with other_request_running(site, stranger=True):
            monkeypatch.setattr(admission_control, "WAIT", SHORT_WAIT)
            listening = threading.Thread(target=lambda: received.append(next(chunks)))
            listening.start()
            time.sleep(2 * SHORT_WAIT)
            assert received == []
        listening.join()
        assert received[0].startswith(b"id: 4\n")


def test_places_are_given_in_the_order_of_requests() -> None:
    """A caller that leaves and returns is last; one that no longer waits is skipped."""
    places, given = admission_control.RequestPlaces(1), []

    def wait(number: int, timeout: float) -> None:
        if places.acquire(timeout=timeout):
            given.append(number)
            places.release()

    assert places.acquire(timeout=0)
    waiting = []
    for number in range(5):
        waiting.append(threading.Thread(target=wait, args=(number, 0.01 if number == 2 else 30)))
        waiting[-1].start()
        if number == 2:
            waiting[-1].join()
        while len(places._waiting) < number + (number < 2):
            time.sleep(0.001)
    places.release()
    assert places.acquire(timeout=30)
    assert given == [0, 1, 3, 4]
    places.release()
    for thread in waiting:
        thread.join()
    assert places.acquire(timeout=0)
    assert not places.acquire(timeout=0)


def test_request_keeps_its_first_connection(storage_url: str) -> None:
    """It uses the connection for all queries, and returns it when it ends or gives up its place."""
    site = site_on(storage_url, embedded=False, write_limit="99 per minute")
    site.services.last_seen.stop()  # Its thread would also use connections.
    ada = site.person("Ada")
    game = site.game(ada, ada)
    reused: list[bool] = []
    kept_before = Turns.kept

    def noted(turns: Turns) -> object:
        reused.append((kept := kept_before(turns)) is not None)
        return kept

    with mock.patch.object(Turns, "kept", noted):
        assert ada.move(game, {"command": {"action": "take_coins"}}).status_code == 200
    assert reused.count(False) == 2, "one connection for each request: reading the version, and the move"
    assert reused[-2:] == [True, True], "the count of writes, and the move with its response"
    gates, storage = site.services.admission_control, site.services.storage
    gates.enter(time.monotonic(), stranger=False)
    storage.last_id()
    mine = work.get()
    assert mine is not None
    assert mine.kept
    with gates.released():
        assert not mine.kept
        storage.last_id()
        assert not mine.kept, "a request that gives up its place keeps no connection"
    storage.last_id()
    assert work.get() is mine
    assert mine.kept
    gates.leave()
    assert not mine.kept
    close(site)
