"""The proxy: it streams events immediately, retries reads, and never sends a write twice."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.deploy.proxy import proxy


class Web(ThreadingHTTPServer):
    """A fake web process that records requests and can disconnect without a response."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.failing = False
        self.seen: list[str] = []
        self.stream_ends = threading.Event()


class Handler(BaseHTTPRequestHandler):
    server: Web
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.server.seen.append("GET")
        if self.path.endswith("/events"):
            self._stream()
        else:
            self._respond()

    def do_POST(self) -> None:
        self.server.seen.append("POST")
        self.rfile.read(int(self.headers["Content-Length"]))
        self._respond()

    def _respond(self) -> None:
        if self.server.failing:
            self.close_connection = True
            return
        body = json.dumps(dict(self.headers)).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _stream(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(b"id: 1\ndata: {}\n\n")
        self.server.stream_ends.wait(30)
        self.close_connection = True

    def log_message(self, format: str, *arguments: object) -> None:
        pass


@contextmanager
def running(web: Web) -> Iterator[Web]:
    thread = threading.Thread(target=web.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield web
    finally:
        web.stream_ends.set()
        web.shutdown()
        thread.join()
        web.server_close()


@pytest.fixture
def webs() -> Iterator[tuple[Web, Web]]:
    with running(Web()) as first, running(Web()) as second:
        yield first, second


@pytest.fixture
def door(tmp_path: Path, webs: tuple[Web, Web]) -> Iterator[HTTPConnection]:
    with proxy(tmp_path, [web.server_port for web in webs]) as port:
        connection = HTTPConnection("127.0.0.1", port, timeout=10)
        yield connection
        connection.close()


def test_events_arrive_while_the_stream_is_open(door: HTTPConnection) -> None:
    door.request("GET", "/api/games/abc/events", headers={"Accept-Encoding": "gzip"})
    response = door.getresponse()
    assert response.readline() == b"id: 1\n"
    assert response.readline() == b"data: {}\n"


def test_requests_are_spread_over_both_web_processes(door: HTTPConnection, webs: tuple[Web, Web]) -> None:
    for _ in range(6):
        door.request("GET", "/")
        door.getresponse().read()
    assert [len(web.seen) for web in webs] == [3, 3]


def test_a_failed_read_is_retried_on_the_other_process(door: HTTPConnection, webs: tuple[Web, Web]) -> None:
    webs[0].failing = True
    for _ in range(4):
        door.request("GET", "/")
        response = door.getresponse()
        response.read()
        assert response.status == 200
    assert webs[0].seen


def test_a_write_that_may_have_arrived_is_not_retried(door: HTTPConnection, webs: tuple[Web, Web]) -> None:
    for web in webs:
        web.failing = True
    door.request("POST", "/api/games/abc/moves", body=b"{}")
    response = door.getresponse()
    response.read()
    assert response.status == 502
    assert [*webs[0].seen, *webs[1].seen] == ["POST"]


def test_web_processes_get_the_client_address_and_clients_cannot_forge_it(door: HTTPConnection) -> None:
    door.request("GET", "/", headers={"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https"})
    seen = json.loads(door.getresponse().read())
    assert seen["X-Forwarded-For"] == "127.0.0.1"
    assert seen["X-Forwarded-Proto"] == "http"
    assert seen["Host"] == seen["X-Forwarded-Host"] == f"127.0.0.1:{door.port}"
