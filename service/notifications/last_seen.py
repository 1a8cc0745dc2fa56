"""The version that each player last saw: collected in each web process and written a little later."""

from __future__ import annotations

import logging
import time
from datetime import UTC, datetime
from threading import Event, Lock, Thread

from service.cache import Cache
from service.notifications import inbox
from service.notifications.inbox import SeenVersion
from service.runtime.admission_control import AdmissionControl
from service.storage import Database

GATHERING = 1.0
"""Seconds for which seen versions are collected."""

AGAIN = 60.0
"""Seconds after which a version that is seen again is written again: there may have been a reminder."""

REMEMBERED = 4096
"""Cached versions, so that seeing an unchanged game again costs nothing."""

_log = logging.getLogger(__name__)


class LastSeen:
    """Versions seen by users that have not been written yet. The thread that writes them starts with the first one."""

    def __init__(self, database: Database, gate: AdmissionControl) -> None:
        self._database = database
        self._gate = gate
        self._lock = Lock()
        self._turn = Lock()
        self._gathered: dict[tuple[str, str], int] = {}
        self._writing: dict[tuple[str, str], int] = {}
        self._written: Cache[tuple[str, str], tuple[int, float]] = Cache(REMEMBERED)
        self._stop = Event()
        self._thread = Thread(target=self._run, name="last-seen", daemon=True)

    def note(self, stream: str, user: str, version: int) -> None:
        """Record that a user sees a version of one of their games."""
        key = (stream, user)
        with self._lock:
            if self._known(key) < version:
                self._gathered[key] = version
            if self._gathered and self._thread.ident is None and not self._stop.is_set():
                self._thread.start()

    def seen(self, stream: str, user: str) -> int | None:
        """Return the version of a game that a user last saw; None if they have not seen it, as far as is known."""
        with self._lock:
            gathered = self._gathered.get((stream, user), self._writing.get((stream, user)))
        if gathered is not None:
            return gathered
        with self._database.reading() as rows:
            return inbox.seen(rows, stream, user)

    def _known(self, key: tuple[str, str]) -> int:
        if key in self._gathered:
            return self._gathered[key]
        try:
            version, at = self._written.get(key)
        except KeyError:
            return 0
        return version if time.monotonic() < at + AGAIN else 0

    def write(self) -> None:
        """Write the collected versions. When this returns, those that another thread was writing are written, too.

        Do not call it from a request that holds a place in admission control.
        """
        with self._turn:
            with self._lock:
                gathered = self._writing = self._gathered
                self._gathered = {}
            if not gathered:
                return
            try:
                with self._gate.admitted(), self._database.async_commit() as rows:
                    versions = [SeenVersion(stream, user, version) for (stream, user), version in gathered.items()]
                    inbox.record_seen(rows, versions, datetime.now(UTC))
            finally:
                self._writing = {}
            for key, version in gathered.items():
                self._written.put(key, (version, time.monotonic()))

    def stop(self) -> None:
        """Write the collected versions, and stop."""
        self._stop.set()
        if self._thread.ident is not None:
            self._thread.join(timeout=5)

    def _run(self) -> None:
        while not self._stop.wait(GATHERING):
            self._try_to_write()
        self._try_to_write()

    def _try_to_write(self) -> None:
        try:
            self.write()
        except Exception as error:  # the only loss: the user may be notified of something they have seen
            _log.warning("Views of games could not be stored: %s", error)
