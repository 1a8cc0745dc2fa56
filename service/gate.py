"""The gate: as many requests at a time as have a connection; the others wait before it, and not for long.

Without it a crowd would be let in as fast as it comes, and everybody would wait for everybody else. Who cannot be let
in soon is told when to come back.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Semaphore

from flask import Flask, g, has_request_context, request

from service.storage.connections import Patience, Unavailable, patience

WAIT = 1.0
"""Seconds that a request waits at most, for the gate and for connections together; it is answered within 2 then."""

arrived: ContextVar[float | None] = ContextVar("arrived", default=None)
"""When the request that this thread handles came in, by the monotonic clock; None where nobody has noted it."""

_FREE = ("health.health", "static")
"""What needs no database."""


class Gate:
    """Holds ``places``; whoever is inside has one."""

    def __init__(self, places: int) -> None:
        self._places = Semaphore(places)

    def enter(self, since: float) -> None:
        """Wait for a place until a request that came in then has waited long enough; raises Unavailable."""
        end = since + WAIT
        if not self._places.acquire(timeout=max(0.0, end - time.monotonic())):
            raise Unavailable("There are more requests than this process can work on")
        patience.set(Patience(end - time.monotonic()))

    def leave(self) -> None:
        """Give the place to somebody else."""
        self._places.release()

    @contextmanager
    def passed(self) -> Iterator[None]:
        """Inside for a moment, however long that takes: for whoever was let in long ago and has news to look at."""
        with self._places:
            patience.set(Patience(WAIT))
            yield

    @contextmanager
    def left(self) -> Iterator[None]:
        """A request is outside for a while, to wait for something else; raises Unavailable if it cannot come back.

        Nothing else is inside that could leave.
        """
        if not (has_request_context() and g.get("inside")):
            yield
            return
        self.leave()
        g.inside = False
        yield
        self.enter(time.monotonic())
        g.inside = True


def register(app: Flask, gate: Gate) -> None:
    """Let requests through the gate, before anything else is done for them."""

    def enter() -> None:
        if request.endpoint not in _FREE:
            gate.enter(arrived.get() or time.monotonic())
            g.inside = True

    def leave(error: BaseException | None) -> None:
        if g.pop("inside", False):
            gate.leave()

    app.before_request(enter)
    app.teardown_request(leave)
