"""The web server of one configuration, and the background work of its process."""

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
from service.runtime.gc_freeze import lasting
from service.server.background import Background
from service.server.http_protocol import KEPT, Connection
from service.server.wsgi_bridge import Bridge
from service.storage.waiting import insist
from service.workers.registry import Workers

GRACE = 10
"""Seconds that requests in hand have to end when the server is told to stop."""

BACKLOG = 2048
"""Clients that may wait to be let in."""

_log = logging.getLogger(__name__)


class Server(uvicorn.Server):
    """Looks after its connections; when it is told to stop, ``stopping`` lets those go who wait for news."""

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
                log_level="error",  # Warnings are about what strangers send: there is no end to them.
                timeout_keep_alive=int(KEPT),
                timeout_graceful_shutdown=GRACE,
            )
        )

    async def on_tick(self, counter: int) -> bool:
        """Ten times a second: whether to stop."""
        if counter % 10 == 0:
            for connection in list(self.server_state.connections):
                connection.look()  # type: ignore[union-attr]
        return await super().on_tick(counter)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to stop; for the second time without grace. (The inherited way ends by the signal, as a failure.)"""
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End what is in hand; the grace would run out over those who only wait."""
        await asyncio.gather(asyncio.to_thread(self._stopping), super().shutdown(sockets))


def listening(host: str, port: int) -> socket.socket:
    """Where clients come to; whoever comes before there is a server waits for it. Raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=BACKLOG)


def address(listener: socket.socket) -> str:
    """Where this machine finds the site."""
    return f"http://127.0.0.1:{listener.getsockname()[1]}"


def _workers(services: Services, site: str) -> Workers | None:
    config = services.config
    if not config.embedded:
        return None
    return Workers(services.storage, services.handler, delivery(config.smtp_url, config.mail_from), site)


def serve(config: Config, listener: socket.socket) -> None:
    """Serve those who come there until told to stop, by SIGTERM or SIGINT."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    sys.setswitchinterval(0.001)  # The loop comes to its turn soon among busy threads.
    with lasting():
        app = insist(lambda: create_app(config), Event())
    services: Services = app.extensions["daybook"]
    bridge = Bridge(app, config.threads, config.largest_body)
    background = Background(services, _workers(services, config.site_url or address(listener)))
    background.start()
    try:
        Server(bridge, services.pubsub.close).run([listener])
    finally:
        background.stop()
    if not bridge.close():
        _log.warning("Requests that were still in work were given up.")
        os._exit(0)
