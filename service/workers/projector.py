"""Projector: keeps the read models up to date, and compacts the logs of games."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Event, Thread

from projections.read_model import ReadModel
from projections.stream_folder import Folds
from service.readmodels.projection import LEASES, by_position, project
from service.readmodels.rebuilding import reader, renew_positions, retry_failed
from service.storage import Storage
from service.storage.event_store import BATCH_SIZE
from service.storage.leader_election import Standby

PACKING = 600.0
"""Seconds between two checks for games to compact, also before the first: a release that cannot read compacted facts
may still be running.
"""

GATHERING = 0.01
"""Seconds between two batches: on a busy site, the facts within them form one batch, which costs
little more than one.
"""


class Projector(Standby):
    """Keeps the read models up to date, and compacts the facts of games."""

    def __init__(self, storage: Storage) -> None:
        super().__init__(storage, "projector", *LEASES)
        self._interrupted = Event()

    def interrupt(self) -> None:
        """Interrupt the followers, too, after the current batch."""
        super().interrupt()
        self._interrupted.set()

    def work(self) -> None:
        """Run one thread for all read models at the same position; a recreated one catches up in its own."""
        self._interrupted = interrupted = Event()
        if self.stopping.is_set():
            return
        retry_failed(self.storage)
        followers = [
            _Follower(self.storage, models, position, interrupted)
            for position, models in by_position(self.storage).items()
        ]
        for follower in followers:
            follower.start()
        try:
            renew_positions(self.storage, interrupted)
            while not interrupted.wait(PACKING):
                self.storage.pack(interrupted)
        except BaseException:
            interrupted.set()
            raise
        finally:
            for follower in followers:
                follower.join()
        for follower in followers:
            if follower.error is not None:
                raise follower.error


class _Follower(Thread):
    def __init__(self, storage: Storage, models: Sequence[ReadModel], position: int, stop: Event) -> None:
        super().__init__(name=f"projector-{models[0].name}", daemon=True)
        self._storage = storage
        self._models = models
        self._position = position
        self._interrupted = stop
        self.error: Exception | None = None

    def run(self) -> None:
        folds = Folds(reader(self._storage))
        try:
            for batch in self._storage.subscribe(self._position, self._interrupted):
                project(self._storage, self._models, folds, batch)
                if len(batch.ids) < BATCH_SIZE:  # a projector that is far behind need not wait for a batch
                    self._interrupted.wait(GATHERING)
        except Exception as error:
            self.error = error
        finally:
            self._interrupted.set()
