"""The web server, run in the process of the tests."""

from __future__ import annotations

import inspect
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from socket import socket
from typing import Any

from service.server.server import Server, listening
from service.server.wsgi_bridge import Bridge
from tests.service.sites import Site
from tests.wait_until import wait_until


@contextmanager
def serving(
    application: Callable[..., Any], threads: int = 1, largest_body: int = 1000, port: int = 0
) -> Iterator[Server]:
    """Yield a running server, on this port if it is free, or on another one (see :func:`port_of`)."""
    server = Server(Bridge(application, threads, largest_body), lambda: None)
    thread = threading.Thread(target=server.run, args=([_listening(port)],))
    thread.start()
    wait_until(lambda: server.started)
    try:
        yield server
    finally:
        server.should_exit = True
        thread.join()


def _listening(port: int) -> socket:
    try:
        return listening("127.0.0.1", port)
    except OSError:
        return listening("127.0.0.1", 0)


def port_of(server: Server) -> int:
    return int(server.servers[0].sockets[0].getsockname()[1])


@contextmanager
def site_served(site: Site, port: int = 0) -> Iterator[str]:
    """Yield the address of a served site, on this port if it is free, and release the site's listeners at the end."""
    with serving(inspect.unwrap(site.app.wsgi_app), site.services.config.threads, 2**16, port) as server:
        try:
            yield f"http://127.0.0.1:{port_of(server)}"
        finally:
            site.services.pubsub.close()
