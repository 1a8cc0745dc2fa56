"""Delivers what is in the outbox: each letter once, or again under the same id where a process died right after."""

from __future__ import annotations

import logging
from threading import Event

from service.outbox.letters import Outbox
from service.outbox.mail import Deliver, Undeliverable
from service.storage import Storage
from service.storage.standby import Standby

PAUSE = 1.0
"""Seconds between two looks into the outbox."""

AT_A_TIME = 20
"""Letters that one look takes."""

_log = logging.getLogger(__name__)


class Sender(Standby):
    """Of several processes one delivers, the others stand by."""

    def __init__(self, storage: Storage, deliver: Deliver) -> None:
        super().__init__(storage, "sender", "sender")
        self._outbox = Outbox(storage.database)
        self._deliver = deliver

    def work(self) -> None:
        """Deliver until told to stop."""
        while not self.stopping.is_set():
            deliver_due(self._outbox, self._deliver, self.stopping)
            self.stopping.wait(PAUSE)


def deliver_due(outbox: Outbox, deliver: Deliver, stop: Event) -> None:
    """Deliver the letters whose time has come, some of them; what cannot be delivered waits, or is given up."""
    for waiting in outbox.due(AT_A_TIME):
        if stop.is_set():
            return
        try:
            if waiting.letter.recipient:
                deliver(waiting.letter)
        except Undeliverable as error:
            outbox.give_up(waiting, str(error))
        except Exception as error:  # Whatever is wrong with this one keeps no other waiting.
            _log.warning("Letter %s could not be delivered: %r", waiting.letter.id, error)
            outbox.put_off(waiting, str(error))
        else:
            outbox.delivered(waiting.letter)
