"""A crowd: hundreds of readers and hundreds of open pages of one game while it is played.

Database connections, threads, event streams and memory must not run out. Each client gets a response within two
seconds; clients that cannot be served get a 503 or 429 that says when to retry.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil

from deploy.private_postgres import create_database, private_server
from tests.benchmarks.timing import quantile
from tests.load_tests.clients import Response, make_first_move
from tests.load_tests.finding import Finding
from tests.load_tests.sites import Target, target
from tests.service.waiting import run_async

SOON = 2.0
"""Seconds within which 99 of 100 responses are due."""

PATIENCE = 60
"""Seconds after the last move within which every page must show it, including refused pages without a stream."""

LEFT_OPEN = 40
"""Files and sockets that a process may keep after a crowd: database connections, and what it loads once."""

MEMORY = 200.0
"""MB of memory that a process may use for a crowd, including caches that stay for the next one."""

WAIT = 25
"""Seconds of each poll for updates by a page without a stream, as in live.js."""


@dataclass
class Crowd:
    """The size of a crowd, and its results."""

    site: Target
    game: str
    readers: int
    pages: int
    moves: int
    pause: float
    """Seconds between two moves."""
    hurry: float = 1.0
    """The fraction of the Retry-After time after which pages without a stream return."""
    over: asyncio.Event = field(default_factory=asyncio.Event)
    answers: dict[str, list[Response]] = field(default_factory=dict)
    shown: dict[int, int] = field(default_factory=dict)
    """The version each page shows."""
    health: list[Response] = field(default_factory=list)
    listening: int = 0

    def met(self, kind: str, answer: Response) -> Response:
        """Record a response without its content, and return the response."""
        self.answers.setdefault(kind, []).append(answer._replace(content=b""))
        return answer

    async def rest(self, seconds: float) -> None:
        """Wait 1 to 1.5 times this long, or until the end, so that refused clients do not all return at once."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.over.wait(), seconds * random.uniform(1, 1.5))


class Reader:
    """A client with one persistent connection."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._lines: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, path: str) -> Response:
        """Return a response; reopen a persistent connection that has been closed meanwhile, as browsers do."""
        begun = time.monotonic()
        kept = self._lines is not None
        try:
            status, headers = await self._head(path, "*/*")
            content = await self._content(headers)
        except (OSError, asyncio.IncompleteReadError):
            self.close()
            return await self.get(path) if kept else Response(0, time.monotonic() - begun, {}, b"")
        if headers.get("connection") == "close":
            self.close()
        return Response(status, time.monotonic() - begun, headers, content)

    async def stream(self, path: str) -> Response:
        """Open an event stream; return the response, whose content is empty if the stream is open."""
        status, headers = await self._head(path, "text/event-stream")
        content = b"" if status == 200 else await self._content(headers)
        return Response(status, 0.0, headers, content)

    async def next_version(self) -> int:
        """Return the version of the next event of the stream."""
        assert self._lines is not None
        while line := await self._lines[0].readline():
            if line.startswith(b"id:"):
                return int(line.removeprefix(b"id:"))
        raise ConnectionError("The stream has ended")

    async def _head(self, path: str, accept: str) -> tuple[int, dict[str, str]]:
        if self._lines is None:
            self._lines = await asyncio.open_connection("127.0.0.1", self._port)
        incoming, outgoing = self._lines
        outgoing.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept: {accept}\r\n\r\n".encode())
        first, *others = (await incoming.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = (line.partition(": ") for line in others)
        return int(first.split()[1]), {name.lower(): value for name, _, value in headers if name}

    async def _content(self, headers: dict[str, str]) -> bytes:
        assert self._lines is not None
        return await self._lines[0].readexactly(int(headers["content-length"]))

    def close(self) -> None:
        if self._lines is not None:
            self._lines[1].close()
            self._lines = None


# --------------------------------------------------------------------------------------------------------------------
# Actions
# --------------------------------------------------------------------------------------------------------------------


def things(game: str) -> list[str]:
    """Return the URLs of a game's readable data."""
    api = f"/api/games/{game}"
    return [f"{api}/history", f"/games/{game}", f"{api}/state", f"{api}/history?order=backward", api, "/"]


