"""Deferred responses, which wait without a thread: the WSGI application returns one in place of its content, and the
event loop of the web server waits.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Generic, TypeVar

HUNG_UP = "daybook.hung_up"
"""The key in the environment of a request whose client has disconnected."""

Ask = TypeVar("Ask")
Answer = TypeVar("Answer")


class _Later:
    """Content that only a server with an event loop can send: iterating over it raises TypeError."""

    def __iter__(self) -> Iterator[bytes]:
        raise TypeError("Only the web server's event loop can wait for this response")


@dataclass(frozen=True)
class Streamed(_Later):
    """Content in chunks, as long as the client is connected; ``close`` is called in any case."""

    chunks: Callable[[], AsyncIterator[bytes]]
    close: Callable[[], None]


@dataclass(frozen=True)
class DeferredResponse(_Later):
    """A deferred response: the application is called again, in the same environment, after ``wait`` and ``close``."""

    wait: Callable[[], Awaitable[object]]
    close: Callable[[], None]


class RequestCoalescer(Generic[Ask, Answer]):
    """Requests about the same subject at the same moment, answered together in one of a few threads.

    ``answered`` returns an answer, or an exception, for each request.
    """

    def __init__(self, answered: Callable[[str, Sequence[Ask]], Sequence[Answer | Exception]], threads: int) -> None:
        self._answered = answered
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="deferred")
        self._asked: dict[Hashable, list[tuple[Ask, asyncio.Future[Answer]]]] = {}

    async def answer(self, about: str, ask: Ask) -> Answer:
        """Return the answer to a request, or raise its exception."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Answer] = loop.create_future()
        if about not in self._asked:
            self._asked[about] = []
            loop.call_soon(self._start, loop, about)
        self._asked[about].append((ask, future))
        return await future

    def _start(self, loop: asyncio.AbstractEventLoop, about: str) -> None:
        asked = self._asked.pop(about)
        done = loop.run_in_executor(self._threads, self._answered, about, [ask for ask, _ in asked])
        done.add_done_callback(lambda _: _settle(done, [future for _, future in asked]))


def _settle(done: asyncio.Future[Sequence[Answer | Exception]], futures: Sequence[asyncio.Future[Answer]]) -> None:
    failed = done.exception()
    answers: Sequence[Answer | BaseException] = [failed] * len(futures) if failed is not None else done.result()
    for future, answer in zip(futures, answers, strict=True):
        if future.done():  # The client has disconnected.
            continue
        if isinstance(answer, BaseException):
            future.set_exception(answer)
        else:
            future.set_result(answer)
