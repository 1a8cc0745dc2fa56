"""Sender: delivers the messages in the outbox; after a crash possibly twice, under the same id.

There are three queues, each with its own threads: account emails, channels that responded quickly last time,
and all other channels. A channel that hangs delays neither working channels nor account emails.
"""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Callable, Collection
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from functools import partial

from eventsourcing.persistence import PersistenceError

from service.outbox.errors import NoLongerWanted, RetryLater, Send, Undeliverable
from service.outbox.queue import Outbox, Waiting, reason
from service.storage import Storage
from service.storage.leader_election import Standby

PAUSE = 1.0
"""Seconds between two checks of the outbox, unless there is more at once."""

AT_A_TIME = 20
"""The most messages that one read of a queue takes."""

THREADS = 4
"""Threads of each queue."""

EACH = 2
"""Channels of one user that a queue delivers to at the same time."""

PROMPT = 2.0
"""A channel that responds within so many seconds goes to the queue of quick channels."""

ROUND = 200
"""The number of users after which a round ends in any case: earlier users are served again."""

_log = logging.getLogger(__name__)


Due = Callable[..., list[Waiting]]
"""Finds due messages, up to a number, except to the receivers in ``but`` and those of ``but_users``."""


class SenderQueue:
    """Deliveries of one kind. Users take turns: no user has a second one while others wait for their first."""

    def __init__(self, due: Due) -> None:
        self._due = due
        self._under_way: dict[Future[None], Waiting] = {}
        self._served: set[str] = set()

    def fill(self, begin: Callable[[Waiting], Future[None]]) -> Collection[Future[None]]:
        """Begin the next deliveries, as many as threads are free; return all that are running.

        Raises the error that stopped a delivery.
        """
        for future in [future for future in self._under_way if future.done()]:
            del self._under_way[future]
            future.result()
        for waiting in self._next(THREADS - len(self._under_way)):
            self._under_way[begin(waiting)] = waiting
        return self._under_way.keys()

    def _next(self, room: int) -> list[Waiting]:
        if not room:
            return []
        chosen = self._look(room)
        if self._served and (not chosen or len(self._served) > ROUND):
            self._served.clear()
            chosen = chosen or self._look(room)
        return chosen

    def _look(self, room: int) -> list[Waiting]:
        """Return the first message of each user who had no turn in this round."""
        busy = Counter(waiting.user for waiting in self._under_way.values() if waiting.user)
        full = {user for user, channels in busy.items() if channels >= EACH}
        receivers = [_receiver(waiting) for waiting in self._under_way.values()]
        firsts: dict[str, Waiting] = {}
        for waiting in self._due(AT_A_TIME, but=receivers, but_users=self._served | full):
            firsts.setdefault(waiting.user or _receiver(waiting), waiting)
        chosen = list(firsts.values())[:room]
        self._served.update(waiting.user for waiting in chosen if waiting.user)
        return chosen


class Sender(Standby):
    """Delivers messages, to some receivers at a time, in one process at a time; the others stand by."""

    def __init__(self, storage: Storage, send: Send) -> None:
        super().__init__(storage, "sender", "sender")
        self._outbox = Outbox(storage.database, storage.clock)
        self._send = send

    def work(self) -> None:
        """Deliver until told to stop."""
        queues = [SenderQueue(due) for due in _queues(self._outbox)]
        with ThreadPoolExecutor(THREADS * len(queues), thread_name_prefix="sender") as threads:

            def begin(waiting: Waiting) -> Future[None]:
                return threads.submit(deliver, self._outbox, self._send, waiting)

            while not self.stopping.is_set():
                under_way = [future for queue in queues for future in queue.fill(begin)]
                if under_way:
                    wait(under_way, PAUSE, FIRST_COMPLETED)
                else:
                    self.stopping.wait(PAUSE)


def _queues(outbox: Outbox) -> list[Due]:
    return [
        outbox.due_emails,
        partial(outbox.due_notifications, prompt=True),
        partial(outbox.due_notifications, prompt=False),
    ]


def deliver(outbox: Outbox, send: Send, waiting: Waiting) -> None:
    """Deliver a message; if that fails, it waits or is given up."""
    began = time.monotonic()
    try:
        send(waiting)
    except PersistenceError:  # the database, not the receiver, has failed
        raise
    except RetryLater as wish:
        outbox.hold(waiting, wish.until)
    except NoLongerWanted:
        outbox.drop(waiting)
    except Undeliverable as error:
        outbox.give_up(waiting, str(error))
    except Exception as error:  # a fault of this message must not delay others
        _log.warning("%s could not be delivered: %s", waiting.id, reason(waiting, str(error) or repr(error)))
        outbox.postpone(waiting, str(error))
    else:
        outbox.delivered(waiting, prompt=time.monotonic() - began < PROMPT)


def _receiver(waiting: Waiting) -> str:
    return waiting.channel or waiting.recipient
