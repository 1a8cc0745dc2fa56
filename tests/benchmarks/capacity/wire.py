"""A relay that counts the bytes sent to clients, and the messages by which PostgreSQL reports that it is ready."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread

READY = b"Z\x00\x00\x00\x05"
"""The start of the message ReadyForQuery, which ends each response of PostgreSQL."""


class Line:
    """A relay in front of a server, which counts bytes and round trips."""

    def __init__(self, host: str, port: int) -> None:
        self._host, self._port = host, port
        self._loop = asyncio.new_event_loop()
        self.sent = 0
        self.round_trips = 0
        self.port = 0

    def run(self, socket: Path | None) -> Thread:
        """Listen on a socket with this path, or on a free port, in a thread; return the thread."""
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
