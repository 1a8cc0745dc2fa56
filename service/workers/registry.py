"""The workers of a site, for every command that runs them."""

from __future__ import annotations

from threading import Event, Thread

from service.account_deletion.guest_expiry import expire
from service.calendars import outages
from service.channels.dispatcher import sending
from service.outbox.errors import Deliver
from service.runtime.heartbeat import EVERY
from service.storage import Storage
from service.storage.leader_election import Standby
from service.usecases.command_handler import CommandHandler
from service.workers.bot_runner import BotRunner
from service.workers.deadline_worker import DeadlineWorker
from service.workers.notifier import Notifier
from service.workers.projector import Projector
from service.workers.sender import Sender

AGAIN = 1.0
"""Seconds until the next check while something is interrupted."""


class Workers:
    """All workers of a site; each runs in one process at a time.

    While all of them run here or stand by, there is a heartbeat every ten seconds; health reports its age.
    """

    def __init__(self, storage: Storage, handler: CommandHandler, deliver: Deliver, site: str) -> None:
        self._storage = storage
        self.workers: tuple[Standby, ...] = (
            Projector(storage),
            BotRunner(handler),
            Notifier(storage),
            DeadlineWorker(handler, expire),
            Sender(storage, sending(storage, deliver, site)),
        )
        self._stop = Event()
        self._beating = Thread(target=self._beat, name="heartbeat", daemon=True)

    def start(self) -> None:
        """Start in the background."""
        for worker in self.workers:
            worker.start()
        self._beating.start()

    def stop(self) -> None:
        """Finish current work and end."""
        self._stop.set()
        for worker in self.workers:
            worker.stop()
        self._beating.join()

    def _beat(self) -> None:
        pause = AGAIN
        while not self._stop.wait(pause):
            pause = EVERY if self._all_well() and self._written() else AGAIN

    def _all_well(self) -> bool:
        return all(worker.state in ("working", "standing by") for worker in self.workers)

    def _written(self) -> bool:
        try:
            with self._storage.dedicated_connection() as rows:
                outages.beat_of_worker(rows, self._storage.clock())
        except Exception as error:
            self._storage.outage.interrupted("heartbeat of the worker", error)
            return False
        return True
