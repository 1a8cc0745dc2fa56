"""A user's own games on one event stream: versions and turns, no other games, and a cursor."""

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
from tests.wait_until import PATIENCE, at_last

COINS = {"command": {"action": "take_coins"}}
STREAM = {"Accept": "text/event-stream"}


@pytest.fixture
def players(any_site: Site) -> Iterator[tuple[Person, Person]]:
    projector = Projector(any_site.services.storage)
    projector.start()
    yield any_site.person("Ada"), any_site.person("Ben")
    projector.stop()


def soon(act: Callable[[], Any]) -> threading.Thread:
    thread = threading.Timer(0.1, act)
    thread.start()
    return thread


def told_until(answer: TestResponse, met: Callable[[dict[str, Any]], bool]) -> tuple[str, dict[str, Any]]:
    """Return the first message of a stream that has a game like this, its id and that game."""
    deadline = time.monotonic() + PATIENCE
    for chunk in answer.response:
        assert time.monotonic() < deadline
        for cursor, data in re.findall(r"id: (.*)\ndata: (.*)\n\n", chunk.decode()):
            for game in json.loads(data)["games"]:
                if met(game):
                    return cursor, game
    raise AssertionError("The stream has ended")


def test_visitors_have_no_games(any_site: Site) -> None:
    assert any_site.visitor().get("/events").status_code == 401
    assert any_site.visitor().get("/events", headers=STREAM).status_code == 401


def test_at_first_all_games_are_told_that_are_not_over(any_site: Site, players: tuple[Person, Person]) -> None:
    ada, ben = players
    game, over, foreign = any_site.game(ada, ben), any_site.game(ada, ben), any_site.game(ben, ben)
    any_site.finish(over, ada, ben)
    any_site.catch_up()
    shown = ada.get("/events").json
    assert shown["games"] == [{"id": game, "version": 4, "phase": "running", "to_act": [0], "your_turn": True}]
    assert {found["id"] for found in ben.get("/events").json["games"]} == {game, foreign}


class TestPolls:
    def test_nothing_new_is_not_told_again(self, any_site: Site, players: tuple[Person, Person]) -> None:
        ada, ben = players
        any_site.game(ada, ben)
        any_site.catch_up()
        cursor = ada.get("/events").json["cursor"]
        cursor = ada.get(f"/events?after={cursor}").json["cursor"]
        assert ada.get(f"/events?after={cursor}&wait=0.2").json == {"cursor": cursor, "games": []}

    def test_a_move_ends_the_waiting(self, any_site: Site, players: tuple[Person, Person]) -> None:
        ada, ben = players
        game = any_site.game(ada, ben)
        any_site.catch_up()
        cursor = ben.get("/events").json["cursor"]
        mover = soon(lambda: ada.move(game, COINS))
        games = at_last(lambda: ben.get(f"/events?after={cursor}&wait=30").json["games"])
        assert [(found["id"], found["version"]) for found in games] == [(game, 5)]
        mover.join()

    @pytest.mark.parametrize("cursor", ["x", "WyJ4IiwiIl0", "WyIwMDAxLTAxLTAxVDAwOjAwOjAwIiwiIl0", "MQ"])
    def test_a_cursor_that_is_none(self, players: tuple[Person, Person], cursor: str) -> None:
        assert players[0].get(f"/events?after={cursor}").status_code == 422
        assert players[0].get("/events", headers={**STREAM, "Last-Event-ID": cursor}).status_code == 422


class TestStreams:
    def test_events_of_all_games_arrive(self, any_site: Site, players: tuple[Person, Person]) -> None:
        ada, ben = players
        games = [any_site.game(ada, ben) for _ in range(3)]
        any_site.catch_up()
        answer = ben.get("/events", headers=STREAM)
        for game in games[:2]:
            mover = soon(lambda game=game: ada.move(game, COINS))  # type: ignore[misc]
            _, found = told_until(answer, lambda found, game=game: (found["id"], found["version"]) == (game, 5))  # type: ignore[misc]
            assert found == {"id": game, "version": 5, "phase": "running", "to_act": [0], "your_turn": False}
            mover.join()

    def test_it_goes_on_from_the_last_event(self, any_site: Site, players: tuple[Person, Person]) -> None:
        ada, ben = players
        games = [any_site.game(ada, ben) for _ in range(2)]
        any_site.catch_up()
        cursor, _ = told_until(ben.get("/events", headers=STREAM), lambda _: True)
        ada.move(games[1], COINS)
        answer = ben.get("/events", headers={**STREAM, "Last-Event-ID": cursor})
        told_until(answer, lambda found: (found["id"], found["version"]) == (games[1], 5))

    def test_a_game_at_which_one_sits_down_meanwhile_too(self, any_site: Site, players: tuple[Person, Person]) -> None:
        ada, ben = players
        answer = ben.get("/events", headers=STREAM)
        game = any_site.game(ada, ben)
        told_until(answer, lambda found: found["id"] == game)
        mover = soon(lambda: ada.move(game, COINS))
        told_until(answer, lambda found: found["version"] == 5)
        mover.join()

    def test_whose_session_has_ended_hears_no_more(self, any_site: Site, players: tuple[Person, Person]) -> None:
        browser, elsewhere = any_site.app.test_client(), any_site.app.test_client()
        for client in (browser, elsewhere):
            client.post("/api/session", json={"name": "Ben", "password": "password of Ben"})
        chunks = iter(browser.get("/api/events", headers=STREAM).response)
        next(chunks)
        elsewhere.delete("/api/sessions")
        assert list(chunks) == []
