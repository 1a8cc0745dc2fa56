"""The body of a request, received on the loop and read in a thread."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Awaitable, Callable
from typing import Any

from werkzeug.exceptions import BadRequest

Receive = Callable[[], Awaitable[Any]]


class Gone(Exception):
    """Whoever sent a request has hung up, or was hung up on."""


def length(scope: dict[str, Any]) -> int:
    """The bytes that a body says it has; 0 where it says nothing."""
    return next((int(value) for name, value in scope["headers"] if name == b"content-length"), 0)


class Body(io.RawIOBase):
    """What has come of a body, and what is still to come."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._loop = asyncio.get_running_loop()
        self._come = bytearray()
        self.is_here = False
        """All of it has come."""

    async def take_in(self, most: int) -> None:
        """Return when all of it is here, or more than that; raises Gone."""
        while not self.is_here and len(self._come) <= most:
            await self._take()

    async def let_pass(self) -> None:
        """Return when all of it has come, of which nothing is kept; raises Gone."""
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
        """Yes."""
        return True

    def readinto(self, buffer: Any) -> int:
        """In a thread: wait for what has not come yet. Raises BadRequest where the sender has gone amid the body."""
        while not self._come and not self.is_here:
            try:
                asyncio.run_coroutine_threadsafe(self._take(), self._loop).result()
            except Gone as error:
                raise BadRequest("The body is shorter than announced.") from error
        data = self._come[: len(buffer)]
        del self._come[: len(data)]
        buffer[: len(data)] = data
        return len(data)
