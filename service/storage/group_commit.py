"""Group commit: one thread commits the appends of several threads in one transaction.

A durable transaction waits for the disk, and the other writers wait for the transaction. The thread that has waited
longest then becomes the leader: it writes the tasks of all waiting threads, and reports each result.
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
    """One thread's write, and its result."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.error: Exception | None = None
        self.woken = Lock()
        """Released when the task is done, or when it is this thread's turn to lead."""
        self.woken.acquire()
        self._results: list[Result] = []

    def succeed(self, result: Result) -> None:
        """Record success, unless the whole group fails."""
        self._results = [result]

    @property
    def done(self) -> bool:
        """Whether there is a result."""
        return bool(self._results) or self.error is not None

    def result(self) -> Result:
        """Return the result, or raise the error."""
        if self.error is not None:
            raise self.error
        return self._results[0]


Tasks = Iterator[Task[Work, Result]]


class GroupCommit(Generic[Work, Result]):
    """A group commit. The leader calls ``write``, which waits for its turn to write, processes the tasks, records which
    of them succeed or fail individually, and returns when they are durable. An error that ``write`` raises applies to
    all tasks. ``waiting`` yields the seconds that a thread may wait, and records the seconds that it waited.
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
        """Commit this task, in any thread; raise the write's error, or Unavailable if it does not begin in time."""
        task: Task[Work, Result] = Task(work)
        with self._waiting() as seconds:
            in_time = self._leads(task) or task.woken.acquire(timeout=seconds)
        if not in_time:
            self._withdraw(task)
        if not task.done:
            self._lead(task)
        return task.result()

    def _leads(self, task: Task[Work, Result]) -> bool:
        """Return whether this thread leads, because no other does; if not, queue its task for the next leader."""
        with self._lock:
            leads, self._led = not self._led, True
            if not leads:
                self._brought.append(task)
        return leads

    def _withdraw(self, task: Task[Work, Result]) -> None:
        """Withdraw a task, unless a leader is writing it already."""
        with self._lock:
            if task in self._brought:
                self._brought.remove(task)
                raise Unavailable("Timed out waiting for a writer")
        task.woken.acquire()  # a leader has just taken the task, or has passed the lead to this thread

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
        """Yield the tasks queued when the first is requested: later ones may have to wait for the next group."""
        with self._lock:
            group += self._brought
            self._brought.clear()
        yield from group

    def _end(self, others: Sequence[Task[Work, Result]]) -> None:
        """Wake the threads whose tasks were written, and the next leader."""
        for task in others:
            if not task.done:  # this thread is being ended during its work
                task.error = Unavailable("The result of this write is unknown")
            task.woken.release()
        with self._lock:
            following = self._brought.popleft() if self._brought else None
            self._led = following is not None
        if following is not None:
            following.woken.release()
