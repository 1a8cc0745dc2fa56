"""Connections: answers and closes those that send no valid request, or send it too slowly."""

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
"""Seconds that a request may take to come, head and body together, or an answer to be taken, ..."""

PACE = 128 * 1024
"""... and one more for each so many bytes: two minutes and a half for the largest file."""

KEPT = 15.0
"""Seconds that a connection is kept on which nothing is asked."""

LINGER = 2.0
"""Seconds that a client has to hear the end of an answer while it still sends."""

LONGEST_LINE = 4096
"""Bytes of the address in a request."""

LONGEST_HEADER = 8192
"""Bytes of one header of a request, ..."""

LARGEST_HEAD = 64 * 1024
"""... and of all of them."""

RESERVED = 128
"""Files that a process opens beside connections: whoever comes when no others are left is hung up on."""


class Malformed(Exception):
    """This is no request."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status.description)
        self.status = status


class Connection(HttpToolsProtocol):
    """A connection. The server looks at each now and then: see :meth:`look`."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody is here."""
        super().connection_made(transport)
        most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        if len(self.connections) > most - RESERVED:
            transport.abort()
        self._fault = HTTPStatus.BAD_REQUEST
        self._refused = False
        self._at_work: RequestResponseCycle | None = None
        self._in_head = False
        self._begun: float | None = None  # When the request began that is coming in; None for none.
        self._come = 0  # The bytes of it, ...
        self._piece = 0  # ... and of what has come last.
        self._last = self.loop.time()  # When something was received or an answer ended.
        self._unread: tuple[float, int] | None = None  # Since when an answer of so many bytes is not taken.

    # What comes ------------------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Something has come."""
        if self._refused:
            return
        self._last, self._piece = self.loop.time(), len(data)
        self._come += self._piece
        super().data_received(data)
        if self._in_head and self._come > LARGEST_HEAD and not self._refused:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._begun, self._come, self._in_head = self._last, self._piece, True

    def on_url(self, url: bytes) -> None:
        """Its address, or a part of it; raises Malformed."""
        super().on_url(url)
        if len(self.url) > LONGEST_LINE:
            self._fail(HTTPStatus.REQUEST_URI_TOO_LONG)

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header; raises Malformed."""
        if len(name) + len(value) > LONGEST_HEADER:
            self._fail(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        if name.lower() == b"expect" and value.lower() != b"100-continue":
            self._fail(HTTPStatus.EXPECTATION_FAILED)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Its head is here, and perhaps a body comes."""
        super().on_headers_complete()
        self._in_head = False

    def on_message_complete(self) -> None:
        """All of it is here."""
        self._begun = None
        super().on_message_complete()

    def _fail(self, status: HTTPStatus) -> None:
        self._fault = status
        raise Malformed(status)

    def eof_received(self) -> bool:  # type: ignore[override]
        """No more will come. Who has sent a whole request may still wait for the answer; who listens has left."""
        if self._refused or not self._unanswered():
            return False
        if self._in_body():
            self._refuse(HTTPStatus.BAD_REQUEST, "The body is shorter than announced.")
            return True
        self.cycle.keep_alive = False
        if self._at_work is not None:
            self._at_work.message_event.set()
        return True

    def _in_body(self) -> bool:
        return self._begun is not None and not self._in_head

    def _unanswered(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    # What goes -------------------------------------------------------------------------------------------------------

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._at_work = cycle
        self._unread = None
        super()._start_asgi_task(cycle, app)

    def on_response_complete(self) -> None:
        """An answer was given."""
        self._last = self.loop.time()
        super().on_response_complete()

    def send_400_response(self, msg: str) -> None:
        """What has come is no request, or no body."""
        self._refuse(self._fault)

    def _refuse(self, status: HTTPStatus, told: str = "") -> None:
        """Answer in the place of the application, and hang up when that was heard; nothing more is taken in."""
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
        line, headers, body = middleware.last_answer(path, status, kind, told)
        lines = [f"HTTP/1.1 {line}", *(f"{name}: {value}" for name, value in headers), "Connection: close", "", ""]
        self.transport.write("\r\n".join(lines).encode("latin-1") + body)
        self.transport.write_eof()
        self.loop.call_later(LINGER, self.transport.abort)

    # Who is slow -----------------------------------------------------------------------------------------------------

    def look(self) -> None:
        """Hang up on whoever takes too long to send a request, to take an answer, or to ask for anything."""
        now = self.loop.time()
        if self.flow.read_paused:
            self._last, self._begun = now, None if self._begun is None else now
        if self._takes_too_long(now):
            self.transport.abort()
        elif self._begun is not None and not self._refused:
            if now - self._last > SILENCE or now - self._begun > ALLOWED + self._come / PACE:
                self._refuse(HTTPStatus.REQUEST_TIMEOUT, "The request did not come in time.")
        elif now - self._last > KEPT and not self._unanswered():
            self.transport.close()

    def _takes_too_long(self, now: float) -> bool:
        """What is to be sent is not taken."""
        size = self.transport.get_write_buffer_size()
        if not size:
            self._unread = None
            return False
        since, size = self._unread = self._unread or (now, size)
        return now - since > ALLOWED + size / PACE
