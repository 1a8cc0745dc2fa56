"""Group commit: one thread commits the appends of several threads in one transaction.

A transaction that is to last waits for the disk, and whoever wants to write waits for it. Who has waited longest then
leads: takes along all that others have brought by then, and tells each of them what became of theirs.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from threading import Lock
from typing import Generic, TypeVar

from service.storage.connections import Unavailable

Work = TypeVar("Work")
Result = TypeVar("Result")


class Task(Generic[Work, Result]):
    """What one thread wants to be written, and what became of it."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.error: Exception | None = None
        self.woken = Lock()
        """Released when the task is done, or when it is this thread's turn to lead."""
        self.woken.acquire()
        self._results: list[Result] = []

    def succeed(self, result: Result) -> None:
        """It is written, unless all of its group fails."""
        self._results = [result]

    @property
    def done(self) -> bool:
        """Somebody has told what became of it."""
        return bool(self._results) or self.error is not None

    def result(self) -> Result:
        """What came of it; raises its error."""
        if self.error is not None:
            raise self.error
        return self._results[0]


Tasks = Iterator[Task[Work, Result]]


class GroupCommit(Generic[Work, Result]):
    """``write`` is called by who leads: it waits for its turn to write, then goes through the tasks, tells each that
    succeeds or fails by itself, and returns when they are safe. What it raises is what all of them are told.

    ``waiting`` gives as many seconds as a thread may wait, and takes note of how many it did.
    """

    def __init__(
        self,
        write: Callable[[Tasks[Work, Result]], None],
        waiting: Callable[[], AbstractContextManager[float]],
    ) -> None:
        self._write = write
        self._waiting = waiting
        self._lock = Lock()
        self._led = False
        self._brought: deque[Task[Work, Result]] = deque()

    def commit(self, work: Work) -> Result:
        """Have this written, by whomever; raises what it fails by, and Unavailable where it is not begun in time."""
        task: Task[Work, Result] = Task(work)
        with self._waiting() as seconds:
            in_time = self._leads(task) or task.woken.acquire(timeout=seconds)
        if not in_time:
            self._withdraw(task)
        if not task.done:
            self._lead(task)
        return task.result()

    def _leads(self, task: Task[Work, Result]) -> bool:
        """Whether this thread leads, as nobody else does; else its task is brought to who will."""
        with self._lock:
            leads, self._led = not self._led, True
            if not leads:
                self._brought.append(task)
        return leads

    def _withdraw(self, task: Task[Work, Result]) -> None:
        """Nobody is to write this any more, unless somebody does already."""
        with self._lock:
            if task in self._brought:
                self._brought.remove(task)
                raise Unavailable("Timed out waiting for those who write")
        task.woken.acquire()  # Somebody has taken it along in this moment, or has left the lead to this thread.

    def _lead(self, own: Task[Work, Result]) -> None:
        group = [own]
        try:
            self._write(self._gathered(group))
        except Exception as error:
            for task in group:
                task.error = error
        finally:
            self._end(group[1:])

    def _gathered(self, group: list[Task[Work, Result]]) -> Tasks[Work, Result]:
        """The tasks that are there when the first is asked for: whoever comes later may have to wait for the next."""
        with self._lock:
            group += self._brought
            self._brought.clear()
        yield from group

    def _end(self, others: Sequence[Task[Work, Result]]) -> None:
        """Wake those whose tasks were taken along, and who is to lead next."""
        for task in others:
            if not task.done:  # This thread is being ended amid the work.
                task.error = Unavailable("Nobody has told whether this was written")
            task.woken.release()
        with self._lock:
            following = self._brought.popleft() if self._brought else None
            self._led = following is not None
        if following is not None:
            following.woken.release()
