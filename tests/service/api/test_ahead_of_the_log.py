"""Clients ahead of the log, after a backup was restored: the server resets them at once."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest
from eventsourcing.persistence import PersistenceError

from projections.db_protocol import timestamp
from service.http import pagination
from service.runtime.pubsub import PubSub
from service.storage import Storage, connect
from tests.postgres import terminate_sessions
from tests.service.api.test_events import COINS, STREAM
from tests.service.runtime.test_pubsub import record
from tests.service.sites import Person, Site
from tests.service.waiting import run_async
from tests.wait_until import wait_until

LATER = timestamp(datetime.now(UTC) + timedelta(days=1))


@pytest.fixture
def players(any_site: Site) -> tuple[Person, Person]:
    return any_site.person("Ada"), any_site.person("Ben")


@pytest.fixture
def game(any_site: Site, players: tuple[Person, Person]) -> str:
    made = any_site.game(*players)
    any_site.catch_up()
    return made


def messages(person: Person, path: str, **headers: str) -> Iterator[dict[str, Any]]:
    """Yield the messages of a stream, field by field."""
    for chunk in person.get(path, headers={**STREAM, **headers}).response:
        for text in chunk.decode().split("\n\n"):
            found = dict(line.split(": ", 1) for line in text.splitlines())
            if "data" in found:
                yield found | {"data": json.loads(found["data"])}


class TestOneGame:
    @pytest.mark.parametrize("ahead", ["5", "60", "9" * 30])
    def test_stream_sends_a_reset_and_continues(self, game: str, players: tuple[Person, Person], ahead: str) -> None:
        received = messages(players[1], f"/games/{game}/events", **{"Last-Event-ID": ahead})
        assert next(received) == {
            "id": "4",
            "event": "reset",
            "data": {"version": 4, "events": [], "reset": True},
        }
        assert players[0].move(game, COINS).status_code == 200
        assert next(received)["id"] == "5"

    @pytest.mark.parametrize("asked", ["after=60", "after=60&wait=60"])
    def test_polls_return_a_reset_without_waiting(self, game: str, players: tuple[Person, Person], asked: str) -> None:
        expected = {"version": 4, "events": [], "reset": True}
        assert players[0].get(f"/games/{game}/events?{asked}").json == expected
        assert players[0].get(f"/games/{game}/events?{asked}", headers={"Last-Event-ID": "60"}).json == expected

    def test_a_client_at_the_last_version_gets_no_events(self, game: str, players: tuple[Person, Person]) -> None:
        assert players[0].get(f"/games/{game}/events?after=4").json == {"version": 4, "events": []}

    @pytest.mark.parametrize("what", ["history", "history?order=forward", "timeline", "ledger"])
    def test_history_pages_refuse_a_cursor_ahead_of_the_log(
        self, game: str, players: tuple[Person, Person], what: str
    ) -> None:
        cursor = pagination.encode_cursor((60, 0, "points") if what == "ledger" else 60)
        reply = players[0].get(f"/games/{game}/{what}{'&' if '?' in what else '?'}cursor={cursor}")
        assert (reply.status_code, reply.json["detail"]) == (
            422,
            "This cursor is ahead of the log. The log may have been restored from a backup. Start again without a "
            "cursor.",
        )

    @pytest.mark.parametrize("what", ["state?at=60", "drawings?at=60", "report?at=60", "board.svg?at=60", "history/60"])
    def test_missing_version_is_reported_as_not_found(
        self, game: str, players: tuple[Person, Person], what: str
    ) -> None:
        reply = players[0].get(f"/games/{game}/{what}")
        assert (reply.status_code, reply.json["detail"]) == (
            404,
            "This game has no position with this number. Reload the game.",
        )

    def test_write_on_a_missing_version_is_refused_with_the_current_one(
        self, game: str, players: tuple[Person, Person]
    ) -> None:
        reply = players[0].move(game, COINS, 60)
        assert (reply.status_code, reply.json["version"], reply.json["since"]) == (412, 4, [])

    def test_cached_response_newer_than_the_log_is_sent_again(self, game: str, players: tuple[Person, Person]) -> None:
        tag = players[0].get(f"/games/{game}").headers["ETag"].replace(f"{game}.4.", f"{game}.60.")
        for what in ("", "/history", "/state", "/chat"):
            assert players[0].get(f"/games/{game}{what}", headers={"If-None-Match": tag}).status_code == 200


class TestSeveralGames:
    def test_lost_versions_and_chat_changes_are_marked(
        self, any_site: Site, game: str, players: tuple[Person, Person]
    ) -> None:
        ada, _ = players
        other = any_site.game(*players)
        ada.post(f"/games/{other}/chat", {"text": "Hello"})
        path = f"/games/events?games={game}:60&games={other}:4&chat={other}:7"
        lost = [
            {"id": game, "version": 4, "reset": True},
            {"id": other, "version": 4, "chat": 1, "reset": True},
        ]
        assert ada.get(path).json == {"games": lost}
        assert ada.get(f"{path}&wait=60").json == {"games": lost}
        received = messages(ada, path)
        assert next(received)["data"] == {"games": lost}
        ada.move(game, COINS)
        assert next(received)["data"] == {"games": [{"id": game, "version": 5}]}

    def test_private_games_of_others_have_no_version(self, any_site: Site, players: tuple[Person, Person]) -> None:
        private = any_site.table(players[0], private=True)
        closed = {"games": [{"id": private, "version": None}]}
        assert players[1].get(f"/games/events?games={private}:60&chat={private}:7").json == closed


class TestAllGamesOfOneUser:
    AHEAD = pagination.encode_cursor((LATER, ""))

    def test_polls_list_all_games_again_without_waiting(self, game: str, players: tuple[Person, Person]) -> None:
        for asked in (f"after={self.AHEAD}", f"after={self.AHEAD}&wait=60"):
            reply = players[0].get(f"/events?{asked}").json
            assert (reply["reset"], [found["id"] for found in reply["games"]]) == (True, [game])
        after = reply["cursor"]
        assert players[0].get(f"/events?after={after}").json == {"cursor": after, "games": []}

    def test_user_without_games_gets_one_reset(self, any_site: Site) -> None:
        carol = any_site.person("Carol")
        reply = carol.get(f"/events?after={self.AHEAD}").json
        assert (reply["games"], reply["reset"]) == ([], True)
        assert "reset" not in carol.get(f"/events?after={reply['cursor']}").json

    def test_stream_sends_a_reset_and_continues(
        self, any_site: Site, game: str, players: tuple[Person, Person]
    ) -> None:
        received = messages(players[1], "/events", **{"Last-Event-ID": self.AHEAD})
        first = next(received)
        assert (first["event"], [found["id"] for found in first["data"]["games"]]) == ("reset", [game])
        assert first["id"] == first["data"]["cursor"]
        players[0].move(game, COINS)
        any_site.catch_up()
        second = next(received)
        assert ("event" in second, second["data"]["games"][0]["version"]) == (False, 5)


def test_subscriber_is_notified_of_events_in_a_restored_log(postgres_url: str) -> None:
    storage = connect(postgres_url)
    record(storage, "first")
    live = PubSub(storage, places=2, each=2)
    subscription, other = (live.admit("ada", [stream]) for stream in ("new", "lost"))

    async def receive() -> list[str]:
        assert await subscription.wait(60) == "news", "the log follower has started"
        await other.wait(0.1)
        for stream in ("lost", *(f"also lost {number}" for number in range(5))):
            await asyncio.to_thread(record, storage, stream)
        outcomes = [await other.wait(60)]
        await asyncio.to_thread(restore, postgres_url)
        await asyncio.to_thread(wait_until, lambda: recorded(storage, "new"))
        return [*outcomes, await subscription.wait(60)]

    assert run_async(receive()) == ["news", "news"]
    live.close()
    storage.close()


def restore(url: str) -> None:
    """Delete all facts but the first, and end all database sessions."""
    with psycopg.connect(url, autocommit=True) as session:
        session.execute("DELETE FROM stored_events WHERE originator_id <> 'first'")
        session.execute("SELECT setval(pg_get_serial_sequence('stored_events', 'notification_id'), 1)")
        terminate_sessions(session)


def recorded(storage: Storage, stream: str) -> bool:
    """Record a fact; return False while the pool still has the lost connections."""
    try:
        record(storage, stream)
    except PersistenceError:
        return False
    return True
