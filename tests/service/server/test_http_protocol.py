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
def sent(server: Server, data: bytes, receives: int = 0) -> Iterator[socket.socket]:
    """Yield a connection on which this was sent; ``receives`` limits what is taken in without being read."""
    with closing(socket.socket()) as line:
        if receives:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receives)
        line.settimeout(60)
        line.connect(("127.0.0.1", port_of(server)))
        line.sendall(data)
        yield line


def heard(line: socket.socket) -> bytes:
    """Everything until the server hangs up."""
    return b"".join(iter(lambda: line.recv(65536), b""))


def asked(server: Server, body: bytes, path: str = "/") -> bytes:
    """Return the answer to a whole request."""
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {len(body)}\r\n\r\n"
    with sent(server, head.encode() + body) as line:
        return heard(line).partition(b"\r\n\r\n")[2]


HEAD = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: "


def test_hundreds_of_slow_clients_keep_no_thread(served: Server) -> None:
    """There is one thread."""
    with ExitStack() as held:
        for _ in range(100):
            held.enter_context(sent(served, b"GET / HT"))
            held.enter_context(sent(served, HEAD + b"100\r\n\r\nx"))
            held.enter_context(sent(served, b"GET /long HTTP/1.1\r\nHost: x\r\n\r\n", receives=1024))
        assert asked(served, b"swift") == b"swift"


class TestTooSlow:
    @pytest.fixture(autouse=True)
    def _no_time(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(http_protocol, "SILENCE", 0.1)
        monkeypatch.setattr(http_protocol, "ALLOWED", 0.1)

    @pytest.mark.parametrize("begun", [b"G", b"GET / HTTP/1.1\r\nHost: x\r\n", HEAD + b"9\r\n\r\nabc"])
    def test_silence_ends_it(self, served: Server, begun: bytes) -> None:
        with sent(served, begun) as line:
            assert heard(line).startswith(b"HTTP/1.1 408 ")

    def test_drops_do_not_keep_it_open(self, served: Server, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(http_protocol, "SILENCE", 60.0)
        with sent(served, HEAD + b"1000\r\n\r\n") as line:
            for _ in range(1000):
                line.setblocking(False)
                try:
                    assert line.recv(100).startswith(b"HTTP/1.1 408 ")
                    return
                except BlockingIOError:
                    line.sendall(b"x")
                    time.sleep(0.02)
        pytest.fail("It was kept open")

    def test_a_body_for_a_thread_is_a_bad_request_there(self, served: Server) -> None:
        with sent(served, HEAD + b"2000\r\n\r\nabc") as line:
            assert heard(line).startswith(b"HTTP/1.1 408 ")
        assert asked(served, b"next") == b"next", "the thread has not waited on"

    def test_a_client_that_does_not_read_is_disconnected(self, served: Server, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(http_protocol, "PACE", 2**23)
        with sent(served, b"GET /long HTTP/1.1\r\nHost: x\r\n\r\n", receives=1024) as line:
            deadline = time.monotonic() + 60
            for here in (True, False):
                while bool(served.server_state.connections) is not here:
                    assert time.monotonic() < deadline
                    time.sleep(0.01)
            assert len(heard(line)) < 2**23

    def test_a_long_request_that_arrives_quickly_is_accepted(
        self, served: Server, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(http_protocol, "SILENCE", 60.0)
        monkeypatch.setattr(http_protocol, "PACE", 10)
        with sent(served, HEAD.replace(b"\r\n", b"\r\nConnection: close\r\n", 1) + b"900\r\n\r\n" + b"x" * 800) as line:
            time.sleep(2.5)
            line.sendall(b"x" * 100)
            assert heard(line).endswith(b"x" * 900)

    def test_nothing_at_all_ends_it_too(self, served: Server, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(http_protocol, "KEPT", 0.1)
        with sent(served, b"") as line:
            assert heard(line) == b""


class TestOneAfterTheOther:
    def test_pipelined_requests_are_answered_in_order(self, served: Server) -> None:
        last = HEAD.replace(b"Host: x", b"Host: x\r\nConnection: close") + b"3\r\n\r\ntwo"
        with sent(served, HEAD + b"3\r\n\r\none" + last) as line:
            first, second = heard(line).split(b"HTTP/1.1 200 OK")[1:]
            assert (first[-3:], second[-3:]) == (b"one", b"two")

    def test_an_invalid_request_after_a_valid_one_does_not_prevent_its_response(self, served: Server) -> None:
        with sent(served, HEAD + b"3\r\n\r\none" + b"what is this?\r\n\r\n") as line:
            assert heard(line).partition(b"\r\n\r\n")[2].startswith(b"one")

    def test_a_half_closed_request_is_answered(self, served: Server) -> None:
        with sent(served, HEAD + b"3\r\n\r\none") as line:
            line.shutdown(socket.SHUT_WR)
            assert heard(line).endswith(b"\r\n\r\none")

    def test_an_answer_is_heard_though_more_was_sent_than_is_read(self) -> None:
        def refuses(environ: object, start_response: object) -> list[bytes]:
            start_response("413 Too large", [("Content-Length", "2")])  # type: ignore[operator]
            return [b"no"]

        with serving(refuses) as server:
            assert asked(server, b"x" * 3_000_000) == b"no"

    def test_a_large_body_is_read_as_it_comes(self, served: Server) -> None:
        body = bytes(range(256)) * 8000
        assert asked(served, body) == body