async def read(crowd: Crowd) -> None:
    """Fetch the data of a game, one random URL after another."""
    with closing(Reader(crowd.site.port)) as reader:
        while not crowd.over.is_set():
            answer = crowd.met("reading", await reader.get(random.choice(things(crowd.game))))
            await crowd.rest(answer.retry_after or 0.0)


async def look(crowd: Crowd, page: int) -> None:
    """Act as an open page: load, listen, and load again after each update, as the page's own scripts do."""
    news: asyncio.Queue[int] = asyncio.Queue()
    with closing(Reader(crowd.site.port)) as reader:
        crowd.shown[page] = await _load(crowd, reader)
        listening = asyncio.create_task(_listen(crowd, crowd.shown[page], news))
        while not crowd.over.is_set():
            newest = 0
            with suppress(TimeoutError):
                newest = await asyncio.wait_for(news.get(), 1)
            while not news.empty():
                newest = news.get_nowait()
            if newest > crowd.shown[page]:
                crowd.shown[page] = await _load(crowd, reader)
        listening.cancel()


async def _load(crowd: Crowd, reader: Reader) -> int:
    """Load the page until it is served, and return the version that it shows."""
    while True:
        answer = crowd.met("pages", await reader.get(f"/games/{crowd.game}"))
        if answer.status == 200:
            return int(answer.content.partition(b'data-version="')[2].partition(b'"')[0])
        await asyncio.sleep((answer.retry_after or 1.0) * random.uniform(1, 1.5))


async def _listen(crowd: Crowd, version: int, news: asyncio.Queue[int]) -> None:
    """Listen to an event stream, or poll if the server refuses the stream."""
    path = f"/api/games/{crowd.game}/events?after="
    with closing(Reader(crowd.site.port)) as reader:
        answer = crowd.met("listening", await reader.stream(f"{path}{version}"))
        if answer.status == 200:
            crowd.listening += 1
            while True:
                news.put_nowait(await reader.next_version())
        wait = f"&wait={WAIT}"
        while True:
            await asyncio.sleep((answer.retry_after or 0.0) * crowd.hurry * random.uniform(1, 1.5))
            answer = await reader.get(f"{path}{version}{wait}")
            if not wait or answer.status != 200:
                crowd.met("polling", answer)  # The wait for an update is not slowness.
            if answer.status == 200 and answer.json["version"] > version:
                version = answer.json["version"]
                news.put_nowait(version)
            wait = "" if answer.status in (429, 503) else f"&wait={WAIT}"


async def play(crowd: Crowd) -> int:
    """Make moves, retry each refused move, and return the last version."""
    version = 0
    with closing(crowd.site.player()) as player:
        for _ in range(crowd.moves):
            await asyncio.sleep(crowd.pause)
            while (answer := await asyncio.to_thread(make_first_move, player, crowd.game)).status != 200:
                crowd.met("moving", answer)
                await asyncio.sleep(answer.retry_after or 1.0)
            crowd.met("moving", answer)
            version = answer.json["version"]
    return version


async def watch(crowd: Crowd) -> None:
    """Check the site's health regularly, as proxies do."""
    with closing(Reader(crowd.site.port)) as reader:
        while not crowd.over.is_set():
            crowd.health.append(await reader.get("/api/health"))
            await crowd.rest(0.5)


async def gather(crowd: Crowd) -> int:
    """Run all clients of the crowd until every page shows the last move, and return the last version."""
    with closing(Reader(crowd.site.port)) as first:
        for thing in things(crowd.game):  # A site in use has served everything before.
            await first.get(thing)
    tasks = [asyncio.create_task(look(crowd, page)) for page in range(crowd.pages)]
    tasks += [asyncio.create_task(read(crowd)) for _ in range(crowd.readers)]
    tasks.append(asyncio.create_task(watch(crowd)))
    version = await play(crowd)
    with suppress(TimeoutError):
        await asyncio.wait_for(_all_show(crowd, version), PATIENCE)
    crowd.over.set()
    await asyncio.gather(*tasks)
    return version


