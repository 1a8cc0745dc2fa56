"""Who sends a request slowly is waited for, but not for ever: a thread waits with them."""

from __future__ import annotations

import time
from socket import socket

from gunicorn.http import errors
from gunicorn.http.unreader import SocketUnreader

SILENCE = 10.0
"""Seconds that a sender may pause."""

ALLOWED = 20.0
"""Seconds that a request may take to come, head and body together, ..."""

PACE = 128 * 1024
"""... and one more for each so many bytes that have come: two minutes and a half for the largest file."""


class TooSlow(errors.ParseException):
    """The sender of a request pauses for too long, or takes too long in all."""

    def __str__(self) -> str:
        return "The request did not come in time."


class Sent(SocketUnreader):
    """What comes over a connection, one request after another; raises TooSlow."""

    def __init__(self, connection: socket) -> None:
        super().__init__(connection)
        self.expect()

    def expect(self) -> None:
        """Another request is expected from now on."""
        self._since = time.monotonic()
        self._come = 0

    def chunk(self, size_hint: int | None = None) -> bytes:
        """What comes next; where somebody has given the connection less time already, that ends by TimeoutError."""
        given = self.sock.gettimeout()
        try:
            data = self._received(SILENCE if given is None else given, size_hint)
        except TimeoutError as error:
            if given is None:
                raise TooSlow from error
            raise
        finally:
            self.sock.settimeout(given)
        self._come += len(data)
        return data

    def _received(self, seconds: float, size_hint: int | None) -> bytes:
        left = self._since + ALLOWED + self._come / PACE - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self.sock.settimeout(min(seconds, left))
        data: bytes = super().chunk(size_hint)  # type: ignore[call-arg]
        return data
