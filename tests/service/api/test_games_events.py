"""Several games on one event stream: their versions and chats, and nothing of games that the user may not see."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from werkzeug.test import TestResponse

from service.schemas.live import MOST_FOLLOWED
from tests.service.api.test_events import COINS, STREAM, soon
from tests.service.sites import Person, Site
from tests.wait_until import at_last

PATH = "/games/events?games="
NONE = "0" * 32


@pytest.fixture
def players(any_site: Site) -> tuple[Person, Person]:
    return any_site.person("Ada"), any_site.person("Ben")


@pytest.fixture
def games(any_site: Site, players: tuple[Person, Person]) -> list[str]:
    return [any_site.game(*players) for _ in range(2)]


def told(answer: TestResponse, pauses: int) -> Iterator[Any]:
    """Yield the news until there was none for a while, or for a number of whiles."""
    for chunk in answer.response:
        text = chunk.decode() if isinstance(chunk, bytes) else chunk
        pauses -= ": nothing new" in text
        if not pauses:
            return
        for data in re.findall(r"data: (.*)\n\n", text):
            yield json.loads(data)["games"]


def awaited(person: Person, query: str) -> Any:
    """Return the final news: waits of this site are short."""
    return at_last(lambda: person.get(f"{query}&wait=5").json["games"])


def test_games_with_another_version_are_reported_at_once_and_no_others(games: list[str], players: Any) -> None:
    first, second = games
    found = players[0].get(f"{PATH}{first}:3&games={second}:4").json
    assert found == {"games": [{"id": first, "version": 4}]}


def test_events_of_several_games_arrive_while_listening(games: list[str], players: Any) -> None:
    ada, ben = players
    answer = ben.get(PATH + "&games=".join(f"{game}:4" for game in games), headers=STREAM)
    assert answer.content_type == "text/event-stream"
    mover = soon(lambda: [ada.move(game, COINS) for game in reversed(games)])
    heard: list[Any] = []
    for news in told(answer, pauses=100):
        heard += news
        if len(heard) == 2:
            break
    mover.join()
    # Events within one check are reported in the order of the games.
    assert sorted(each["id"] for each in heard) == sorted(games)
    assert {each["version"] for each in heard} == {5}


def test_a_long_poll_waits_for_news_and_says_in_the_end_that_there_is_none(games: list[str], players: Any) -> None:
    ada, ben = players
    mover = soon(lambda: ada.move(games[1], COINS))
    query = PATH + "&games=".join(f"{game}:4" for game in games)
    assert awaited(ben, query) == [{"id": games[1], "version": 5}]
    mover.join()
    assert ben.get(f"{PATH}{games[0]}:4&wait=0.1").json == {"games": []}


def test_games_that_are_closed_to_the_asker_look_like_none_whatever_is_guessed(any_site: Site, players: Any) -> None:
    ada, ben = players
    private = any_site.table(ada, private=True)
    version = ada.get(f"/games/{private}").json["version"]
    for stream in (private, NONE):
        for guessed in (0, version, 99):
            assert ben.get(f"{PATH}{stream}:{guessed}").json == {"games": [{"id": stream, "version": None}]}
    invitation = ada.get(f"/games/{private}/invitation-link").json["invite"]
    assert ben.get(f"{PATH}{private}:{version}:{invitation}").json == {"games": []}


def test_losing_access_to_a_game_is_reported_once(any_site: Site, players: Any, games: list[str]) -> None:
    ada, ben = players
    private = any_site.table(ada, private=True)
    invitation = ada.get(f"/games/{private}/invitation-link").json["invite"]
    version = ada.get(f"/games/{private}").json["version"]
    answer = ben.get(f"{PATH}{private}:{version}:{invitation}&games={games[0]}:4", headers=STREAM)
    news = told(answer, pauses=100)
    mover = soon(lambda: (ada.post(f"/games/{private}/invitation-link"), ada.post(f"/games/{private}/join", {})))
    assert next(news) == [{"id": private, "version": None}]
    mover.join()
    mover = soon(lambda: ada.move(games[0], COINS))
    assert next(news) == [{"id": games[0], "version": 5}]
    mover.join()


def test_listeners_learn_of_new_and_deleted_messages(games: list[str], players: Any) -> None:
    ada, ben = players
    first, second = games
    ada.post(f"/games/{second}/chat", {"text": "Before"})
    answer = ben.get(f"{PATH}{first}:4&games={second}:4&chat={first}:0&chat={second}:0", headers=STREAM)
    news = told(answer, pauses=100)
    assert next(news) == [{"id": second, "version": 4, "chat": 1}]
    speaker = soon(lambda: ada.post(f"/games/{first}/chat", {"text": "Hello"}))
    assert next(news) == [{"id": first, "version": 4, "chat": 1}]
    speaker.join()
    speaker = soon(lambda: ada.delete(f"/games/{first}/chat/1"))
    assert next(news) == [{"id": first, "version": 4, "chat": 2}]
    speaker.join()
    # A client that knows this change, or does not follow the chat, gets no event for it.
    assert ben.get(f"{PATH}{first}:4&chat={first}:2").json == {"games": []}
    assert ben.get(f"{PATH}{first}:4").json == {"games": []}
    speaker = soon(lambda: ada.post(f"/games/{first}/chat", {"text": "Again"}))
    assert awaited(ben, f"{PATH}{first}:4&chat={first}:2") == [{"id": first, "version": 4, "chat": 3}]
    speaker.join()


def test_of_a_chat_that_they_may_not_read_nobody_is_told(any_site: Site, players: Any, games: list[str]) -> None:
    ada, ben = players
    private = any_site.table(ada, private=True)
    ada.post(f"/games/{private}/join", {})
    version = ada.get(f"/games/{private}").json["version"]
    invitation = ada.get(f"/games/{private}/invitation-link").json["invite"]
    ada.post(f"/games/{private}/chat", {"text": "Between us"})
    for guessed in (0, 1, 9):
        closed = {"games": [{"id": private, "version": None}]}
        assert ben.get(f"{PATH}{private}:{version}&chat={private}:{guessed}").json == closed
    asked = f"games={games[0]}:4&chat={games[0]}:0&chat={private}:0"
    by_guess = told(ben.get(f"{PATH}{private}:{version}&{asked}", headers=STREAM), pauses=100)
    by_link = told(ben.get(f"{PATH}{private}:{version}:{invitation}&{asked}", headers=STREAM), pauses=100)
    assert next(by_guess) == [{"id": private, "version": None}]
    assert next(by_link) == [{"id": private, "version": version, "chat": 1}]
    speaker = soon(lambda: ada.post(f"/games/{private}/chat", {"text": "Still between us"}))
    assert next(by_link) == [{"id": private, "version": version, "chat": 2}]
    speaker.join()
    ada.post(f"/games/{private}/invitation-link")
    speaker = soon(lambda: ada.post(f"/games/{private}/chat", {"text": "The old link is void"}))
    assert next(by_link) == [{"id": private, "version": None}]
    speaker.join()
    speaker = soon(lambda: ada.post(f"/games/{games[0]}/chat", {"text": "Hello"}))
    for news in (by_guess, by_link):
        assert next(news) == [{"id": games[0], "version": 4, "chat": 1}]
    speaker.join()


def test_whose_session_has_ended_hears_no_more(any_site: Site, games: list[str]) -> None:
    client, elsewhere = any_site.app.test_client(), any_site.app.test_client()
    for browser in (client, elsewhere):
        browser.post("/api/session", json={"name": "Ben", "password": "password of Ben"})
    chunks = iter(client.get(f"/api{PATH}{games[0]}:4", headers=STREAM).response)
    next(chunks)
    elsewhere.delete("/api/sessions")
    assert list(chunks) == []


@pytest.mark.parametrize(
    "query",
    [
        "",
        *(f"?games={games}" for games in ("", "x:1", NONE, f"{NONE}:1:", f"{NONE}:9999999999")),
        *(f"?games={NONE}:1&chat={chat}" for chat in ("", "x:1", NONE, f"{NONE}:1:x", f"{NONE}:9999999999")),
    ],
)
def test_an_invalid_list_of_games_is_refused(players: Any, query: str) -> None:
    assert players[0].get(f"/games/events{query}").status_code == 422


def test_a_line_follows_no_more_games_than_may_be(players: Any) -> None:
    query = "&".join(f"games={number:032x}:1" for number in range(MOST_FOLLOWED + 1))
    assert players[0].get(f"/games/events?{query}").status_code == 422
    assert players[0].get(f"/games/events?{query.rpartition('&')[0]}").status_code == 200
