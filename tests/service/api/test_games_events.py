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
from tests.wait_until import wait_until

PATH = "/games/events?games="
NONE = "0" * 32


@pytest.fixture
def players(any_site: Site) -> tuple[Person, Person]:
    return any_site.person("Ada"), any_site.person("Ben")


@pytest.fixture
def games(any_site: Site, players: tuple[Person, Person]) -> list[str]:
    return [any_site.game(*players) for _ in range(2)]


def read_news(response: TestResponse, pauses: int) -> Iterator[Any]:
    """Yield the news of each event, until the stream has been idle this many times."""
    for chunk in response.response:
        text = chunk.decode() if isinstance(chunk, bytes) else chunk
        pauses -= ": nothing new" in text
        if not pauses:
            return
        for data in re.findall(r"data: (.*)\n\n", text):
            yield json.loads(data)["games"]


def polled_news(person: Person, query: str) -> Any:
    """Poll until there is news, since this site waits only briefly."""
    return wait_until(lambda: person.get(f"{query}&wait=5").json["games"])


def test_only_games_with_another_version_are_reported(games: list[str], players: Any) -> None:
    first, second = games
    found = players[0].get(f"{PATH}{first}:3&games={second}:4").json
    assert found == {"games": [{"id": first, "version": 4}]}


def test_events_of_several_games_arrive_while_listening(games: list[str], players: Any) -> None:
    ada, ben = players
    response = ben.get(PATH + "&games=".join(f"{game}:4" for game in games), headers=STREAM)
    assert response.content_type == "text/event-stream"
    mover = soon(lambda: [ada.move(game, COINS) for game in reversed(games)])
    received: list[Any] = []
    for news in read_news(response, pauses=100):
        received += news
        if len(received) == 2:
            break
    mover.join()
    # Events within one check are reported in the order of the games.
    assert sorted(each["id"] for each in received) == sorted(games)
    assert {each["version"] for each in received} == {5}


def test_long_poll_waits_for_news_until_the_timeout(games: list[str], players: Any) -> None:
    ada, ben = players
    mover = soon(lambda: ada.move(games[1], COINS))
    query = PATH + "&games=".join(f"{game}:4" for game in games)
    assert polled_news(ben, query) == [{"id": games[1], "version": 5}]
    mover.join()
    assert ben.get(f"{PATH}{games[0]}:4&wait=0.1").json == {"games": []}


def test_private_games_look_like_missing_games(any_site: Site, players: Any) -> None:
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
    response = ben.get(f"{PATH}{private}:{version}:{invitation}&games={games[0]}:4", headers=STREAM)
    news = read_news(response, pauses=100)
    mover = soon(lambda: (ada.post(f"/games/{private}/invitation-link"), ada.post(f"/games/{private}/join", {})))
    assert next(news) == [{"id": private, "version": None}]
    mover.join()
    mover = soon(lambda: ada.move(games[0], COINS))
    assert next(news) == [{"id": games[0], "version": 5}]
    mover.join()


def test_new_and_deleted_messages_are_reported(games: list[str], players: Any) -> None:
    ada, ben = players
    first, second = games
    ada.post(f"/games/{second}/chat", {"text": "Before"})
    response = ben.get(f"{PATH}{first}:4&games={second}:4&chat={first}:0&chat={second}:0", headers=STREAM)
    news = read_news(response, pauses=100)
    assert next(news) == [{"id": second, "version": 4, "chat": 1}]
    sender = soon(lambda: ada.post(f"/games/{first}/chat", {"text": "Hello"}))
    assert next(news) == [{"id": first, "version": 4, "chat": 1}]
    sender.join()
    sender = soon(lambda: ada.delete(f"/games/{first}/chat/1"))
    assert next(news) == [{"id": first, "version": 4, "chat": 2}]
    sender.join()
    # A client that knows this change, or does not follow the chat, gets no event for it.
    assert ben.get(f"{PATH}{first}:4&chat={first}:2").json == {"games": []}
    assert ben.get(f"{PATH}{first}:4").json == {"games": []}
    sender = soon(lambda: ada.post(f"/games/{first}/chat", {"text": "Again"}))
    assert polled_news(ben, f"{PATH}{first}:4&chat={first}:2") == [{"id": first, "version": 4, "chat": 3}]
    sender.join()


def test_private_chat_is_reported_only_with_a_valid_link(any_site: Site, players: Any, games: list[str]) -> None:
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
    by_guess = read_news(ben.get(f"{PATH}{private}:{version}&{asked}", headers=STREAM), pauses=100)
    by_link = read_news(ben.get(f"{PATH}{private}:{version}:{invitation}&{asked}", headers=STREAM), pauses=100)
    assert next(by_guess) == [{"id": private, "version": None}]
    assert next(by_link) == [{"id": private, "version": version, "chat": 1}]
    sender = soon(lambda: ada.post(f"/games/{private}/chat", {"text": "Still between us"}))
    assert next(by_link) == [{"id": private, "version": version, "chat": 2}]
    sender.join()
    ada.post(f"/games/{private}/invitation-link")
    sender = soon(lambda: ada.post(f"/games/{private}/chat", {"text": "The old link is void"}))
    assert next(by_link) == [{"id": private, "version": None}]
    sender.join()
    sender = soon(lambda: ada.post(f"/games/{games[0]}/chat", {"text": "Hello"}))
    for news in (by_guess, by_link):
        assert next(news) == [{"id": games[0], "version": 4, "chat": 1}]
    sender.join()


def test_stream_ends_when_the_session_ends(any_site: Site, games: list[str]) -> None:
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


def test_number_of_followed_games_is_limited(players: Any) -> None:
    query = "&".join(f"games={number:032x}:1" for number in range(MOST_FOLLOWED + 1))
    assert players[0].get(f"/games/events?{query}").status_code == 422
    assert players[0].get(f"/games/events?{query.rpartition('&')[0]}").status_code == 200
