"""A relay that counts the bytes on a connection and how often PostgreSQL says that it is ready for more."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread

READY = b"Z\x00\x00\x00\x05"
"""The message that ends each answer of PostgreSQL."""


class Line:
    """A relay in front of a server, which counts the bytes sent to clients."""

    def __init__(self, host: str, port: int) -> None:
        self._host, self._port = host, port
        self._loop = asyncio.new_event_loop()
        self.sent = 0
        self.round_trips = 0
        self.port = 0

    def run(self, socket: Path | None) -> Thread:
        """Listen on a socket of this name, or on a port of this machine; in a thread."""
        started = self._loop.create_task(self._listen(socket))
        thread = Thread(target=self._loop.run_forever, daemon=True)
        self._loop.run_until_complete(started)
        thread.start()
        return thread

    def stop(self, thread: Thread) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        thread.join()

    async def _listen(self, socket: Path | None) -> None:
        if socket:
            await asyncio.start_unix_server(self._relay, socket)
        else:
            server = await asyncio.start_server(self._relay, "127.0.0.1")
            self.port = server.sockets[0].getsockname()[1]

    async def _relay(self, asking: asyncio.StreamReader, asked: asyncio.StreamWriter) -> None:
        if self._host.startswith("/"):
            path = f"{self._host}/.s.PGSQL.{self._port}"
            answering, answered = await asyncio.open_unix_connection(path)
        else:
            answering, answered = await asyncio.open_connection(self._host, self._port)
        with suppress(ConnectionError):
            await asyncio.gather(_pass_on(asking, answered), self._count(answering, asked))

    async def _count(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        while content := await source.read(1 << 16):
            self.sent += len(content)
            self.round_trips += content.count(READY)
            sink.write(content)
        sink.close()


async def _pass_on(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
    while content := await source.read(1 << 16):
        sink.write(content)
    sink.close()


@contextmanager
def line(host: str, port: int, socket: Path | None = None) -> Iterator[Line]:
    """Yield a relay that runs until the block ends."""
    made = Line(host, port)
    thread = made.run(socket)
    try:
        yield made
    finally:
        made.stop(thread)
