"""Admission control: limits concurrent requests to the number of connections; the others wait briefly.

Without it a crowd would be let in as fast as it comes, and everybody would wait for everybody else. Who cannot be let
in soon is told when to come back, before anything is done for them: refusals are work too.
"""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from http import HTTPStatus
from itertools import count
from threading import Lock, local
from typing import TYPE_CHECKING

from werkzeug.sansio.http import parse_cookie

from service.cache import Cache
from service.runtime.middleware import last_answer
from service.storage.connections import Unavailable, Work, work

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

WAIT = 1.0
"""Seconds that a request waits at most, for the gate and for connections together."""

RETURN_AFTER = 4
"""Seconds after which who was sent away may come back."""

REPORT = 10.0
"""Seconds between two lines in the log about who was sent away: one for each would cost more than they do."""

arrived: ContextVar[float | None] = ContextVar("arrived", default=None)
"""When the request that this thread handles came in, by the monotonic clock; None where nobody has noted it."""

SESSION_COOKIE = "login"
"""Bears the token of a browser's session."""

_FREE = ("/api/health", "/static/")
"""What needs no database."""

MOST_KNOWN = 10_000
"""Users that a process recognises."""

_log = logging.getLogger(__name__)


class Overloaded(Unavailable):
    """More requests have come than can be worked on soon."""


class Places:
    """So many places, given in the order in which they were asked for.

    A semaphore lets whoever comes at the right moment overtake those who wait: some would wait several times as long
    as most.
    """

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: deque[Lock] = deque()
        self._lock = Lock()

    def acquire(self, timeout: float = -1) -> bool:
        """Wait for a place, for so many seconds at most (-1: as long as it takes); tells whether there is one."""
        turn = Lock()
        with self._lock:
            if self._free:
                self._free -= 1
                return True
            turn.acquire()
            self._waiting.append(turn)
        return turn.acquire(timeout=timeout) or not self._gone(turn)

    def _gone(self, turn: Lock) -> bool:
        """Wait no longer; False where a place was given in this moment."""
        with self._lock:
            waits = turn in self._waiting
            if waits:
                self._waiting.remove(turn)
            return waits

    def release(self) -> None:
        """Give the place to who has waited longest."""
        with self._lock:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._free += 1


class AdmissionControl:
    """Holds ``places``; the thread of a request that is inside has one. Strangers never have the last one: a crowd of
    readers shall not keep a player from their move. Strangers are all but those who were recognised by what they bear.
    """

    def __init__(self, places: int) -> None:
        self._places = Places(places)
        self._strangers = Places(max(1, places - 1))
        self._thread = local()
        self._known: Cache[int, bool] = Cache(MOST_KNOWN)
        self._sent_away = count(1)
        self._reported = 0.0

    def recognise(self, environ: WSGIEnvironment) -> None:
        """Whoever bears what this request bears is a user: no stranger from now on."""
        self._known.put(_credential(environ), True)

    def is_stranger(self, environ: WSGIEnvironment) -> bool:
        """Nobody was recognised by what this request bears."""
        try:
            return not self._known.get(_credential(environ))
        except KeyError:
            return True

    def enter(self, since: float, *, stranger: bool) -> None:
        """Wait for a place until a request that came in then has waited long enough; raises SentAway."""
        end = since + WAIT
        if stranger and not self._strangers.acquire(timeout=_left(end)):
            raise self._away()
        if not self._places.acquire(timeout=_left(end)):
            if stranger:
                self._strangers.release()
            raise self._away()
        self._thread.stranger = stranger
        work.set(Work(_left(end)))

    def leave(self) -> None:
        """Give the place to somebody else, unless that is done already."""
        stranger = vars(self._thread).pop("stranger", None)
        if stranger is None:
            return
        done = work.get()
        work.set(None)
        if done is not None:
            done.end()
        self._places.release()
        if stranger:
            self._strangers.release()

    @contextmanager
    def passed(self) -> Iterator[None]:
        """Inside for a moment, however long that takes: for whoever was let in long ago and has news to look at."""
        self._places.acquire()
        self._thread.stranger = False
        work.set(Work(WAIT))
        try:
            yield
        finally:
            self.leave()

    @contextmanager
    def left(self) -> Iterator[None]:
        """A request is outside for a while, to wait for something else; raises SentAway if it cannot come back."""
        stranger, mine = vars(self._thread).get("stranger"), work.get()
        self.leave()
        yield
        if stranger is not None:  # Some have never been inside.
            self.enter(time.monotonic(), stranger=stranger)
            work.set(mine)

    def _away(self) -> Overloaded:
        number, now = next(self._sent_away), time.monotonic()
        if now - self._reported > REPORT:
            self._reported = now
            _log.warning("More requests come than can be worked on: %d were sent away since the start", number)
        return Overloaded()


def _credential(environ: WSGIEnvironment) -> int:
    """Stands for what identifies the user, a token or else a session, and does not tell it."""
    header = str(environ.get("HTTP_AUTHORIZATION", ""))
    token = header if header.lower().startswith("bearer ") else None
    return hash(token or parse_cookie(environ.get("HTTP_COOKIE")).get(SESSION_COOKIE))


def _left(end: float) -> float:
    return max(0.0, end - time.monotonic())


def guarded(application: WSGIApplication, gate: AdmissionControl) -> WSGIApplication:
    """The application behind the gate. Who streams an answer is outside of it meanwhile."""

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        path = str(environ.get("PATH_INFO", ""))
        if path.startswith(_FREE):
            return application(environ, start_response)
        try:
            gate.enter(arrived.get() or time.monotonic(), stranger=gate.is_stranger(environ))
        except Overloaded:
            told = "There is too much to do here. Try again in a few seconds."
            status, headers, body = last_answer(path, HTTPStatus.SERVICE_UNAVAILABLE, "unavailable", told)
            start_response(status, [*headers, ("Retry-After", str(RETURN_AFTER))])
            return [body]
        try:
            return application(environ, start_response)
        finally:
            gate.leave()

    return answer
