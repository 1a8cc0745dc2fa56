"""Background work of a web process."""

from __future__ import annotations

from service.container import Services
from service.workers.registry import Workers


class Background:
    """Starts after the web server has forked, stops before the process ends. In embedded mode it includes
    the workers.
    """

    def __init__(self, services: Services, workers: Workers | None) -> None:
        self._services = services
        self._workers = workers

    def start(self) -> None:
        """Start."""
        self._services.heartbeat.start()
        if self._workers:
            self._workers.start()

    def stop(self) -> None:
        """Wake all waiting listeners, and finish current work."""
        self._services.pubsub.close()
        self._services.heartbeat.stop()
        self._services.last_seen.stop()
        if self._workers:
            self._workers.stop()
