"""A database that is stopped, full or read-only: clear errors meanwhile, and recovery as soon as it is back.

Disk, connections and threads must not run out. Real processes; the disk is filled by a limit on the size of files.
"""

from __future__ import annotations

import resource
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path

import pytest

from tests import postgres
from tests.load_tests.clients import EventStream, Response, make_first_move, send_request, was_served
from tests.load_tests.sites import Target, target
from tests.service.runtime.test_streams import open_stream
from tests.wait_until import wait_until


def healthy(site: Target) -> bool:
    response = send_request(site.port, "/api/health")
    assert response.status in (200, 503), response
    assert response.json["writes"] == (response.status == 200)
    return response.status == 200


def assert_unavailable(response: Response) -> None:
    """Assert that the request is refused for now, and that the client learns when to try again."""
    assert response.status == 503, response
    assert response.retry_after, response


def test_service_recovers_when_postgresql_restarts(tmp_path: Path) -> None:
    with postgres.server() as server, target(server.url, tmp_path) as site, closing(site.player()) as player:
        game, _ = site.game(seats=2)
        assert wait_until(lambda: make_first_move(player, game), was_served).status == 200
        wait_until(lambda: healthy(site))
        server.stop()
        for path in (f"/games/{game}", f"/api/games/{game}/state", "/", "/api/games"):
            response = player.get(path)
            assert_unavailable(response)
            wanted = "application/problem+json" if path.startswith("/api") else "text/html"
            assert response.headers["content-type"].startswith(wanted)
        assert_unavailable(player.post(f"/api/games/{game}/moves", {"picks": ["loan"]}))
        wait_until(lambda: not healthy(site))
        server.start()
        assert wait_until(lambda: make_first_move(player, game), was_served).status == 200
        wait_until(lambda: healthy(site))
        wait_until(lambda: send_request(site.port, "/api/games").json.get("games"))


@contextmanager
def disk_full(site: Target) -> Iterator[None]:
    """Prevent the process from writing to any file."""
    worker = site.worker()
    before = resource.prlimit(worker.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(worker.pid, resource.RLIMIT_FSIZE, (1, before[1]))
    try:
        yield
    finally:
        resource.prlimit(worker.pid, resource.RLIMIT_FSIZE, before)


def test_full_disk_refuses_writes_but_serves_reads(sqlite_url: str, tmp_path: Path) -> None:
    with target(sqlite_url, tmp_path) as site, closing(site.player()) as player:
        game, _ = site.game(seats=2)
        assert wait_until(lambda: make_first_move(player, game), was_served).status == 200
        before = wait_until(lambda: player.get(f"/api/games/{game}/history"), was_served).json
        with disk_full(site):
            assert_unavailable(make_first_move(player, game))
            assert_unavailable(player.post("/api/users", {"name": "Ben", "password": "password of Ben"}))
            for path in (f"/games/{game}", f"/api/games/{game}/state", "/"):
                assert wait_until(partial(player.get, path), was_served).status == 200, "existing data can be read"
            wait_until(lambda: not healthy(site))
        after = wait_until(lambda: player.get(f"/api/games/{game}/history"), was_served).json
        assert after == before, "refused writes have no effect"
        assert wait_until(lambda: make_first_move(player, game), was_served).status == 200
        wait_until(lambda: healthy(site))


class TestHealth:
    def test_hundreds_of_slow_clients_do_not_block_others(self, sqlite_url: str, tmp_path: Path) -> None:
        """They send no complete head or body, do not read responses, or send nothing at all."""
        with target(sqlite_url, tmp_path, DAYBOOK_REQUESTS="1") as site, ExitStack() as open_:
            game, _ = site.game(seats=2)
            post = "POST /api/users HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"
            page = f"GET /games/{game} HTTP/1.1\r\nHost: x\r\n\r\n"
            for sent in ("", "GET / HTT", post, page) * 75:
                slow = open_.enter_context(socket.create_connection(("127.0.0.1", site.port)))
                slow.sendall(sent.encode())
            with closing(site.player()) as player:
                assert wait_until(lambda: make_first_move(player, game), was_served).status == 200
                assert wait_until(lambda: send_request(site.port, "/"), was_served).status == 200
                wait_until(lambda: send_request(site.port, "/api/health").json["status"] == "ok")

    def test_health_reports_the_age_of_its_result(self, sqlite_url: str, tmp_path: Path) -> None:
        with target(sqlite_url, tmp_path) as site:
            first = send_request(site.port, "/api/health").json["age"]
            wait_until(lambda: send_request(site.port, "/api/health").json["age"] > first)


@pytest.mark.parametrize("listeners", ["3", "200"])
def test_event_streams_leave_threads_for_other_requests(sqlite_url: str, tmp_path: Path, listeners: str) -> None:
    """This holds for any number of permitted streams."""
    settings = {"DAYBOOK_REQUESTS": "1", "DAYBOOK_LISTENERS": listeners, "DAYBOOK_LISTENERS_EACH": listeners}
    with target(sqlite_url, tmp_path, **settings) as site, ExitStack() as open_:
        game, _ = site.game(seats=2)
        for _ in range(int(listeners)):
            open_.callback(open_stream(site.port, game).close)
        with closing(EventStream(site.port, game)) as refused:
            assert refused.status in (429, 503)
        assert wait_until(lambda: send_request(site.port, f"/games/{game}"), was_served).status == 200
