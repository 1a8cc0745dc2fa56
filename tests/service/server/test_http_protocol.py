"""Slow clients: the server disconnects them after a while; until then they occupy no thread and delay no one."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager

import pytest

from service.server import http_protocol
from service.server.server import Server
from tests.service.serving import port_of, serving


@contextmanager
def opened(server: Server, data: bytes, receive_buffer: int = 0) -> Iterator[socket.socket]:
    """Yield a connection on which the data was sent; ``receive_buffer`` limits how much arrives without being read."""
    with closing(socket.socket()) as connection:
        if receive_buffer:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        connection.settimeout(60)
        connection.connect(("127.0.0.1", port_of(server)))
        connection.sendall(data)
        yield connection


def read_all(connection: socket.socket) -> bytes:
    """Return everything until the server disconnects."""
    return b"".join(iter(lambda: connection.recv(65536), b""))


def post(server: Server, body: bytes, path: str = "/") -> bytes:
    """Send a whole request and return the body of its response."""
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {len(body)}\r\n\r\n"
    with opened(server, head.encode() + body) as connection:
        return read_all(connection).partition(b"\r\n\r\n")[2]


HEAD = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: "


def test_hundreds_of_slow_clients_occupy_no_thread(served: Server) -> None:
    """The server has one thread."""
    with ExitStack() as held:
        for _ in range(100):
            held.enter_context(opened(served, b"GET / HT"))
            held.enter_context(opened(served, HEAD + b"100\r\n\r\nx"))
            held.enter_context(opened(served, b"GET /long HTTP/1.1\r\nHost: x\r\n\r\n", receive_buffer=1024))
        assert post(served, b"swift") == b"swift"


class TestSlowClients:
    @pytest.fixture(autouse=True)
    def _no_time(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(http_protocol, "SILENCE", 0.1)
        monkeypatch.setattr(http_protocol, "ALLOWED", 0.1)

    @pytest.mark.parametrize("begun", [b"G", b"GET / HTTP/1.1\r\nHost: x\r\n", HEAD + b"9\r\n\r\nabc"])
    def test_silent_client_is_disconnected_with_408(self, served: Server, begun: bytes) -> None:
        with opened(served, begun) as connection:
            assert read_all(connection).startswith(b"HTTP/1.1 408 ")

    def test_trickled_bytes_do_not_keep_the_connection_open(
        self, served: Server, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(http_protocol, "SILENCE", 60.0)
        with opened(served, HEAD + b"1000\r\n\r\n") as connection:
            for _ in range(1000):
                connection.setblocking(False)
                try:
                    assert connection.recv(100).startswith(b"HTTP/1.1 408 ")
                    return
                except BlockingIOError:
                    connection.sendall(b"x")
                    time.sleep(0.02)
        pytest.fail("It was kept open")

    def test_slow_body_read_in_a_thread_times_out_and_frees_the_thread(self, served: Server) -> None:
        with opened(served, HEAD + b"2000\r\n\r\nabc") as connection:
            assert read_all(connection).startswith(b"HTTP/1.1 408 ")
        assert post(served, b"next") == b"next", "the only thread must be free for the next request"

    def test_a_client_that_does_not_read_is_disconnected(self, served: Server, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(http_protocol, "PACE", 2**23)
        with opened(served, b"GET /long HTTP/1.1\r\nHost: x\r\n\r\n", receive_buffer=1024) as connection:
            deadline = time.monotonic() + 60
            for here in (True, False):
                while bool(served.server_state.connections) is not here:
                    assert time.monotonic() < deadline
                    time.sleep(0.01)
            assert len(read_all(connection)) < 2**23

    def test_a_long_request_that_arrives_quickly_is_accepted(
        self, served: Server, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(http_protocol, "SILENCE", 60.0)
        monkeypatch.setattr(http_protocol, "PACE", 10)
        with opened(
            served, HEAD.replace(b"\r\n", b"\r\nConnection: close\r\n", 1) + b"900\r\n\r\n" + b"x" * 800
        ) as connection:
            time.sleep(2.5)
            connection.sendall(b"x" * 100)
            assert read_all(connection).endswith(b"x" * 900)

    def test_idle_connection_is_closed(self, served: Server, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(http_protocol, "KEPT", 0.1)
        with opened(served, b"") as connection:
            assert read_all(connection) == b""


class TestRequests:
    def test_pipelined_requests_are_answered_in_order(self, served: Server) -> None:
        last = HEAD.replace(b"Host: x", b"Host: x\r\nConnection: close") + b"3\r\n\r\ntwo"
        with opened(served, HEAD + b"3\r\n\r\none" + last) as connection:
            first, second = read_all(connection).split(b"HTTP/1.1 200 OK")[1:]
            assert (first[-3:], second[-3:]) == (b"one", b"two")

    def test_invalid_request_does_not_prevent_the_previous_response(self, served: Server) -> None:
        with opened(served, HEAD + b"3\r\n\r\none" + b"what is this?\r\n\r\n") as connection:
            assert read_all(connection).partition(b"\r\n\r\n")[2].startswith(b"one")

    def test_half_closed_request_gets_a_response(self, served: Server) -> None:
        with opened(served, HEAD + b"3\r\n\r\none") as connection:
            connection.shutdown(socket.SHUT_WR)
            assert read_all(connection).endswith(b"\r\n\r\none")

    def test_response_arrives_even_if_the_body_is_not_read(self) -> None:
        def refuse(environ: object, start_response: object) -> list[bytes]:
            start_response("413 Too large", [("Content-Length", "2")])  # type: ignore[operator]
            return [b"no"]

        with serving(refuse) as server:
            assert post(server, b"x" * 3_000_000) == b"no"

    def test_large_body_arrives_unchanged(self, served: Server) -> None:
        body = bytes(range(256)) * 8000
        assert post(served, body) == body
