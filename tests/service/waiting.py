"""Deferred and streamed responses for test clients, which lack the web server's event loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Iterator
from contextlib import suppress
from functools import cache, wraps
from typing import Any

from service.runtime.deferred import DeferredResponse, Streamed


def waiting(application: Callable[..., Any]) -> Callable[..., Iterable[bytes]]:
    """Return the application, wrapped so that it waits for deferred responses."""

    @wraps(application)
    def answer(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        while isinstance((content := application(environ, start_response)), DeferredResponse):
            try:
                run_async(_awaited(content))
            finally:
                content.close()
        return StreamedChunks(content) if isinstance(content, Streamed) else content

    return answer


class StreamedChunks:
    """A streamed response, read chunk by chunk on demand."""

    def __init__(self, content: Streamed) -> None:
        self._content = content
        self._chunks: AsyncIterator[bytes] = content.chunks()

    def __iter__(self) -> Iterator[bytes]:
        with suppress(StopAsyncIteration):
            while True:
                yield run_async(_next(self._chunks))
        self.close()

    def close(self) -> None:
        self._content.close()


async def _awaited(content: DeferredResponse) -> None:
    await content.wait()


async def _next(chunks: AsyncIterator[bytes]) -> bytes:
    return await anext(chunks)


def run_async(work: Coroutine[Any, Any, Any]) -> Any:
    """Run a coroutine on an event loop in another thread, since Playwright may run one in this thread."""
    return asyncio.run_coroutine_threadsafe(work, _loop()).result()


@cache
def _loop() -> asyncio.AbstractEventLoop:
    """Return the only such event loop of this process, which ends with it."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="loop", daemon=True).start()
    return loop
