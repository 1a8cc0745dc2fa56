"""Delivers what is in the outbox: each thing once, or again under the same id where a process died right after."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from threading import Event

from service.outbox.delivering import NotNow, Send, Undeliverable
from service.outbox.letters import Outbox, Waiting, reason
from service.storage import Storage
from service.storage.standby import Standby

PAUSE = 1.0
"""Seconds between two looks into the outbox, unless there is more at once."""

AT_A_TIME = 20
"""What one look takes at most."""

SIDE_BY_SIDE = 8
"""Receivers that are talked to at the same time: one that is slow holds up no other."""

_log = logging.getLogger(__name__)


class Sender(Standby):
    """Of several processes one delivers, to some receivers at a time; the others stand by."""

    def __init__(self, storage: Storage, send: Send) -> None:
        super().__init__(storage, "sender", "sender")
        self._outbox = Outbox(storage.database, storage.clock)
        self._send = send

    def work(self) -> None:
        """Deliver until told to stop: to each receiver in order, and to those that are slow beside all others."""
        under_way: dict[str, Future[None]] = {}
        with ThreadPoolExecutor(SIDE_BY_SIDE, thread_name_prefix="sender") as threads:
            while not self.stopping.is_set():
                under_way = {receiver: future for receiver, future in under_way.items() if not future.done()}
                room = SIDE_BY_SIDE - len(under_way)
                found = self._outbox.due(AT_A_TIME, under_way) if room else []
                for receiver, waiting in islice(_by_receiver(found).items(), room):
                    under_way[receiver] = threads.submit(deliver, self._outbox, self._send, waiting, self.stopping)
                if under_way:
                    wait(under_way.values(), PAUSE, FIRST_COMPLETED)
                else:
                    self.stopping.wait(PAUSE)


def _by_receiver(found: Iterable[Waiting]) -> dict[str, list[Waiting]]:
    receivers: dict[str, list[Waiting]] = {}
    for waiting in found:
        receivers.setdefault(waiting.receiver, []).append(waiting)
    return receivers


def deliver_due(outbox: Outbox, send: Send, stop: Event) -> int:
    """Deliver what is due, some of it, one after another, and answer how much that was."""
    found = outbox.due(AT_A_TIME)
    deliver(outbox, send, found, stop)
    return len(found)


def deliver(outbox: Outbox, send: Send, found: Iterable[Waiting], stop: Event) -> None:
    """Deliver these in their order; what cannot be delivered waits, or is given up."""
    for waiting in found:
        if stop.is_set():
            break
        try:
            send(waiting)
        except NotNow as wish:
            outbox.hold(waiting, wish.until)
        except Undeliverable as error:
            outbox.give_up(waiting, str(error))
        except Exception as error:  # Whatever is wrong with this one keeps no other waiting.
            _log.warning("%s could not be delivered: %s", waiting.id, reason(waiting, str(error) or repr(error)))
            outbox.put_off(waiting, str(error))
        else:
            outbox.delivered(waiting)
