"""Server-sent events and long polling: the same cursor, no gaps, no repeats, no secrets."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

import pytest
from werkzeug.test import TestResponse

from service.api.sse import events, streams
from tests.service.sites import Person, Site, close, site_on
from tests.wait_until import wait_until

COINS = {"command": {"action": "take_coins"}}
STREAM = {"Accept": "text/event-stream"}


@pytest.fixture
def players(any_site: Site) -> tuple[Person, Person]:
    return any_site.person("Ada"), any_site.person("Ben")


@pytest.fixture
def game(any_site: Site, players: tuple[Person, Person]) -> str:
    return any_site.game(*players)


def rendered_events(response: TestResponse, pauses: int = 1) -> Iterator[tuple[int, Any]]:
    """Yield the version and the content of each event, until the stream has been idle this many times."""
    for chunk in response.response:
        text = chunk.decode() if isinstance(chunk, bytes) else chunk
        pauses -= ": nothing new" in text
        if not pauses:
            return
        for first, data in re.findall(r"id: (.*)\ndata: (.*)\n\n", text):
            yield int(first), json.loads(data)


def soon(act: Any) -> threading.Thread:
    def run() -> None:
        time.sleep(0.1)
        act()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


class TestEventStream:
    def test_resumes_after_the_last_event_id(self, game: str, players: tuple[Person, Person]) -> None:
        response = players[0].get(f"/games/{game}/events", headers={**STREAM, "Last-Event-ID": "2"})
        assert response.content_type == "text/event-stream"
        assert [version for version, _ in rendered_events(response)] == [3, 4]

    @pytest.mark.parametrize(
        ("last", "versions"), [("2", [3, 4]), ("-5", [1, 2, 3, 4]), ("9" * 30, []), ("x", []), ("", [])]
    )
    def test_streams_and_polls_accept_any_last_event_id(
        self, game: str, players: tuple[Person, Person], last: str, versions: list[int]
    ) -> None:
        sent = {"Last-Event-ID": last}
        response = players[0].get(f"/games/{game}/events", headers={**STREAM, **sent})
        assert [version for version, _ in rendered_events(response)] == versions
        for wait in ("", "?wait=0.01"):
            polled = players[0].get(f"/games/{game}/events{wait}", headers=sent).json
            assert [event["version"] for event in polled["events"]] == versions

    def test_long_history_is_sent_in_parts(
        self, game: str, players: tuple[Person, Person], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(events, "MOST", 2)
        response = players[0].get(f"/games/{game}/events?after=0", headers=STREAM)
        assert [version for version, _ in rendered_events(response)] == [1, 2, 3, 4]
        after, found = 0, []
        while (part := players[0].get(f"/games/{game}/events?after={after}").json)["events"]:
            found.append([event["version"] for event in part["events"]])
            after = part["version"]
        assert (found, after) == ([[1, 2], [3, 4]], 4)

    def test_events_arrive_while_listening(self, game: str, players: tuple[Person, Person]) -> None:
        ada, ben = players
        response = ben.get(f"/games/{game}/events", headers=STREAM)
        mover = soon(lambda: ada.move(game, COINS))
        version, event = next(rendered_events(response, pauses=100))
        assert (version, event["text"]) == (5, "Ada takes 2 coins.")
        mover.join()

    def test_hides_the_seed_and_the_hands_of_other_seats(self, game: str, players: tuple[Person, Person]) -> None:
        response = players[1].get(f"/games/{game}/events?after=0", headers=STREAM)
        events = dict(rendered_events(response))
        assert events[1]["data"]["seed"] == "hidden"
        assert events[4]["data"]["hands"][0] == ["hidden", "hidden"]

    def test_moves_in_other_games_send_nothing(self, any_site: Site, game: str, players: tuple[Person, Person]) -> None:
        ada, ben = players
        other = any_site.game(ada, ben)
        response = ben.get(f"/games/{game}/events", headers=STREAM)
        mover = soon(lambda: ada.move(other, COINS))
        assert list(rendered_events(response)) == []
        mover.join()

    def test_events_are_rendered_once_for_equal_viewers(
        self, any_site: Site, game: str, players: tuple[Person, Person], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        rendered_events = mock.Mock(side_effect=events.event_presenter.events)
        monkeypatch.setattr(events.event_presenter, "events", rendered_events)
        ben = any_site.services.accounts.named("Ben")
        visitors = [events.GameListener(None, lambda: None, None, None, "en")] * 3
        seated = [events.GameListener(ben, lambda: ben, None, None, "en")] * 2
        found = events._updates(any_site.app, game, [(listener, 2) for listener in (*visitors, *seated)])
        assert [news.after for news in found if isinstance(news, events.Updates)] == [4] * 5
        assert found[0] is found[2]
        assert found[3] is found[4]
        assert found[0] != found[4], "Ben sees his hand"
        assert rendered_events.call_count == 2

    def test_private_table_has_no_stream_for_other_users(self, any_site: Site, players: tuple[Person, Person]) -> None:
        private = any_site.table(players[0], private=True)
        assert players[1].get(f"/games/{private}/events", headers=STREAM).status_code == 404

    def test_ends_when_the_player_leaves_a_private_table(self, any_site: Site, players: tuple[Person, Person]) -> None:
        ada, ben = players
        private = any_site.table(ada, private=True)
        invitation = ada.get(f"/games/{private}/invitation-link").json["invite"]
        ben.post(f"/games/{private}/join", {"invite": invitation})
        chunks = iter(ben.get(f"/games/{private}/events", headers=STREAM).response)
        next(chunks)
        ben.post(f"/games/{private}/leave", {})
        assert list(chunks) == []

    def test_ends_when_the_invitation_link_is_renewed(self, any_site: Site, players: tuple[Person, Person]) -> None:
        ada, ben = players
        private = any_site.table(ada, private=True)
        invitation = ada.get(f"/games/{private}/invitation-link").json["invite"]
        chunks = iter(ben.get(f"/games/{private}/events?invite={invitation}", headers=STREAM).response)
        next(chunks)
        ada.post(f"/games/{private}/invitation-link")
        ada.post(f"/games/{private}/join", {})
        assert list(chunks) == []

    def test_ends_when_the_password_changes(self, any_site: Site, game: str, players: tuple[Person, Person]) -> None:
        browser, path = any_site.app.test_client(), f"/games/{game}/events"
        browser.post("/api/session", json={"name": "Ben", "password": "password of Ben"})
        by_token = iter(players[1].get(path, headers=STREAM).response)
        by_session = iter(browser.get(f"/api{path}", headers=STREAM).response)
        for chunks in (by_token, by_session):
            next(chunks)
        accounts = any_site.services.accounts
        ben = accounts.named("Ben")
        assert ben is not None
        accounts.set_password(ben, "a better password")
        assert (list(by_token), list(by_session)) == ([], [])
        assert players[1].get(path, headers=STREAM).status_code == 401
        events = dict(rendered_events(browser.get(f"/api{path}?after=0", headers=STREAM)))
        assert events[4]["data"]["hands"] == [["hidden", "hidden"]] * 2, "without a session, the client is a visitor"

    def test_ends_when_the_token_is_revoked(self, any_site: Site, game: str, players: tuple[Person, Person]) -> None:
        made = players[1].post("/tokens").json
        chunks = iter(
            Person(any_site.app.test_client(), token=made["token"])
            .get(f"/games/{game}/events", headers=STREAM)
            .response
        )
        next(chunks)
        players[1].delete(f"/tokens/{made['id']}")
        assert list(chunks) == []

    def test_ends_when_the_session_ends(self, any_site: Site, game: str) -> None:
        client, elsewhere = any_site.app.test_client(), any_site.app.test_client()
        for browser in (client, elsewhere):
            browser.post("/api/session", json={"name": "Ben", "password": "password of Ben"})
        chunks = iter(client.get(f"/api/games/{game}/events", headers=STREAM).response)
        next(chunks)
        elsewhere.delete("/api/sessions")
        assert list(chunks) == []

    def test_ends_after_the_maximum_duration(
        self, game: str, players: tuple[Person, Person], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        now = [0.0]
        monkeypatch.setattr(streams, "time", SimpleNamespace(monotonic=lambda: now[0]))
        chunks = iter(players[0].get(f"/games/{game}/events?after=3", headers=STREAM).response)
        next(chunks)
        assert next(chunks).startswith(b"id: 4\n")
        now[0] = streams.LONGEST
        assert set(chunks) <= {b": nothing new\n\n"}, "the comment is missing if the log follower has just started"

    def test_ends_when_the_service_stops(self, any_site: Site, game: str, players: tuple[Person, Person]) -> None:
        response = players[1].get(f"/games/{game}/events", headers=STREAM)
        chunks = iter(response.response)
        next(chunks)
        any_site.services.pubsub.close()
        assert list(chunks) == []


class TestLongPoll:
    def test_existing_events_are_returned_immediately(self, game: str, players: tuple[Person, Person]) -> None:
        polled = players[1].get(f"/games/{game}/events?after=2&wait=30").json
        assert ([event["version"] for event in polled["events"]], polled["version"]) == ([3, 4], 4)

    def test_waits_for_new_events(self, game: str, players: tuple[Person, Person]) -> None:
        ada, ben = players
        mover = soon(lambda: ada.move(game, COINS))
        # This site waits only briefly.
        events = wait_until(lambda: ben.get(f"/games/{game}/events?after=4&wait=5").json["events"])
        assert [event["version"] for event in events] == [5]
        mover.join()

    def test_poll_without_a_version_returns_events_since_its_start(
        self, storage_url: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        site = site_on(storage_url, live_wait=60)
        ada = site.person("Ada")
        game = site.game(ada, ada)
        waits, asked_again = threading.Event(), streams.asked_again
        monkeypatch.setattr(streams, "asked_again", lambda *given: waits.set() or asked_again(*given))
        mover = threading.Thread(target=lambda: waits.wait(60) and ada.move(game, COINS))
        mover.start()
        polled = site.visitor().get(f"/games/{game}/events?wait=30").json
        assert ([event["version"] for event in polled["events"]], polled["version"]) == ([5], 5)
        mover.join()
        close(site)

    def test_returns_no_events_after_the_wait(self, game: str, players: tuple[Person, Person]) -> None:
        before = time.monotonic()
        assert players[0].get(f"/games/{game}/events?after=4&wait=0.2").json == {"version": 4, "events": []}
        assert time.monotonic() - before >= 0.2

    def test_returns_immediately_without_wait(self, game: str, players: tuple[Person, Person]) -> None:
        assert players[0].get(f"/games/{game}/events").json == {"version": 4, "events": []}


class TestListenerLimits:
    """Listeners use slots, which are limited in total and per user."""

    @pytest.fixture
    def small(self, tmp_path: Path) -> Iterator[Site]:
        made = site_on(f"sqlite:///{tmp_path}/x.sqlite", listeners=3, listeners_each=2)
        yield made
        close(made)

    def test_one_user_cannot_use_all_slots(self, small: Site) -> None:
        ada, ben = small.person("Ada"), small.person("Ben")
        game = small.game(ada, ben)
        path = f"/games/{game}/events"
        open_streams = [ada.get(path, headers=STREAM) for _ in range(3)]
        assert [response.status_code for response in open_streams] == [200, 200, 429]
        assert ada.get(f"{path}?after=4&wait=1").status_code == 429
        assert ada.get(path).status_code == 200, "a request that does not wait uses no slot"
        assert [ben.get(path, headers=STREAM).status_code for _ in range(2)] == [200, 503], "Ben gets the last slot"
        assert small.visitor().get(path, headers=STREAM).status_code == 503

    def test_finished_requests_free_their_slots(self, small: Site) -> None:
        ada = small.person("Ada")
        path = f"/games/{small.game(ada, ada)}/events"
        for _ in range(5):
            ada.get(path, headers=STREAM).close()
            assert ada.get(f"{path}?after=4&wait=0.01").status_code == 200
        assert small.app.test_client().head(f"/api{path}", headers=STREAM).status_code == 200
        assert [ada.get(path, headers=STREAM).status_code for _ in range(2)] == [200, 200]
