"""The web server: gunicorn with one process and many threads, because every open event stream holds a thread."""

from __future__ import annotations

from types import FrameType
from typing import Any, cast

from gunicorn.app.base import BaseApplication
from gunicorn.workers.gthread import ThreadWorker

from service.app import create_app
from service.background import Background
from service.config import Config
from service.services import Services

GRACE = 10
"""Seconds that requests in hand have to end when the server is told to stop."""


class Worker(ThreadWorker):
    """Does the background work of its process, and ends event streams as soon as it is told to stop."""

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


def _services(worker: Worker) -> Services:
    return cast(Server, worker.app).services


class Server(BaseApplication):
    """Serves one configuration on one address."""

    def __init__(self, config: Config, host: str, port: int, threads: int) -> None:
        self.services: Services
        self._config = config
        self._settings: dict[str, Any] = {
            "bind": f"[{host}]:{port}" if ":" in host else f"{host}:{port}",
            "workers": 1,
            "worker_class": Worker,
            "threads": threads,
            "worker_connections": threads * 4,
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
        """The application, made in the worker's process."""
        app = create_app(self._config)
        self.services = app.extensions["daybook"]
        return app
