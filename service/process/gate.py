"""The gate: as many requests at a time as have a connection; the others wait before it, and not for long.

Without it a crowd would be let in as fast as it comes, and everybody would wait for everybody else. Who cannot be let
in soon is told when to come back.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import count
from threading import Semaphore

from flask import Flask, g, has_request_context, request

from service.storage.connections import Patience, Unavailable, patience

WAIT = 1.0
"""Seconds that a request waits at most, for the gate and for connections together; it is answered within 2 then."""

arrived: ContextVar[float | None] = ContextVar("arrived", default=None)
"""When the request that this thread handles came in, by the monotonic clock; None where nobody has noted it."""

_FREE = ("health.health", "static")
"""What needs no database."""


REPORT = 10.0
"""Seconds between two lines in the log about who was sent away: one for each would cost more than they do."""

_log = logging.getLogger(__name__)


class SentAway(Unavailable):
    """More requests have come than can be worked on soon."""


class Gate:
    """Holds ``places``; whoever is inside has one. Strangers never have the last one: a crowd of readers shall not keep
    a player from their move.
    """

    def __init__(self, places: int) -> None:
        self._places = Semaphore(places)
        self._strangers = Semaphore(max(1, places - 1))
        self._sent_away = count(1)
        self._reported = 0.0

    def enter(self, since: float, *, stranger: bool) -> None:
        """Wait for a place until a request that came in then has waited long enough; raises SentAway."""
        end = since + WAIT
        if stranger and not self._strangers.acquire(timeout=_left(end)):
            raise self._away()
        if not self._places.acquire(timeout=_left(end)):
            if stranger:
                self._strangers.release()
            raise self._away()
        patience.set(Patience(_left(end)))

    def leave(self, *, stranger: bool) -> None:
        """Give the place to somebody else."""
        self._places.release()
        if stranger:
            self._strangers.release()

    def _away(self) -> SentAway:
        number, now = next(self._sent_away), time.monotonic()
        if now - self._reported > REPORT:
            self._reported = now
            _log.warning("More requests come than can be worked on: %d were sent away since the start", number)
        return SentAway()

    @contextmanager
    def passed(self) -> Iterator[None]:
        """Inside for a moment, however long that takes: for whoever was let in long ago and has news to look at."""
        with self._places:
            patience.set(Patience(WAIT))
            yield

    @contextmanager
    def left(self) -> Iterator[None]:
        """A request is outside for a while, to wait for something else; raises SentAway if it cannot come back.

        Nothing else is inside that could leave.
        """
        if not (has_request_context() and "inside_as_stranger" in g):
            yield
            return
        stranger = g.pop("inside_as_stranger")
        self.leave(stranger=stranger)
        yield
        self.enter(time.monotonic(), stranger=stranger)
        g.inside_as_stranger = stranger


def _left(end: float) -> float:
    return max(0.0, end - time.monotonic())


def register(app: Flask, gate: Gate) -> None:
    """Let requests through the gate, before anything else is done for them."""

    def enter() -> None:
        if request.endpoint not in _FREE:
            stranger = not (request.cookies or request.authorization)
            gate.enter(arrived.get() or time.monotonic(), stranger=stranger)
            g.inside_as_stranger = stranger

    def leave(error: BaseException | None) -> None:
        stranger = g.pop("inside_as_stranger", None)
        if stranger is not None:
            gate.leave(stranger=stranger)

    app.before_request(enter)
    app.teardown_request(leave)
