"""Delivers what is in the outbox: each letter once, or again under the same id where a process died right after."""

from __future__ import annotations

import logging
from threading import Event, Thread

from service.outbox.letters import Outbox
from service.outbox.mail import Deliver, Undeliverable
from service.storage import Storage

PAUSE = 1.0
"""Seconds between two looks into the outbox, and between two attempts to take over from another process."""

AT_A_TIME = 20
"""Letters that one look takes."""

_log = logging.getLogger(__name__)


class Sender:
    """Delivers in a thread between ``start`` and ``stop``. Of several processes one works, the others stand by."""

    def __init__(self, storage: Storage, deliver: Deliver) -> None:
        self._storage = storage
        self._outbox = Outbox(storage.database)
        self._deliver = deliver
        self._stop = Event()
        self._thread = Thread(target=self.run, name="sender", daemon=True)

    def start(self) -> None:
        """Begin in the background."""
        self._thread.start()

    def stop(self) -> None:
        """Finish the letter in hand and end."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()

    def run(self) -> None:
        """Deliver whenever nobody else does, until told to stop; an error is logged and everything tried again."""
        while not self._stop.is_set():
            try:
                with self._storage.lease("sender") as taken:
                    while taken and not self._stop.is_set():
                        deliver_due(self._outbox, self._deliver, self._stop)
                        self._stop.wait(PAUSE)
            except Exception:
                _log.exception("Nothing could be sent, and is tried again")
            self._stop.wait(PAUSE)


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
