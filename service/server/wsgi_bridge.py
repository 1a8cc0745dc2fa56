"""WSGI bridge: runs the application in threads for the event loop.

A request gets a thread when all of it has arrived, and releases it when its response is ready, so slow clients occupy
no thread. Only a large body is read by the thread as it arrives.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import aclosing
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote_to_bytes

from service.runtime import middleware
from service.runtime.admission_control import arrived
from service.runtime.deferred import HUNG_UP, DeferredResponse, Streamed
from service.runtime.paths import loggable
from service.server.body import Body, Gone, Receive, length
from service.server.gzip_encoding import compressed

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication, WSGIEnvironment

HEALTH = "/api/health"

Scope = dict[str, Any]
Send = Callable[[Any], Awaitable[None]]

_log = logging.getLogger(__name__)


class WsgiResponse(NamedTuple):
    """The response of the application."""

    status: int
    headers: list[tuple[bytes, bytes]]
    content: bytes | Streamed | DeferredResponse


class Bridge:
    """An ASGI application that calls a WSGI application in threads.

    Health checks have a separate thread, so they are answered when all others are occupied.
    """

    def __init__(self, application: WSGIApplication, threads: int, largest_body: int) -> None:
        self._application = application
        self._largest_body = largest_body
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="requests")
        self._for_health = ThreadPoolExecutor(1, thread_name_prefix="health")
        self._in_work: set[Future[WsgiResponse]] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        body = Body(receive)
        try:
            if length(scope) <= self._largest_body:
                await body.take_in(self._largest_body)
            answer = await self._answer(environment(scope, body), receive)
            await _send(answer, body, receive, send)
        except Gone:
            return

    async def _answer(self, environ: WSGIEnvironment, receive: Receive) -> WsgiResponse:
        """Return the response of the application, as soon as it is ready."""
        threads = self._for_health if environ["PATH_INFO"] == HEALTH else self._threads
        while isinstance((answer := await self._in_thread(threads, environ)).content, DeferredResponse):
            try:
                if not await _run_while_connected(answer.content.wait(), receive):
                    environ[HUNG_UP] = True
            finally:
                answer.content.close()
        return answer

    async def _in_thread(self, threads: Executor, environ: WSGIEnvironment) -> WsgiResponse:
        working = threads.submit(_asked, self._application, environ, time.monotonic())
        self._in_work.add(working)
        working.add_done_callback(self._in_work.discard)
        return await asyncio.wrap_future(working)

    def close(self) -> bool:
        """Start no other request; return whether none is running any more."""
        for threads in (self._threads, self._for_health):
            threads.shutdown(wait=False, cancel_futures=True)
        return not self._in_work


# --------------------------------------------------------------------------------------------------------------------
# In a thread
# --------------------------------------------------------------------------------------------------------------------


def _asked(application: WSGIApplication, environ: WSGIEnvironment, since: float) -> WsgiResponse:
    """Return the application's response to a request that arrived then; an uncaught exception becomes a
    response, too.
    """
    arrived.set(since)
    begun: list[Any] = []
    content: bytes | Streamed | DeferredResponse
    try:
        given = application(environ, lambda *begin: begun.append(begin))  # type: ignore[arg-type]
        content = given if isinstance(given, Streamed | DeferredResponse) else _joined(given)
        status, headers = begun[-1][:2]
    except Exception:
        path = str(environ["PATH_INFO"])
        _log.exception("%s %s failed", environ["REQUEST_METHOD"], loggable(path))
        status, headers, content = middleware.last_answer(path, HTTPStatus.INTERNAL_SERVER_ERROR, "internal")
    if isinstance(content, bytes):
        headers, content = compressed(environ, int(status[:3]), headers, content)
    sent = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
    return WsgiResponse(int(status[:3]), sent, content)


def _joined(content: Any) -> bytes:
    try:
        return b"".join(content)
    finally:
        if hasattr(content, "close"):
            content.close()


# --------------------------------------------------------------------------------------------------------------------
# On the loop
# --------------------------------------------------------------------------------------------------------------------


async def _send(answer: WsgiResponse, body: Body, receive: Receive, send: Send) -> None:
    """Send the response. Read and discard the rest of the request: a client cut off before its end would
    not read it.
    """
    await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
    if isinstance(answer.content, Streamed):
        try:
            await _run_while_connected(_tell(answer.content, send), receive)
        finally:
            answer.content.close()
        await send({"type": "http.response.body"})
    elif body.is_here:
        await send({"type": "http.response.body", "body": answer.content})
    else:
        await send({"type": "http.response.body", "body": answer.content, "more_body": True})
        await body.let_pass()
        await send({"type": "http.response.body"})


async def _tell(content: Streamed, send: Send) -> None:
    async with aclosing(content.chunks()) as chunks:  # type: ignore[type-var]
        async for chunk in chunks:
            await send({"type": "http.response.body", "body": chunk, "more_body": True})


async def _run_while_connected(work: Awaitable[object], receive: Receive) -> bool:
    """Run while the client, which has sent everything, stays connected; return whether it stayed."""
    working, leaving = asyncio.ensure_future(work), asyncio.ensure_future(receive())
    try:
        done, _ = await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if working in done:
            working.result()
        return leaving not in done
    finally:
        working.cancel()
        leaving.cancel()


# --------------------------------------------------------------------------------------------------------------------
# The environment
# --------------------------------------------------------------------------------------------------------------------


def environment(scope: Scope, body: Body) -> WSGIEnvironment:
    """Return the WSGI environment of a request (PEP 3333)."""
    (server, port), (client, client_port) = (
        scope[end] or ("", 0) for end in ("server", "client")
    )  # None: disconnected
    environ: WSGIEnvironment = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": server,
        "SERVER_PORT": str(port),
        "REMOTE_ADDR": client,
        "REMOTE_PORT": str(client_port),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": body,
        "wsgi.input_terminated": True,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        if b"_" in name:  # it would be taken for the one with a hyphen, which a proxy may have checked
            continue
        key = name.decode("latin-1").upper().replace("-", "_")
        key = key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"
        text = value.decode("latin-1")
        environ[key] = f"{environ[key]},{text}" if key in environ else text
    return environ
