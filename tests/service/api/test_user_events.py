"""The event stream of a user: versions and turns of their own games only, with a cursor."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from werkzeug.test import TestResponse

from service.workers.projector import Projector
from tests.service.sites import Person, Site
from tests.wait_until import TIMEOUT, wait_until

COINS = {"command": {"action": "take_coins"}}
STREAM = {"Accept": "text/event-stream"}


@pytest.fixture
def players(any_site: Site) -> Iterator[tuple[Person, Person]]:
    projector = Projector(any_site.services.storage)
    projector.start()
    yield any_site.person("Ada"), any_site.person("Ben")
    projector.stop()


def start_soon(action: Callable[[], Any]) -> threading.Thread:
    thread = threading.Timer(0.1, action)
    thread.start()
    return thread


def find(stream: TestResponse, matches: Callable[[dict[str, Any]], bool]) -> tuple[str, dict[str, Any]]:
    """Read a stream until a game matches. Return the id of that event, and the game."""
    deadline = time.monotonic() + TIMEOUT
    for chunk in stream.response:
        assert time.monotonic() < deadline
        for cursor, data in re.findall(r"id: (.*)\ndata: (.*)\n\n", chunk.decode()):
            for game in json.loads(data)["games"]:
                if matches(game):
                    return cursor, game
    raise AssertionError("The stream has ended")


def test_visitors_get_401(any_site: Site) -> None:
    assert any_site.visitor().get("/events").status_code == 401
    assert any_site.visitor().get("/events", headers=STREAM).status_code == 401


def test_first_response_lists_all_unfinished_games(any_site: Site, players: tuple[Person, Person]) -> None:
    ada, ben = players
    game, over, foreign = any_site.game(ada, ben), any_site.game(ada, ben), any_site.game(ben, ben)
    any_site.finish(over, ada, ben)
    any_site.catch_up()
    shown = ada.get("/events").json
    assert shown["games"] == [{"id": game, "version": 4, "phase": "running", "to_act": [0], "your_turn": True}]
    assert {row["id"] for row in ben.get("/events").json["games"]} == {game, foreign}


class TestPolls:
    def test_unchanged_games_are_not_sent_again(self, any_site: Site, players: tuple[Person, Person]) -> None:
        ada, ben = players
        any_site.game(ada, ben)
        any_site.catch_up()
        cursor = ada.get("/events").json["cursor"]
        cursor = ada.get(f"/events?after={cursor}").json["cursor"]
        assert ada.get(f"/events?after={cursor}&wait=0.2").json == {"cursor": cursor, "games": []}

    def test_move_ends_the_wait(self, any_site: Site, players: tuple[Person, Person]) -> None:
        ada, ben = players
        game = any_site.game(ada, ben)
        any_site.catch_up()
        cursor = ben.get("/events").json["cursor"]
        mover = start_soon(lambda: ada.move(game, COINS))
        games = wait_until(lambda: ben.get(f"/events?after={cursor}&wait=30").json["games"])
        assert [(row["id"], row["version"]) for row in games] == [(game, 5)]
        mover.join()

    @pytest.mark.parametrize("cursor", ["x", "WyJ4IiwiIl0", "WyIwMDAxLTAxLTAxVDAwOjAwOjAwIiwiIl0", "MQ"])
    def test_invalid_cursor_is_refused(self, players: tuple[Person, Person], cursor: str) -> None:
        assert players[0].get(f"/events?after={cursor}").status_code == 422
        assert players[0].get("/events", headers={**STREAM, "Last-Event-ID": cursor}).status_code == 422


class TestStreams:
    def test_events_of_all_games_arrive(self, any_site: Site, players: tuple[Person, Person]) -> None:
        ada, ben = players
        games = [any_site.game(ada, ben) for _ in range(3)]
        any_site.catch_up()
        stream = ben.get("/events", headers=STREAM)
        for game in games[:2]:
            mover = start_soon(lambda game=game: ada.move(game, COINS))  # type: ignore[misc]
            _, row = find(stream, lambda row, game=game: (row["id"], row["version"]) == (game, 5))  # type: ignore[misc]
            assert row == {"id": game, "version": 5, "phase": "running", "to_act": [0], "your_turn": False}
            mover.join()

    def test_resumes_after_the_last_event_id(self, any_site: Site, players: tuple[Person, Person]) -> None:
        ada, ben = players
        games = [any_site.game(ada, ben) for _ in range(2)]
        any_site.catch_up()
        cursor, _ = find(ben.get("/events", headers=STREAM), lambda _: True)
        ada.move(games[1], COINS)
        stream = ben.get("/events", headers={**STREAM, "Last-Event-ID": cursor})
        find(stream, lambda row: (row["id"], row["version"]) == (games[1], 5))

    def test_includes_games_joined_after_the_stream_opened(
        self, any_site: Site, players: tuple[Person, Person]
    ) -> None:
        ada, ben = players
        stream = ben.get("/events", headers=STREAM)
        game = any_site.game(ada, ben)
        find(stream, lambda row: row["id"] == game)
        mover = start_soon(lambda: ada.move(game, COINS))
        find(stream, lambda row: row["version"] == 5)
        mover.join()

    def test_stream_ends_with_the_session(self, any_site: Site, players: tuple[Person, Person]) -> None:
        browser, elsewhere = any_site.app.test_client(), any_site.app.test_client()
        for client in (browser, elsewhere):
            client.post("/api/session", json={"name": "Ben", "password": "password of Ben"})
        chunks = iter(browser.get("/api/events", headers=STREAM).response)
        next(chunks)
        elsewhere.delete("/api/sessions")
        assert list(chunks) == []
