"""The web server: gunicorn with one process and many threads, because every open event stream holds a thread."""

from __future__ import annotations

import resource
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from selectors import EVENT_READ
from socket import MSG_DONTWAIT, MSG_PEEK, socket
from types import FrameType
from typing import Any, cast

from gunicorn.app.base import BaseApplication
from gunicorn.workers.gthread import TConn, ThreadWorker

from service.app import create_app
from service.background import Background
from service.config import Config
from service.gate import arrived
from service.services import Services

GRACE = 10
"""Seconds that requests in hand have to end when the server is told to stop."""


_HEALTH = (b"GET /api/health ", b"HEAD /api/health ")
_LONGEST_HEAD = 4096
"""Bytes of a request among which all of its headers are expected, if it is one for health."""


class Worker(ThreadWorker):
    """Does the background work of its process, and ends event streams as soon as it is told to stop.

    Who only connects takes no thread; and the question for health, which waits for nothing, has one of its own: it is
    answered when all others are taken.
    """

    def init_process(self) -> None:
        """Make the thread that answers for health."""
        self._for_health = ThreadPoolExecutor(max_workers=1, thread_name_prefix="health")
        super().init_process()

    def enqueue_req(self, conn: TConn) -> None:
        """Give a connection on which something has arrived to a thread; the others wait in the main loop."""
        head = _arrived(conn.sock)
        if head is None and not conn.initialized:
            conn.timeout = time.monotonic() + self.cfg.keepalive
            self.pending_conns.append(conn)
            self.poller.register(conn.sock, EVENT_READ, partial(self.on_pending_socket_readable, conn))
            return
        threads = self._for_health if _asks_for_health(head or b"") else self.tpool
        handled = threads.submit(self._handle_since, time.monotonic(), conn)
        handled.add_done_callback(partial(self.method_queue.defer, self.finish_request, conn))

    def _handle_since(self, moment: float, conn: TConn) -> bool:
        arrived.set(moment)
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


def _arrived(connection: socket) -> bytes | None:
    """What has arrived so far and was not read yet; None for nothing."""
    try:
        return connection.recv(_LONGEST_HEAD, MSG_PEEK | MSG_DONTWAIT)
    except BlockingIOError:
        return None
    except OSError:
        return b""


def _asks_for_health(head: bytes) -> bool:
    return head.startswith(_HEALTH) and b"\r\n\r\n" in head


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
            "worker_connections": config.threads * 4,
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
        return app
