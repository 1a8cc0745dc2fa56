"""What a web process does beside answering requests."""

from __future__ import annotations

from service.clocks.timekeeper import Timekeeper
from service.departure.expiring import expire
from service.notices.follower import Notifier
from service.outbox.mail import delivery
from service.outbox.sender import Sender
from service.readmodels.projector import Projector
from service.services import Services
from service.storage.standby import Standby
from service.telling.delivery import sending
from service.usecases.bot_runner import BotRunner


class Background:
    """Starts after the web server has forked, stops before the process ends.

    In embedded mode this is the projector, the bots, the timekeeper, who finds out what to tell people, and the sender
    of it; otherwise a process of its own does their work.
    """

    def __init__(self, services: Services, site: str) -> None:
        self._services = services
        embedded = services.config.embedded
        deliver = delivery(services.config.smtp_url, services.config.mail_from)
        workers: list[Standby] = [
            Projector(services.storage),
            BotRunner(services.daybook),
            Notifier(services.storage),
            Timekeeper(services.daybook, expire),
            Sender(services.storage, sending(services.storage, deliver, site)),
        ]
        self._workers = workers if embedded else []

    def start(self) -> None:
        """Begin."""
        self._services.pulse.start()
        for worker in self._workers:
            worker.start()

    def stop(self) -> None:
        """Let everybody go who waits for news, and finish what is in hand."""
        self._services.live.close()
        self._services.pulse.stop()
        self._services.looks.stop()
        for worker in self._workers:
            worker.stop()
