"""The web server: gunicorn with one process and many threads, because every open event stream holds a thread."""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from select import POLLOUT, poll
from selectors import EVENT_READ
from socket import MSG_DONTWAIT, MSG_PEEK, SHUT_WR, socket
from threading import Barrier
from types import FrameType
from typing import Any, cast

from gunicorn import util
from gunicorn.app.base import BaseApplication
from gunicorn.workers.gthread import TConn, ThreadWorker

from service.app import create_app
from service.background import Background
from service.cli import unreadable
from service.cli.slow import Sent
from service.config import Config
from service.process.gate import arrived
from service.services import Services

GRACE = 10
"""Seconds that requests in hand have to end when the server is told to stop."""


LINGER = 2
"""Seconds that a client has to hear the end of an answer before its connection is closed."""

KEPT = 1000
"""Connections that may be open without a request."""

_HEALTH = (b"GET /api/health ", b"HEAD /api/health ")
_LONGEST_HEAD = 4096
"""Bytes of a request among which all of its headers are expected, if it is one for health."""


class Worker(ThreadWorker):
    """Does the background work of its process, and ends event streams as soon as it is told to stop.

    Who only connects takes no thread; and the question for health, which waits for nothing, has one of its own: it is
    answered when all others are taken.
    """

    def init_process(self) -> None:
        """Make the thread that answers for health, and let the main loop come to its turn soon among busy threads."""
        sys.setswitchinterval(0.001)
        self._for_health = ThreadPoolExecutor(max_workers=1, thread_name_prefix="health")
        super().init_process()

    def get_thread_pool(self) -> ThreadPoolExecutor:
        """All threads begin at once: amid a crowd the main loop has better things to do than to start them."""
        threads = super().get_thread_pool()
        together = Barrier(self.cfg.threads)
        for _ in range(self.cfg.threads):
            threads.submit(together.wait)
        return threads

    def accept(self, listener: socket) -> None:
        """Let in all who are at the door, not one at each look."""
        before = -1
        while before < self.nr_conns < self.worker_connections:
            before = self.nr_conns
            super().accept(listener)

    def enqueue_req(self, conn: TConn) -> None:
        """Give a connection on which something has arrived to a thread; the others wait in the main loop."""
        head = _arrived(conn.sock)
        if head is None and not conn.initialized:
            self._await(conn, self.cfg.keepalive, self.on_pending_socket_readable)
            return
        threads = self._for_health if _asks_for_health(conn, head or b"") else self.tpool
        handled = threads.submit(self._handle_since, time.monotonic(), conn)
        handled.add_done_callback(partial(self.method_queue.defer, self.finish_request, conn))

    def _await(self, conn: TConn, seconds: float, then: Callable[[TConn, socket], None]) -> None:
        """Look after a connection in the main loop until something can be read from it, or close it after this time."""
        conn.sock.setblocking(False)
        conn.timeout = time.monotonic() + seconds
        self.pending_conns.append(conn)
        self.poller.register(conn.sock, EVENT_READ, partial(then, conn))

    def finish_request(self, conn: TConn, fs: Future[bool]) -> None:
        """Keep the connection, or hang up. (The inherited way waits in the main loop until the client hangs up too.)"""
        if fs.cancelled() or fs.exception() or fs.result():
            super().finish_request(conn, fs)
            return
        with suppress(OSError):
            conn.sock.shutdown(SHUT_WR)
        self._await(conn, LINGER, self._heard_after_the_end)

    def _heard_after_the_end(self, conn: TConn, client: socket) -> None:
        """Nobody reads what a client still sends; when it has hung up too the connection is gone."""
        with suppress(OSError):
            if client.recv(_LONGEST_HEAD):
                return
        self.poller.unregister(client)
        self.pending_conns.remove(conn)
        self.nr_conns -= 1
        conn.close()

    def _handle_since(self, moment: float, conn: TConn) -> bool:
        arrived.set(moment)
        if not conn.initialized:
            conn.init()
            cast(Any, conn.parser).unreader = Sent(conn.sock)
        _sent(conn).expect()
        return self.handle(conn)

    def run(self) -> None:
        """Serve until told to stop."""
        background = Background(_services(self))
        background.start()
        try:
            super().run()
        finally:
            background.stop()

    def handle_exit(self, number: int, frame: FrameType | None) -> None:
        """Begin to stop: who waits for news is let go, or the grace would run out over them."""
        super().handle_exit(number, frame)
        self.method_queue.defer(_services(self).live.close)

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """Answer what is no request, or what the application could not answer, with the headers of every answer."""
        path, sender = getattr(req, "path", None) or "", addr[0] if addr else "a socket"
        if unreadable.is_senders_fault(exc):
            self.log.warning("No request, from %s: %s", sender, exc)
        else:
            self.log.error("Answering %s to %s failed", path, sender, exc_info=exc)
        with suppress(OSError):
            util.write_nonblock(client, unreadable.answer(path, exc))


def _arrived(connection: socket) -> bytes | None:
    """What has arrived so far and was not read yet; None for nothing."""
    try:
        return connection.recv(_LONGEST_HEAD, MSG_PEEK | MSG_DONTWAIT)
    except BlockingIOError:
        return None
    except OSError:
        return b""


def _asks_for_health(conn: TConn, arrived: bytes) -> bool:
    """The next request is a whole one for health, and neither reading nor answering it can make a thread wait."""
    head, end, _ = arrived.partition(b"\r\n\r\n")
    return bool(end) and head.startswith(_HEALTH) and not _brings_body(head) and _is_next(conn) and _has_room(conn.sock)


def _brings_body(head: bytes) -> bool:
    return any(name in head.lower() for name in (b"content-length", b"transfer-encoding"))


def _is_next(conn: TConn) -> bool:
    """Nothing that came before is still to be handled."""
    return not conn.initialized or not _sent(conn).buf.getvalue()


def _has_room(connection: socket) -> bool:
    """The client takes in what it is sent."""
    asked = poll()
    asked.register(connection, POLLOUT)
    return bool(asked.poll(0))


def _sent(conn: TConn) -> Sent:
    return cast(Sent, cast(Any, conn.parser).unreader)


def _services(worker: Worker) -> Services:
    return cast(Server, worker.app).services


class Server(BaseApplication):
    """Serves one configuration on one address."""

    def __init__(self, config: Config, host: str, port: int) -> None:
        self.services: Services
        self._config = config
        self._settings: dict[str, Any] = {
            "bind": f"[{host}]:{port}" if ":" in host else f"{host}:{port}",
            "workers": 1,
            "worker_class": Worker,
            "threads": config.threads,
            "worker_connections": config.threads + KEPT,
            "graceful_timeout": GRACE,
            "keepalive": 15,
            "control_socket_disable": True,
            "proc_name": "daybook",
        }
        super().__init__()

    def load_config(self) -> None:
        """Take over the settings; nothing is read from files or the command line."""
        for name, value in self._settings.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        """The application, made in the worker's process, which may open as many files as the system permits it."""
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        app = create_app(self._config)
        self.services = app.extensions["daybook"]
        return unreadable.bad_bodies_refused(app)
