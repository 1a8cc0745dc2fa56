"""Slow clients: the server disconnects them after a while, and until then they delay no other clients."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

from service.runtime import work_queue
from service.storage import connect
from service.usecases import visibility
from tests.load_tests.clients import send_request
from tests.load_tests.sites import Target, target
from tests.service.runtime.test_work_queue import RECORD, import_game, user_tokens


@pytest.fixture
def site(sqlite_url: str, tmp_path: Path) -> Iterator[Target]:
    with target(sqlite_url, tmp_path) as made:
        yield made


@contextmanager
def sending(port: int, *lines: str, body: bytes = b"") -> Iterator[socket.socket]:
    """Yield a connection on which only these lines and this body were sent."""
    with closing(socket.create_connection(("127.0.0.1", port), timeout=60)) as connection:
        connection.sendall("\r\n".join([*lines, "", ""]).encode() + body)
        yield connection


def read_all(connection: socket.socket) -> bytes:
    """Read until the server disconnects."""
    return b"".join(iter(lambda: connection.recv(65536), b""))


@pytest.mark.parametrize("header", ["content-LENGTH: 10", "Transfer-Encoding: chunked"])
def test_health_responds_despite_health_requests_with_missing_bodies(site: Target, header: str) -> None:
    with ExitStack() as held:
        for _ in range(3):
            held.enter_context(sending(site.port, "GET /api/health HTTP/1.1", "Host: x", header, ""))
        assert [send_request(site.port, "/api/health").status for _ in range(3)] == [200] * 3


def test_health_thread_does_not_serve_pipelined_streams(site: Target) -> None:
    """Each connection pipelines a request, an event stream and a health check."""
    game, _ = site.game()
    with closing(connect(site.url)) as storage:
        assert not visibility.is_listed(storage.database, game)
    pipelined = [
        "GET /api/rulesets HTTP/1.1", "Host: x", "",
        f"GET /api/games/{game}/events HTTP/1.1", "Host: x", "Accept: text/event-stream",
    ]  # fmt: skip
    with ExitStack() as held:
        for _ in range(3):
            connection = held.enter_context(sending(site.port, *pipelined))
            connection.sendall(b"GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n")
        assert [send_request(site.port, "/api/health").status for _ in range(3)] == [200] * 3


def test_slow_uploads_do_not_delay_other_users(site: Target) -> None:
    game, _ = site.game()
    *slow_ones, quick = user_tokens(site.url, 3)
    with ExitStack() as held:
        for token in slow_ones:
            head = ["POST /api/import HTTP/1.1", "Host: x", f"Authorization: Bearer {token}", "Content-Length: 100000"]
            for _ in range(work_queue.EACH):
                held.enter_context(sending(site.port, *head, "Content-Type: application/json", body=b"{"))
        assert send_request(site.port, f"/api/games/{game}/audit").status == 200
        assert import_game(site.port, quick, RECORD.read_bytes()).status == 201
        assert import_game(site.port, slow_ones[0], RECORD.read_bytes()).status == 429


def test_slow_sender_gets_408_and_is_disconnected(site: Target) -> None:
    length = "Content-Length: 100"
    token = f"Authorization: Bearer {site.token}"
    form = "Content-Type: application/x-www-form-urlencoded"
    with ExitStack() as held:
        problems = [
            held.enter_context(sending(site.port, "POST /api/import HTTP/1.1", "Host: x", token, length, body=b"{")),
            held.enter_context(sending(site.port, "POST /api/session HTTP/1.1", "Host: x", length, body=b"{")),
            held.enter_context(sending(site.port, "GET /api/health HTTP/1.1", "Host: x", length)),
        ]
        pages = [
            held.enter_context(sending(site.port, "POST /log-in HTTP/1.1", "Host: x", form, length, body=b"n")),
            held.enter_context(sending(site.port, f"POST /games/{'0' * 32}/join HTTP/1.1", "Host: x", form, length)),
            held.enter_context(socket.create_connection(("127.0.0.1", site.port), timeout=60)),
        ]
        pages[-1].sendall(b"GET / HTTP/1.1")
        responses = [read_all(connection) for connection in (*problems, *pages)]
    assert [response.split()[1] for response in responses] == [b"408"] * 6
    assert all(b"#too-slow" in response and b"application/problem+json" in response for response in responses[:3])
    assert all(b"text/html" in response for response in responses[3:])
