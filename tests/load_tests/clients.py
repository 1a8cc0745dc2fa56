"""Clients that share no code with the service: they use only sockets and HTTP."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from http.client import HTTPConnection, HTTPException
from typing import Any, NamedTuple
from urllib.parse import urlencode
from uuid import uuid4


class Response(NamedTuple):
    """A response and the seconds until it arrived; the status is 0 if there was no response."""

    status: int
    seconds: float
    headers: dict[str, str]
    content: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.content)

    @property
    def retry_after(self) -> float | None:
        """Seconds until the client may retry."""
        seconds = self.headers.get("retry-after")
        return None if seconds is None else float(seconds)


def was_served(answer: Sequence[Any]) -> bool:
    """Return whether the request was served; an overloaded process answers 503."""
    return bool(answer[0] != 503)


class Client:
    """A client with a persistent connection, which it reopens after a failure, and optionally an API token."""

    def __init__(self, port: int, token: str = "", timeout: float = 30) -> None:
        self._connection = HTTPConnection("127.0.0.1", port, timeout=timeout)
        self._token = token

    def get(self, path: str, **headers: str) -> Response:
        return self.send("GET", path, **headers)

    def post(self, path: str, body: Any, **headers: str) -> Response:
        sent = {"If-Match": "*", "Idempotency-Key": uuid4().hex, "Content-Type": "application/json"}
        return self.send("POST", path, json.dumps(body).encode(), **sent, **headers)

    def send(self, method: str, path: str, body: bytes | Iterable[bytes] | None = None, **headers: str) -> Response:
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        begun = time.monotonic()
        try:
            self._connection.request(method, path, body, {name.replace("_", "-"): it for name, it in headers.items()})
            answer = self._connection.getresponse()
            content = answer.read()
        except (OSError, HTTPException):
            self._connection.close()
            return Response(0, time.monotonic() - begun, {}, b"")
        received = {name.lower(): answer.headers[name] for name in answer.headers}  # The first of several cookies.
        return Response(answer.status, time.monotonic() - begun, received, content)

    def close(self) -> None:
        self._connection.close()


def make_first_move(player: Client, game: str) -> Response:
    """Make a move with the first option of each field; return its response, or the response to a failed query."""
    picks: list[str] = []
    while True:
        choice = player.get(f"/api/games/{game}/choices?{urlencode({'picks': picks}, doseq=True)}")
        if choice.status != 200:
            return choice
        if "command" in choice.json:
            return player.post(f"/api/games/{game}/moves", {"picks": picks})
        picks.append(choice.json["options"][0]["value"])


def send_request(port: int, path: str, **headers: str) -> Response:
    """Send one request on a new connection."""
    with closing(Client(port)) as client:
        return client.get(path, **headers)


class EventStream:
    """An event stream of a game, as an open page has it: a socket and the data that it receives."""

    def __init__(self, port: int, game: str, after: int | None = None, token: str = "", timeout: float = 30) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=timeout)
        query = "" if after is None else f"?after={after}"
        lines = [f"GET /api/games/{game}/events{query} HTTP/1.1", "Host: localhost", "Accept: text/event-stream"]
        if token:
            lines.append(f"Authorization: Bearer {token}")
        self._socket.sendall("\r\n".join([*lines, "", ""]).encode())
        self._lines = self._socket.makefile("rb")
        self.status = int(self._lines.readline().split()[1])
        self.headers = dict(self._headers())

    def _headers(self) -> Iterator[tuple[str, str]]:
        while line := self._lines.readline().strip():
            name, _, value = line.decode().partition(":")
            yield name.lower(), value.strip()

    def versions(self) -> Iterator[int]:
        """Yield the version of each event as it arrives, until the stream ends."""
        while line := self._lines.readline():
            if line.startswith(b"id:"):
                yield int(line.removeprefix(b"id:"))

    def close(self) -> None:
        """Disconnect, as a browser does when it goes to another page."""
        self._lines.close()
        self._socket.close()
