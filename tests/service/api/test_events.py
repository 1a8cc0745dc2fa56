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
from tests.wait_until import at_last

COINS = {"command": {"action": "take_coins"}}
STREAM = {"Accept": "text/event-stream"}


@pytest.fixture
def players(any_site: Site) -> tuple[Person, Person]:
    return any_site.person("Ada"), any_site.person("Ben")


@pytest.fixture
def game(any_site: Site, players: tuple[Person, Person]) -> str:
    return any_site.game(*players)


def told(answer: TestResponse, pauses: int = 1) -> Iterator[tuple[int, Any]]:
    """Version and event of each message, until nothing was new for a while, or so many whiles."""
    for chunk in answer.response:
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
    def test_it_goes_on_from_the_last_event(self, game: str, players: tuple[Person, Person]) -> None:
        answer = players[0].get(f"/games/{game}/events", headers={**STREAM, "Last-Event-ID": "2"})
        assert answer.content_type == "text/event-stream"
        assert [version for version, _ in told(answer)] == [3, 4]

    @pytest.mark.parametrize(
        ("last", "versions"), [("2", [3, 4]), ("-5", [1, 2, 3, 4]), ("9" * 30, []), ("x", []), ("", [])]
    )
    def test_it_goes_on_there_in_every_form_whatever_is_sent(
        self, game: str, players: tuple[Person, Person], last: str, versions: list[int]
    ) -> None:
        sent = {"Last-Event-ID": last}
        answer = players[0].get(f"/games/{game}/events", headers={**STREAM, **sent})
        assert [version for version, _ in told(answer)] == versions
        for wait in ("", "?wait=0.01"):
            polled = players[0].get(f"/games/{game}/events{wait}", headers=sent).json
            assert [event["version"] for event in polled["events"]] == versions

    def test_a_long_history_comes_in_parts(
        self, game: str, players: tuple[Person, Person], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(events, "MOST", 2)
        answer = players[0].get(f"/games/{game}/events?after=0", headers=STREAM)
        assert [version for version, _ in told(answer)] == [1, 2, 3, 4]
        after, found = 0, []
        while (part := players[0].get(f"/games/{game}/events?after={after}").json)["events"]:
            found.append([event["version"] for event in part["events"]])
            after = part["version"]
        assert (found, after) == ([[1, 2], [3, 4]], 4)

    def test_events_arrive_while_listening(self, game: str, players: tuple[Person, Person]) -> None:
        ada, ben = players
        answer = ben.get(f"/games/{game}/events", headers=STREAM)
        mover = soon(lambda: ada.move(game, COINS))
        version, event = next(told(answer, pauses=100))
        assert (version, event["text"]) == (5, "Ada takes 2 coins.")
        mover.join()

    def test_each_sees_what_their_seat_may_see(self, game: str, players: tuple[Person, Person]) -> None:
        answer = players[1].get(f"/games/{game}/events?after=0", headers=STREAM)
        events = dict(told(answer))
        assert events[1]["data"]["seed"] == "hidden"
        assert events[4]["data"]["hands"][0] == ["hidden", "hidden"]

    def test_other_games_wake_nobody(self, any_site: Site, game: str, players: tuple[Person, Person]) -> None:
        ada, ben = players
        other = any_site.game(ada, ben)
        answer = ben.get(f"/games/{game}/events", headers=STREAM)
        mover = soon(lambda: ada.move(other, COINS))
        assert list(told(answer)) == []
        mover.join()

    def test_news_is_found_out_once_for_all_who_look_with_the_same_eyes(
        self, any_site: Site, game: str, players: tuple[Person, Person], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        told = mock.Mock(side_effect=events.event_presenter.events)
        monkeypatch.setattr(events.event_presenter, "events", told)
        ben = any_site.services.accounts.named("Ben")
        guests = [events.GameListener(None, lambda: None, None, None, "en")] * 3
        seated = [events.GameListener(ben, lambda: ben, None, None, "en")] * 2
        found = events._news(any_site.app, game, [(listener, 2) for listener in (*guests, *seated)])
        assert [news.after for news in found if isinstance(news, events.News)] == [4] * 5
        assert found[0] is found[2]
        assert found[3] is found[4]
        assert found[0] != found[4], "Ben sees his hand"
        assert told.call_count == 2

    def test_a_hidden_game_has_no_stream(self, any_site: Site, players: tuple[Person, Person]) -> None:
        private = any_site.table(players[0], private=True)
        assert players[1].get(f"/games/{private}/events", headers=STREAM).status_code == 404

    def test_a_listener_who_loses_access_gets_no_more_events(
        self, any_site: Site, players: tuple[Person, Person]
    ) -> None:
        ada, ben = players
        private = any_site.table(ada, private=True)
        invitation = ada.get(f"/games/{private}/invitation-link").json["invite"]
        ben.post(f"/games/{private}/join", {"invite": invitation})
        chunks = iter(ben.get(f"/games/{private}/events", headers=STREAM).response)
        next(chunks)
        ben.post(f"/games/{private}/leave", {})
        assert list(chunks) == []

    def test_whose_invitation_was_renewed_hears_no_more(self, any_site: Site, players: tuple[Person, Person]) -> None:
        ada, ben = players
        private = any_site.table(ada, private=True)
        invitation = ada.get(f"/games/{private}/invitation-link").json["invite"]
        chunks = iter(ben.get(f"/games/{private}/events?invite={invitation}", headers=STREAM).response)
        next(chunks)
        ada.post(f"/games/{private}/invitation-link")
        ada.post(f"/games/{private}/join", {})
        assert list(chunks) == []

    def test_a_session_with_an_old_password_gets_no_more_events(
        self, any_site: Site, game: str, players: tuple[Person, Person]
    ) -> None:
        chunks = iter(players[1].get(f"/games/{game}/events", headers=STREAM).response)
        next(chunks)
        accounts = any_site.services.accounts
        ben = accounts.named("Ben")
        assert ben is not None
        accounts.set_password(ben, "a better password")
        assert list(chunks) == []

    def test_whose_token_is_void_hears_no_more(self, any_site: Site, game: str, players: tuple[Person, Person]) -> None:
        made = players[1].post("/tokens").json
        chunks = iter(
            Person(any_site.app.test_client(), token=made["token"])
            .get(f"/games/{game}/events", headers=STREAM)
            .response
        )
        next(chunks)
        players[1].delete(f"/tokens/{made['id']}")
        assert list(chunks) == []

    def test_whose_session_has_ended_hears_no_more(self, any_site: Site, game: str) -> None:
        client, elsewhere = any_site.app.test_client(), any_site.app.test_client()
        for browser in (client, elsewhere):
            browser.post("/api/session", json={"name": "Ben", "password": "password of Ben"})
        chunks = iter(client.get(f"/api/games/{game}/events", headers=STREAM).response)
        next(chunks)
        elsewhere.delete("/api/sessions")
        assert list(chunks) == []

    def test_a_stream_ends_after_a_while_and_is_asked_for_again(
        self, game: str, players: tuple[Person, Person], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        now = [0.0]
        monkeypatch.setattr(streams, "time", SimpleNamespace(monotonic=lambda: now[0]))
        chunks = iter(players[0].get(f"/games/{game}/events?after=3", headers=STREAM).response)
        next(chunks)
        assert next(chunks).startswith(b"id: 4\n")
        now[0] = streams.LONGEST
        assert set(chunks) <= {b": nothing new\n\n"}, "nothing, where the follower of the journal begins just now"

    def test_a_service_that_stops_lets_its_listeners_go(
        self, any_site: Site, game: str, players: tuple[Person, Person]
    ) -> None:
        answer = players[1].get(f"/games/{game}/events", headers=STREAM)
        chunks = iter(answer.response)
        next(chunks)
        any_site.services.pubsub.close()
        assert list(chunks) == []


class TestLongPoll:
    def test_news_that_are_there_come_at_once(self, game: str, players: tuple[Person, Person]) -> None:
        answer = players[1].get(f"/games/{game}/events?after=2&wait=30").json
        assert ([event["version"] for event in answer["events"]], answer["version"]) == ([3, 4], 4)

    def test_it_waits_for_news(self, game: str, players: tuple[Person, Person]) -> None:
        ada, ben = players
        mover = soon(lambda: ada.move(game, COINS))
        # A wait of this site is soon over.
        events = at_last(lambda: ben.get(f"/games/{game}/events?after=4&wait=5").json["events"])
        assert [event["version"] for event in events] == [5]
        mover.join()

    def test_without_a_version_it_tells_what_happens_from_its_beginning_on(
        self, storage_url: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        site = site_on(storage_url, live_wait=60)
        ada = site.person("Ada")
        game = site.game(ada, ada)
        waits, asked_again = threading.Event(), streams.asked_again
        monkeypatch.setattr(streams, "asked_again", lambda *given: waits.set() or asked_again(*given))
        mover = threading.Thread(target=lambda: waits.wait(60) and ada.move(game, COINS))
        mover.start()
        answer = site.visitor().get(f"/games/{game}/events?wait=30").json
        assert ([event["version"] for event in answer["events"]], answer["version"]) == ([5], 5)
        mover.join()
        close(site)

    def test_without_any_it_says_so_in_the_end(self, game: str, players: tuple[Person, Person]) -> None:
        before = time.monotonic()
        assert players[0].get(f"/games/{game}/events?after=4&wait=0.2").json == {"version": 4, "events": []}
        assert time.monotonic() - before >= 0.2

    def test_without_wait_it_answers_at_once(self, game: str, players: tuple[Person, Person]) -> None:
        assert players[0].get(f"/games/{game}/events").json == {"version": 4, "events": []}


class TestCrowds:
    """Every listener takes a place; others must still find one."""

    @pytest.fixture
    def small(self, tmp_path: Path) -> Iterator[Site]:
        made = site_on(f"sqlite:///{tmp_path}/x.sqlite", listeners=3, listeners_each=2)
        yield made
        close(made)

    def test_nobody_takes_all_places(self, small: Site) -> None:
        ada, ben = small.person("Ada"), small.person("Ben")
        game = small.game(ada, ben)
        path = f"/games/{game}/events"
        open_streams = [ada.get(path, headers=STREAM) for _ in range(3)]
        assert [answer.status_code for answer in open_streams] == [200, 200, 429]
        assert ada.get(f"{path}?after=4&wait=1").status_code == 429
        assert ada.get(path).status_code == 200, "who does not wait takes no place"
        assert [ben.get(path, headers=STREAM).status_code for _ in range(2)] == [200, 503], "the last place"
        assert small.visitor().get(path, headers=STREAM).status_code == 503

    def test_leaving_frees_a_place(self, small: Site) -> None:
        ada = small.person("Ada")
        path = f"/games/{small.game(ada, ada)}/events"
        for _ in range(5):
            ada.get(path, headers=STREAM).close()
            assert ada.get(f"{path}?after=4&wait=0.01").status_code == 200
        assert small.app.test_client().head(f"/api{path}", headers=STREAM).status_code == 200
        assert [ada.get(path, headers=STREAM).status_code for _ in range(2)] == [200, 200]
