"""Connections: answers and closes those whose request is invalid or too slow."""

from __future__ import annotations

import asyncio
import resource
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from service.runtime import middleware

SILENCE = 10.0
"""Seconds that a sender may pause."""

ALLOWED = 20.0
"""Seconds that a request may take to arrive, head and body together, or a response to be read, ..."""

PACE = 128 * 1024
"""... and one more for each so many bytes: two minutes and a half for the largest file."""

KEPT = 15.0
"""Seconds for which an idle connection is kept."""

LINGER = 2.0
"""Seconds that a client has to read the end of a response while it still sends."""

LONGEST_LINE = 4096
"""Bytes of the URL in a request."""

LONGEST_HEADER = 8192
"""Bytes of one header of a request, ..."""

LARGEST_HEAD = 64 * 1024
"""... and of all of them."""

RESERVED = 128
"""Files that a process opens besides connections: without any left, new clients are disconnected."""


class Malformed(Exception):
    """The bytes are not a valid request."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status.description)
        self.status = status


class Connection(HttpToolsProtocol):
    """A connection. The server calls :meth:`look` for each regularly."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start a connection."""
        super().connection_made(transport)
        most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        if len(self.connections) > most - RESERVED:
            transport.abort()
        self._fault = HTTPStatus.BAD_REQUEST
        self._refused = False
        self._at_work: RequestResponseCycle | None = None
        self._in_head = False
        self._begun: float | None = None  # when the current request began; None for none
        self._come = 0  # its bytes, ...
        self._piece = 0  # ... and those of the last piece
        self._last = self.loop.time()  # when something was received or a response ended
        self._unread: tuple[float, int] | None = None  # since when a response of so many bytes has not been read

    # Input ------------------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Process received bytes."""
        if self._refused:
            return
        self._last, self._piece = self.loop.time(), len(data)
        self._come += self._piece
        super().data_received(data)
        if self._in_head and self._come > LARGEST_HEAD and not self._refused:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def on_message_begin(self) -> None:
        """Begin a request."""
        super().on_message_begin()
        self._begun, self._come, self._in_head = self._last, self._piece, True

    def on_url(self, url: bytes) -> None:
        """Process the URL, or a part of it. Raises Malformed."""
        super().on_url(url)
        if len(self.url) > LONGEST_LINE:
            self._fail(HTTPStatus.REQUEST_URI_TOO_LONG)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Process a header. Raises Malformed."""
        if len(name) + len(value) > LONGEST_HEADER:
            self._fail(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        if name.lower() == b"expect" and value.lower() != b"100-continue":
            self._fail(HTTPStatus.EXPECTATION_FAILED)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Start the application: the head is complete, and perhaps a body follows."""
        super().on_headers_complete()
        self._in_head = False

    def on_message_complete(self) -> None:
        """Finish a request: all of it has arrived."""
        self._begun = None
        super().on_message_complete()

    def _fail(self, status: HTTPStatus) -> None:
        self._fault = status
        raise Malformed(status)

    def eof_received(self) -> bool:  # type: ignore[override]
        """Handle the end of input: after a whole request the client may wait for the response; a listener has left."""
        if self._refused or not self._unanswered():
            return False
        if self._in_body():
            self._refuse(HTTPStatus.BAD_REQUEST, "The body is shorter than its Content-Length.")
            return True
        self.cycle.keep_alive = False
        if self._at_work is not None:
            self._at_work.message_event.set()
        return True

    def _in_body(self) -> bool:
        return self._begun is not None and not self._in_head

    def _unanswered(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    # Output -------------------------------------------------------------------------------------------------------

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._at_work = cycle
        self._unread = None
        super()._start_asgi_task(cycle, app)

    def on_response_complete(self) -> None:
        """Continue after a response."""
        self._last = self.loop.time()
        super().on_response_complete()

    def send_400_response(self, msg: str) -> None:
        """Answer an invalid request or body."""
        self._refuse(self._fault)

    def _refuse(self, status: HTTPStatus, detail: str = "") -> None:
        """Answer in place of the application, and disconnect when that was read; ignore further input."""
        self._refused = True
        if self._in_body():
            self.cycle.disconnected = True
            self.cycle.message_event.set()
            if self.cycle.response_started or self.cycle is not self._at_work:
                self.transport.close()
                return
        elif self._unanswered():
            self.cycle.keep_alive = False
            return
        kind = "too-slow" if status is HTTPStatus.REQUEST_TIMEOUT else "malformed"
        path = self.scope["path"] if self._in_body() else ""
        line, headers, body = middleware.last_answer(path, status, kind, detail)
        lines = [f"HTTP/1.1 {line}", *(f"{name}: {value}" for name, value in headers), "Connection: close", "", ""]
        self.transport.write("\r\n".join(lines).encode("latin-1") + body)
        self.transport.write_eof()
        self.loop.call_later(LINGER, self.transport.abort)

    # Slow clients -----------------------------------------------------------------------------------------------------

    def look(self) -> None:
        """Disconnect clients that take too long to send a request, to read a response, or to send another request."""
        now = self.loop.time()
        if self.flow.read_paused:
            self._last, self._begun = now, None if self._begun is None else now
        if self._takes_too_long(now):
            self.transport.abort()
        elif self._begun is not None and not self._refused:
            if now - self._last > SILENCE or now - self._begun > ALLOWED + self._come / PACE:
                self._refuse(HTTPStatus.REQUEST_TIMEOUT, "The request took too long to arrive.")
        elif now - self._last > KEPT and not self._unanswered():
            self.transport.close()

    def _takes_too_long(self, now: float) -> bool:
        """Return whether the client is too slow to read the response."""
        size = self.transport.get_write_buffer_size()
        if not size:
            self._unread = None
            return False
        since, size = self._unread = self._unread or (now, size)
        return now - since > ALLOWED + size / PACE
