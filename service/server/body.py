"""The body of a request, received on the event loop and read in a thread."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Awaitable, Callable
from typing import Any

from werkzeug.exceptions import BadRequest

Receive = Callable[[], Awaitable[Any]]


class Gone(Exception):
    """The sender of a request has disconnected, or was disconnected."""


def length(scope: dict[str, Any]) -> int:
    """Return the stated length of a body; 0 if it states none."""
    return next((int(value) for name, value in scope["headers"] if name == b"content-length"), 0)


class Body(io.RawIOBase):
    """A body: the bytes received so far, and the rest to come."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._loop = asyncio.get_running_loop()
        self._come = bytearray()
        self.is_here = False
        """Whether it is complete."""

    async def take_in(self, most: int) -> None:
        """Return when the body is complete, or longer than ``most``. Raises Gone."""
        while not self.is_here and len(self._come) <= most:
            await self._take()

    async def let_pass(self) -> None:
        """Discard the body, and return when all of it has arrived. Raises Gone."""
        while not self.is_here:
            await self._take()
            self._come.clear()

    async def _take(self) -> None:
        message = await self._receive()
        if message["type"] != "http.request":
            raise Gone
        self._come += message["body"]
        self.is_here = not message["more_body"]

    def readable(self) -> bool:
        """Return true."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Wait, in a thread, for bytes that have not arrived. Raise BadRequest if the sender has disconnected before
        the end.
        """
        while not self._come and not self.is_here:
            try:
                asyncio.run_coroutine_threadsafe(self._take(), self._loop).result()
            except Gone as error:
                raise BadRequest("The body is shorter than its Content-Length.") from error
        data = self._come[: len(buffer)]
        del self._come[: len(data)]
        buffer[: len(data)] = data
        return len(data)
