"""Processes that die at any step: before or after any read from or write to the database."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from eventsourcing.persistence import StoredEvent

from projections.db_protocol import Row, Rows
from service.storage import Database, Statement, Storage, connect


class Died(BaseException):
    """The process was killed; nothing in it continues."""


class Fate:
    """The life of a process: its steps, and the last one, at which it dies; None if it does not die."""

    def __init__(self) -> None:
        self.steps = 0
        self.last: int | None = None

    def step(self) -> None:
        """Count a step, and raise Died if it is the last one."""
        self.steps += 1
        if self.steps == self.last:
            raise Died

    def lives(self, steps: int | None) -> None:
        """Set the number of steps until the process dies; None if it does not."""
        self.steps, self.last = 0, steps


def mortal(url: str, fate: Fate, clock: Callable[[], datetime]) -> Storage:
    """Return a storage that may die at every step and uses the simulated time."""
    storage = connect(url)
    storage.database = MortalDatabase(storage.database, fate)
    storage.clock = clock
    append = storage.append

    def appended(events: Sequence[StoredEvent], along: Sequence[Statement] = ()) -> int:
        fate.step()
        last = append(events, along)
        fate.step()
        return last

    storage.append = appended  # type: ignore[method-assign]
    return storage


class MortalDatabase:
    """A :class:`service.storage.database.Database` whose process may die at any step."""

    def __init__(self, database: Database, fate: Fate) -> None:
        self._database = database
        self._fate = fate

    @contextmanager
    def transaction(self) -> Iterator[Rows]:
        """Yield a transaction; the process may die before it, after each statement, or before or after the commit."""
        self._fate.step()
        with self._database.transaction() as rows:
            yield _MortalRows(rows, self._fate)
            self._fate.step()
        self._fate.step()

    @contextmanager
    def counting(self, key: str) -> Iterator[Rows]:
        """Yield a transaction like any other."""
        with self.transaction() as rows:
            yield rows

    @contextmanager
    def async_commit(self) -> Iterator[Rows]:
        """Yield a connection, as :meth:`transaction` does; commits survive a killed process."""
        self._fate.step()
        with self._database.async_commit() as rows:
            yield _MortalRows(rows, self._fate)
            self._fate.step()
        self._fate.step()

    @contextmanager
    def reading(self) -> Iterator[Rows]:
        """Yield a connection for reading; the process may die before that."""
        self._fate.step()
        with self._database.reading() as rows:
            yield rows

    def once(self, sql: str, params: Mapping[str, Any]) -> list[Row]:
        """Return the rows of a query; the process may die before or after it."""
        self._fate.step()
        found = self._database.once(sql, params)
        self._fate.step()
        return found


class _MortalRows:
    def __init__(self, rows: Rows, fate: Fate) -> None:
        self._rows = rows
        self._fate = fate

    def execute(self, sql: str, params: Mapping[str, Any] = {}) -> list[Row]:
        found = self._rows.execute(sql, params)
        self._fate.step()
        return found

    def execute_many(self, sql: str, params: Sequence[Mapping[str, Any]]) -> None:
        self._rows.execute_many(sql, params)
        self._fate.step()

    def insert(self, table: str, rows: Sequence[Row], conflict: str = "") -> None:
        self._rows.insert(table, rows, conflict)
        self._fate.step()
