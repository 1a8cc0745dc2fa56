"""Admission control: limits concurrent requests to the number of connections; the others wait briefly.

Without it, a burst of requests would slow down everyone. A request that cannot be admitted soon is told when to retry,
before any work is done for it, because refusals cost work too.
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
from service.runtime.recent_pages import RecentPages
from service.storage.connections import Unavailable, Work, work

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

WAIT = 1.0
"""The most seconds that a request waits, for admission and for connections together."""

RETURN_AFTER = 4
"""Seconds after which a refused client may retry."""

REPORT = 10.0
"""Seconds between two log lines about refusals: a line for each would cost more than the refusal."""

arrived: ContextVar[float | None] = ContextVar("arrived", default=None)
"""The arrival time of this thread's request, by the monotonic clock; None if it was not recorded."""

SESSION_COOKIE = "login"
"""The cookie with the token of a browser's session."""

_FREE = ("/api/health", "/static/")
"""Paths of requests that need no database."""

MOST_KNOWN = 10_000
"""The most users that a process recognises."""

_log = logging.getLogger(__name__)


class Overloaded(Unavailable):
    """More requests have arrived than can be handled soon."""


class RequestPlaces:
    """A number of places, given in the order of requests.

    With a semaphore, a new request can overtake waiting ones, and some would wait several times as long as most.
    """

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: deque[Lock] = deque()
        self._lock = Lock()

    def acquire(self, timeout: float = -1) -> bool:
        """Wait for a place, for at most ``timeout`` seconds (-1: no limit); return whether one was given."""
        turn = Lock()
        with self._lock:
            if self._free:
                self._free -= 1
                return True
            turn.acquire()
            self._waiting.append(turn)
        return turn.acquire(timeout=timeout) or not self._gone(turn)

    def _gone(self, turn: Lock) -> bool:
        """Stop waiting; return False if a place was given at this moment."""
        with self._lock:
            waits = turn in self._waiting
            if waits:
                self._waiting.remove(turn)
            return waits

    def release(self) -> None:
        """Give the place to the request that has waited longest."""
        with self._lock:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._free += 1


class AdmissionControl:
    """A limit of ``places``; the thread of each admitted request has one place.

    Strangers never get the last place, so that many readers cannot prevent a player from moving. A stranger is a client
    not recognised by its credentials.
    """

    def __init__(self, places: int) -> None:
        self._places = RequestPlaces(places)
        self._strangers = RequestPlaces(max(1, places - 1))
        self._thread = local()
        self._known: Cache[int, bool] = Cache(MOST_KNOWN)
        self._sent_away = count(1)
        self._reported = 0.0

    def recognise(self, environ: WSGIEnvironment) -> None:
        """Recognise the credentials of this request, whose user is no longer a stranger."""
        self._known.put(_credential(environ), True)

    def is_anonymous(self, environ: WSGIEnvironment) -> bool:
        """Return whether the credentials of this request have not been recognised."""
        try:
            return not self._known.get(_credential(environ))
        except KeyError:
            return True

    def enter(self, since: float, *, stranger: bool) -> None:
        """Wait for a place, for a request that arrived at ``since``; raise Overloaded if it has waited too long."""
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
        """Give up the place, unless this was already done."""
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
    def admitted(self) -> Iterator[None]:
        """Wait without limit for a place within the block, for listeners admitted earlier that must read news."""
        self._places.acquire()
        self._thread.stranger = False
        work.set(Work(WAIT))
        try:
            yield
        finally:
            self.leave()

    @contextmanager
    def released(self) -> Iterator[None]:
        """Give up the place within the block, to wait for something else; raise Overloaded if it cannot be regained."""
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
            _log.warning("Too many requests: %d were refused since the start", number)
        return Overloaded()


def _credential(environ: WSGIEnvironment) -> int:
    """Return a hash of the token, or otherwise of the session, that identifies the user."""
    header = str(environ.get("HTTP_AUTHORIZATION", ""))
    token = header if header.lower().startswith("bearer ") else None
    return hash(token or parse_cookie(environ.get("HTTP_COOKIE")).get(SESSION_COOKIE))


def _left(end: float) -> float:
    return max(0.0, end - time.monotonic())


def guarded(application: WSGIApplication, gate: AdmissionControl, pages: RecentPages) -> WSGIApplication:
    """Return the application behind admission control. A streamed response holds no place.

    A visitor who cannot be admitted gets the page that another one was just sent, if there is one.
    """

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        path = str(environ.get("PATH_INFO", ""))
        if path.startswith(_FREE):
            return application(environ, start_response)
        try:
            gate.enter(arrived.get() or time.monotonic(), stranger=gate.is_anonymous(environ))
        except Overloaded:
            page = pages.find(environ)
            if page is not None:
                return page(environ, start_response)
            detail = "The server is busy. Try again in a few seconds."
            status, headers, body = last_answer(path, HTTPStatus.SERVICE_UNAVAILABLE, "unavailable", detail)
            start_response(status, [*headers, ("Retry-After", str(RETURN_AFTER))])
            return [body]
        try:
            content = application(environ, start_response)
        finally:
            gate.leave()
        pages.keep(environ)
        return content

    return answer
