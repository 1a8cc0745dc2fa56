"""Event streams: closed ones free their place, open ones survive a lost database. Real processes and sockets."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from tests import postgres
from tests.deploy.proxy import proxy
from tests.load_tests.clients import EventStream, had_time, moved
from tests.load_tests.sites import Target, target
from tests.wait_until import PATIENCE, at_last

PLACES = 3

NEVER = {"DAYBOOK_LIVE_WAIT": "3600"}
"""Listeners do not poll, neither for news nor for disconnected clients."""


@pytest.fixture
def site(storage_url: str, tmp_path: Path) -> Iterator[Target]:
    """Yield a process in which one address may have three places."""
    with target(storage_url, tmp_path, DAYBOOK_LISTENERS_EACH=str(PLACES), **NEVER) as made:
        yield made


def opened(port: int, game: str) -> EventStream:
    """Return a stream, as soon as there is a place for it."""
    deadline = time.monotonic() + PATIENCE
    while (stream := EventStream(port, game)).status in (429, 503):
        assert time.monotonic() < deadline, "nobody notices that whoever listened has left"
        stream.close()
        time.sleep(0.1)
    assert stream.status == 200
    return stream


def loads_of_a_page(port: int, game: str, loads: int) -> None:
    """Load one page after another; each closes the stream of the page before it."""
    for _ in range(loads):
        opened(port, game).close()


def test_a_closed_page_gives_its_place_back(site: Target) -> None:
    game, _ = site.game()
    loads_of_a_page(site.port, game, 25)


def test_a_closed_page_behind_the_proxy_too(site: Target, tmp_path: Path) -> None:
    game, _ = site.game()
    with proxy(tmp_path, [site.port, site.port]) as door:
        loads_of_a_page(door, game, 25)


def test_a_poll_that_was_broken_off_gives_its_place_back_too(site: Target) -> None:
    game, version = site.game()
    for _ in range(8):
        with closing(site.visitor()) as visitor:
            visitor._connection.request("GET", f"/api/games/{game}/events?after={version}&wait=60")
            time.sleep(0.1)
    opened(site.port, game).close()


def test_a_full_house_says_when_to_come_back(site: Target) -> None:
    game, _ = site.game()
    streams = [EventStream(site.port, game) for _ in range(PLACES + 1)]
    assert [stream.status for stream in streams] == [200] * PLACES + [429]
    assert int(streams[-1].headers["retry-after"]) >= 1
    with closing(site.visitor()) as visitor:
        assert int(visitor.get(f"/api/games/{game}/events?wait=5").headers["retry-after"]) >= 1
        assert visitor.get(f"/api/games/{game}/events").status == 200, "who does not wait takes no place"
    for stream in streams:
        stream.close()


def test_a_stream_hears_the_next_move_after_its_connection_to_the_database_was_lost(
    postgres_url: str, tmp_path: Path
) -> None:
    with target(postgres_url, tmp_path, **NEVER) as site:
        game, version = site.game(seats=2)
        with closing(EventStream(site.port, game, after=version)) as stream:
            for _ in range(3):
                with psycopg.connect(postgres_url, autocommit=True) as session:
                    postgres.throw_out(session)
                assert_hears_the_next_move(site, game, stream)


@pytest.mark.parametrize("looks_every", ["1", "3600"])
def test_a_stream_lives_through_a_stop_of_the_database_and_hears_the_next_move(
    tmp_path: Path, looks_every: str
) -> None:
    """Whether or not it queried the database meanwhile."""
    with postgres.server() as server, target(server.url, tmp_path, DAYBOOK_LIVE_WAIT=looks_every) as site:
        game, version = site.game(seats=2)
        with closing(EventStream(site.port, game, after=version)) as stream:
            server.stop()
            time.sleep(2)
            server.start()
            assert_hears_the_next_move(site, game, stream)


def assert_hears_the_next_move(site: Target, game: str, stream: EventStream) -> None:
    """The stream gives up listening after a while."""
    with closing(site.player()) as player:
        answer = at_last(lambda: moved(player, game), had_time)
        assert answer.status == 200, answer
        assert answer.json["version"] in stream.versions()