async def _all_show(crowd: Crowd, version: int) -> None:
    while len(crowd.shown) < crowd.pages or any(shown < version for shown in crowd.shown.values()):
        await asyncio.sleep(0.1)


# --------------------------------------------------------------------------------------------------------------------
# Results
# --------------------------------------------------------------------------------------------------------------------


def attack(
    site: Target, *, readers: int, pages: int, moves: int, pause: float, hurry: float = 1.0
) -> Iterator[Finding]:
    """Run a crowd on a site and yield the findings."""
    game, _ = site.game()
    worker = site.worker()
    files, memory = worker.num_fds(), worker.memory_info().rss
    crowd = Crowd(site, game, readers=readers, pages=pages, moves=moves, pause=pause, hurry=hurry)
    version = run_async(gather(crowd))
    yield Finding("open pages with an event stream", f"{crowd.listening} of {pages}")
    for kind, answers in crowd.answers.items():
        yield from _findings(kind, answers)
    healthy = sum(answer.status == 200 for answer in crowd.health)
    yield Finding("health: well", f"{healthy} of {len(crowd.health)}", kept=healthy == len(crowd.health))
    slowest = max(answer.seconds for answer in crowd.health)
    yield Finding("health, slowest", f"{slowest:.2f} s", kept=slowest < SOON)
    shown = sum(shown == version for shown in crowd.shown.values())
    yield Finding("pages that show the last move in the end", f"{shown} of {pages}", kept=shown == pages)
    left = _left_open(worker, files)
    yield Finding("files and sockets left open", str(left), kept=left < LEFT_OPEN)
    taken = (worker.memory_info().rss - memory) / 2**20
    yield Finding("memory more than before", f"{taken:.0f} MB", kept=taken < MEMORY)


def _left_open(worker: psutil.Process, before: int) -> int:
    """Return the number of new files and sockets of the process, once it has noticed that all clients have left."""
    deadline = time.monotonic() + PATIENCE
    while (left := worker.num_fds() - before) >= LEFT_OPEN and time.monotonic() < deadline:
        time.sleep(0.1)
    return left


def _findings(kind: str, answers: list[Response]) -> Iterator[Finding]:
    statuses = Counter(answer.status for answer in answers)
    refused = [answer for answer in answers if answer.status in (429, 503)]
    honest = all(answer.retry_after for answer in refused)
    strange = {status: count for status, count in statuses.items() if status not in (200, 429, 503)}
    counts = ", ".join(f"{count} × {status}" for status, count in sorted(statuses.items()))
    yield Finding(f"{kind}: answers", counts, kept=honest and not strange)
    times = [answer.seconds for answer in answers]
    if any(times):
        p99 = quantile(times, 0.99)
        times_text = f"{quantile(times, 0.5):.2f} / {p99:.2f} / {max(times):.2f} s"
        yield Finding(f"{kind}: p50 / p99 / slowest", times_text, kept=p99 < SOON)


def run() -> Iterator[Finding]:
    """Attack both databases with 300 readers and 200 open pages for 20 moves; one web process does everything."""
    with ExitStack() as stack:
        directory = Path(stack.enter_context(TemporaryDirectory()))
        server = stack.enter_context(private_server(directory / "postgres"))
        for name, url in {
            "PostgreSQL": create_database(server, "siege"),
            "SQLite": f"sqlite:///{directory}/daybook.sqlite",
        }.items():
            yield Finding(name, "")
            with target(url, directory, DAYBOOK_LISTENERS_EACH="1000") as site:
                yield from attack(site, readers=300, pages=200, moves=20, pause=2.0)
