"""The web server of one process, and its background work."""

from __future__ import annotations

import asyncio
import logging
import os
import resource
import signal
import socket
import sys
from collections.abc import Callable
from threading import Event
from types import FrameType

import uvicorn

from service.app import create_app
from service.config import Config
from service.container import Services
from service.outbox.mailer import delivery
from service.runtime.gc_freeze import freeze_startup_objects
from service.server.background import Background
from service.server.http_protocol import KEPT, Connection
from service.server.wsgi_bridge import Bridge
from service.storage.waiting import retry_until_available
from service.workers.registry import Workers

GRACE = 10
"""Seconds for running requests to end when the server is told to stop."""

BACKLOG = 2048
"""Clients that may wait to be accepted."""

_log = logging.getLogger(__name__)


class Server(uvicorn.Server):
    """A server that watches its connections; when it is told to stop, ``stopping`` releases waiting listeners."""

    def __init__(self, bridge: Bridge, stopping: Callable[[], None]) -> None:
        self._stopping = stopping
        super().__init__(
            uvicorn.Config(
                bridge,
                http=Connection,
                loop="uvloop",
                ws="none",
                lifespan="off",
                proxy_headers=False,
                server_header=False,
                access_log=False,
                log_config=None,
                log_level="error",  # warnings are about input from strangers: there is no end to them
                timeout_keep_alive=int(KEPT),
                timeout_graceful_shutdown=GRACE,
            )
        )

    async def on_tick(self, counter: int) -> bool:
        """Check ten times a second whether to stop."""
        if counter % 10 == 0:
            for connection in list(self.server_state.connections):
                connection.look()  # type: ignore[union-attr]
        return await super().on_tick(counter)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to stop; at the second signal at once. (The inherited method ends by the signal, as a failure.)"""
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End running work; listeners would otherwise use up the grace period."""
        await asyncio.gather(asyncio.to_thread(self._stopping), super().shutdown(sockets))


def listening(host: str, port: int) -> socket.socket:
    """Return the listening socket; clients that connect before the server runs wait for it. Raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=BACKLOG)


def address(listener: socket.socket) -> str:
    """Return the URL of the site on this machine."""
    return f"http://127.0.0.1:{listener.getsockname()[1]}"


def _workers(services: Services, site: str) -> Workers | None:
    config = services.config
    if not config.embedded:
        return None
    return Workers(services.storage, services.handler, delivery(config.smtp_url, config.mail_from), site)


def serve(config: Config, listener: socket.socket) -> None:
    """Serve clients of the socket until told to stop, by SIGTERM or SIGINT."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    sys.setswitchinterval(0.001)  # the event loop gets its turn soon among busy threads
    with freeze_startup_objects():
        app = retry_until_available(lambda: create_app(config), Event())
    services: Services = app.extensions["daybook"]
    bridge = Bridge(app, config.threads, config.largest_body)
    background = Background(services, _workers(services, config.site_url or address(listener)))
    background.start()
    try:
        Server(bridge, services.pubsub.close).run([listener])
    finally:
        background.stop()
    if not bridge.close():
        _log.warning("Stopped before all requests were finished.")
        os._exit(0)
