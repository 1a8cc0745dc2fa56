"""Event streams: closed ones free their places; open ones survive a lost database. Real processes and sockets."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from tests import postgres
from tests.deploy.proxy import proxy
from tests.load_tests.clients import EventStream, make_first_move, was_served
from tests.load_tests.sites import Target, target
from tests.wait_until import TIMEOUT, wait_until

PLACES = 3

NEVER = {"DAYBOOK_LIVE_WAIT": "3600"}
"""Listeners poll neither for news nor for disconnected clients."""


@pytest.fixture
def site(storage_url: str, tmp_path: Path) -> Iterator[Target]:
    """Yield a process in which one address may have three places."""
    with target(storage_url, tmp_path, DAYBOOK_LISTENERS_EACH=str(PLACES), **NEVER) as made:
        yield made


def open_stream(port: int, game: str) -> EventStream:
    """Open a stream as soon as a place is free."""
    deadline = time.monotonic() + TIMEOUT
    while (stream := EventStream(port, game)).status in (429, 503):
        assert time.monotonic() < deadline, "the server has not noticed that a listener has left"
        stream.close()
        time.sleep(0.1)
    assert stream.status == 200
    return stream


def load_page_repeatedly(port: int, game: str, loads: int) -> None:
    """Load one page after another; each closes the stream of the page before it."""
    for _ in range(loads):
        open_stream(port, game).close()


def test_closed_page_frees_its_place(site: Target) -> None:
    game, _ = site.game()
    load_page_repeatedly(site.port, game, 25)


def test_closed_page_behind_the_proxy_frees_its_place(site: Target, tmp_path: Path) -> None:
    game, _ = site.game()
    with proxy(tmp_path, [site.port, site.port]) as proxy_port:
        load_page_repeatedly(proxy_port, game, 25)


def test_aborted_poll_frees_its_place(site: Target) -> None:
    game, version = site.game()
    for _ in range(8):
        with closing(site.visitor()) as visitor:
            visitor._connection.request("GET", f"/api/games/{game}/events?after={version}&wait=60")
            time.sleep(0.1)
    open_stream(site.port, game).close()


def test_refusal_when_all_places_are_taken_has_retry_after(site: Target) -> None:
    game, _ = site.game()
    streams = [EventStream(site.port, game) for _ in range(PLACES + 1)]
    assert [stream.status for stream in streams] == [200] * PLACES + [429]
    assert int(streams[-1].headers["retry-after"]) >= 1
    with closing(site.visitor()) as visitor:
        assert int(visitor.get(f"/api/games/{game}/events?wait=5").headers["retry-after"]) >= 1
        assert visitor.get(f"/api/games/{game}/events").status == 200, "a request that does not wait takes no place"
    for stream in streams:
        stream.close()


def test_stream_delivers_next_move_after_losing_database_connection(postgres_url: str, tmp_path: Path) -> None:
    with target(postgres_url, tmp_path, **NEVER) as site:
        game, version = site.game(seats=2)
        with closing(EventStream(site.port, game, after=version)) as stream:
            for _ in range(3):
                with psycopg.connect(postgres_url, autocommit=True) as session:
                    postgres.terminate_sessions(session)
                assert_delivers_next_move(site, game, stream)


@pytest.mark.parametrize("looks_every", ["1", "3600"])
def test_stream_delivers_next_move_after_a_database_restart(tmp_path: Path, looks_every: str) -> None:
    """This holds whether or not the stream polled the database during the restart."""
    with postgres.server() as server, target(server.url, tmp_path, DAYBOOK_LIVE_WAIT=looks_every) as site:
        game, version = site.game(seats=2)
        with closing(EventStream(site.port, game, after=version)) as stream:
            server.stop()
            time.sleep(2)
            server.start()
            assert_delivers_next_move(site, game, stream)


def assert_delivers_next_move(site: Target, game: str, stream: EventStream) -> None:
    """Require that a move arrives; reading the stream times out after a while."""
    with closing(site.player()) as player:
        response = wait_until(lambda: make_first_move(player, game), was_served)
        assert response.status == 200, response
        assert response.json["version"] in stream.versions()
