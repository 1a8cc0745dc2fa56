"""Pub/sub: one follower of the event store per process wakes all listeners.

A topic is a game (by its stream), the chat of its table, or a user who takes a seat.
"""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from typing import Literal

from eventsourcing.persistence import Notification

from domain.log import Recorded
from domain.table.facts import SeatTaken
from projections.db_protocol import Rows
from service.storage import Storage
from service.storage.event_store import batch
from service.storage.waiting import Backoff

GATHERING = 0.02
"""Seconds between two checks for news; events within this time are read together."""

_SAT_DOWN = SeatTaken.__struct_config__.tag

RETRY = 2.0
"""The most seconds between two attempts to follow the event store again after its connection was lost."""

Heard = Literal["news", "nothing", "the end"]
"""The result of a wait: events of the game, which may already be known; a timeout; or the end of the service."""


class TooManyListeners(Exception):
    """The process has reached its limit of listeners."""


class TooManyListenersOfUser(TooManyListeners):
    """A user has reached their limit of listeners."""


def of_person(user: str) -> str:
    """Return the topic of a user, which announces that they took a seat at another game."""
    return f"user:{user}"


def of_chat(stream: str) -> str:
    """Return the topic of a chat."""
    return f"talk:{stream}"


OtherChanges = Callable[[Rows], Collection[str]]
"""A function that returns the topics with news outside the event store since its last call; none at the first call."""


class PubSub:
    """Topics and their listeners. The thread that follows the event store starts with the first listener.

    Listeners wait on the event loop of the web server, which costs no thread. At most ``places`` listeners are admitted
    at a time, and ``each`` per user.
    """

    def __init__(self, storage: Storage, places: int, each: int, other_changes: OtherChanges = lambda _: ()) -> None:
        self._storage = storage
        self._other_changes = other_changes
        self._heard: set[str] = set()
        self._places = places
        self._each = each
        self._lock = threading.Lock()
        self._shares: Counter[str] = Counter()
        self._listening: dict[str, set[Subscription]] = {}
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._follow, name="live", daemon=True)

    def admit(self, who: str, topics: Iterable[str]) -> Subscription:
        """Subscribe a listener, who misses no event after this call. Raises TooManyListeners."""
        with self._lock:
            if self._shares[who] >= self._each:
                raise TooManyListenersOfUser
            if self._shares.total() >= self._places:
                raise TooManyListeners
            self._shares[who] += 1
            place = Subscription(self, who)
            self._add(place, topics)
            if self._thread.ident is None:
                self._thread.start()
        return place

    def also(self, place: Subscription, topics: Iterable[str]) -> None:
        """Add topics to a subscription, unless it has ended."""
        with self._lock:
            if place.topics:
                self._add(place, topics)

    def _add(self, place: Subscription, topics: Iterable[str]) -> None:
        place.topics.update(topics)
        for topic in topics:
            self._listening.setdefault(topic, set()).add(place)

    def dismiss(self, place: Subscription) -> None:
        """End a subscription; repeated calls have no effect."""
        with self._lock:
            if not place.topics:
                return
            for topic in place.topics:
                self._listening[topic].remove(place)
                if not self._listening[topic]:
                    del self._listening[topic]
            place.topics.clear()
            self._shares[place.who] -= 1
            if not self._shares[place.who]:
                del self._shares[place.who]

    @property
    def stopped(self) -> bool:
        """Whether the service is shutting down, so that streams end."""
        return self._stop.is_set()

    def close(self) -> None:
        """Stop following, and release all listeners."""
        self._stop.set()
        self._wake_all()
        if self._thread.ident is not None:
            self._thread.join(timeout=5)

    def _follow(self) -> None:
        """Follow the event store until the service stops; continue after a lost connection."""
        after: int | None = None
        interrupted, backoff = False, Backoff(RETRY)
        while not self.stopped:
            try:
                end = self._end() if after is None or interrupted else after
                if (
                    after is None or end < after
                ):  # a restored database, or a standby that lagged behind, has fewer events than were announced
                    after = end
                    self._wake_all()
                interrupted = False
                self._storage.outage.found()
                for found in self._storage.notifications(after, self._stop, self._check_other_changes):
                    backoff.reset()
                    after = found[-1].id if found else after
                    self._wake({str(fact.originator_id) for fact in found} | self._people(found) | self._heard)
                    self._heard.clear()
                    self._stop.wait(GATHERING)
            except Exception as error:
                self._storage.outage.interrupted("follower of the journal", error)
                interrupted = True
                self._stop.wait(backoff.next())

    def _end(self) -> int:
        with self._storage.dedicated_connection() as rows:
            self._other_changes(rows)
            return self._storage.tracking.end(rows)

    def _check_other_changes(self, rows: Rows) -> bool:
        self._heard.update(self._other_changes(rows))
        return bool(self._heard)

    def _people(self, found: Sequence[Notification]) -> set[str]:
        """Return the users who have taken a seat."""
        sat = [fact for fact in found if fact.topic == _SAT_DOWN]
        records = batch(self._storage.application.mapper, sat).records
        return {of_person(each.fact.user) for each in records if isinstance(each, Recorded) and each.fact.user}

    def _wake_all(self) -> None:
        self._wake(list(self._listening))

    def _wake(self, topics: Iterable[str]) -> None:
        with self._lock:
            for topic in topics:
                for place in self._listening.get(topic, ()):
                    place.notify()


class Subscription:
    """A subscription, on which a coroutine waits."""

    def __init__(self, live: PubSub, who: str) -> None:
        self.who = who
        self.topics: set[str] = set()
        """The topics; empty once the subscription has ended."""
        self._live = live
        self._loop: asyncio.AbstractEventLoop | None = None
        self._bell = asyncio.Event()
        self._rung = False

    def notify(self) -> None:
        """Wake the listener; callable from any thread."""
        self._rung = True
        if self._loop is not None:  # a listener that only starts to wait now sees that it was notified
            with suppress(RuntimeError):  # the event loop has ended, and so have all waits
                self._loop.call_soon_threadsafe(self._bell.set)

    async def wait(self, seconds: float) -> Heard:
        """Return as soon as there may be news, the service stops, or the time has passed."""
        self._loop = asyncio.get_running_loop()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not self._rung:
                    self._bell.clear()
                    await self._bell.wait()
        heard: Heard = "news" if self._rung else "nothing"
        self._rung = False
        return "the end" if self._live.stopped else heard

    def listen_also(self, topics: Iterable[str]) -> bool:
        """Add topics; return whether any of them is new."""
        new = set(topics) - self.topics
        self._live.also(self, new)
        return bool(new)

    def leave(self) -> None:
        """End the subscription; repeated calls have no effect."""
        self._live.dismiss(self)
