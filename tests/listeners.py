"""Many event streams, read by one thread, with the delay of each received event."""

from __future__ import annotations

import re
import selectors
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

_EVENT = re.compile(rb'id: (\d+)\ndata: (?:\{"version":\d+,"at":"([^"]+)")?')


class Heard(NamedTuple):
    """An event that one listener received."""

    game: str
    listener: int
    version: int
    seconds: float
    """Seconds from the time in the event until its arrival; 0 if it has no time."""


@dataclass
class Listeners:
    """Listeners of a server. Listeners that the server disconnects are removed."""

    port: int
    heard: list[Heard] = field(default_factory=list)
    begun: int = 0
    """The number of streams that have started."""
    refused: list[bytes] = field(default_factory=list)
    """The status lines of all responses other than 200."""

    def __post_init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._open: dict[socket.socket, tuple[str, int]] = {}
        self._stop = threading.Event()

    def open(self, games: Sequence[str], each: int, token: str = "", together: int = 1) -> None:
        """Open ``each`` streams of each game, ``together`` at a time, and wait until all of them are answered."""
        before = self._answered
        bearer = f"Authorization: Bearer {token}\r\n" if token else ""
        for number, game in enumerate((game for _ in range(each) for game in games), 1):
            line = socket.create_connection(("127.0.0.1", self.port))
            head = f"GET /api/games/{game}/events HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n{bearer}\r\n"
            line.sendall(head.encode())
            line.setblocking(False)
            self._open[line] = (game, len(self._open))
            self._selector.register(line, selectors.EVENT_READ)
            self._await(before + number - together + 1)
        self._await(before + len(games) * each)

    def _await(self, answered: int) -> None:
        deadline = time.monotonic() + 60
        while self._answered < answered:
            assert time.monotonic() < deadline, f"only {self._answered} of {answered} streams were answered"
            time.sleep(0.0005)

    @property
    def _answered(self) -> int:
        return self.begun + len(self.refused)

    def disconnect(self) -> None:
        """Close all streams."""
        for line in list(self._open):
            self._selector.unregister(line)
            line.close()
        self._open.clear()

    def listen(self) -> None:
        """Record received events until :meth:`stop` is called."""
        while not self._stop.is_set():
            for key, _ in self._selector.select(0.1):
                line: socket.socket = key.fileobj  # type: ignore[assignment]
                try:
                    self._note(line, line.recv(2**16))
                except (BlockingIOError, ValueError):
                    continue
                except OSError:
                    self._note(line, b"")

    def _note(self, line: socket.socket, data: bytes) -> None:
        now = time.time()
        if line not in self._open:
            return
        game, number = self._open[line]
        if not data:
            self._selector.unregister(line)
            line.close()
            del self._open[line]
        if b": following" in data:
            self.begun += 1
        elif data.startswith(b"HTTP/1.1 ") and not data.startswith(b"HTTP/1.1 200 "):
            self.refused.append(data.partition(b"\r\n")[0])
        for version, at in _EVENT.findall(data):
            made = datetime.fromisoformat(at.decode()).timestamp() if at else now
            self.heard.append(Heard(game, number, int(version), now - made))

    def stop(self) -> None:
        """Make :meth:`listen` return."""
        self._stop.set()


@contextmanager
def listeners(port: int) -> Iterator[Listeners]:
    """Yield listeners without any streams yet, and run their thread until the block ends."""
    made = Listeners(port)
    thread = threading.Thread(target=made.listen, daemon=True)
    thread.start()
    yield made
    made.stop()
    thread.join()
    made.disconnect()
