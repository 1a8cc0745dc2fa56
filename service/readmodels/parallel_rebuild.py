"""A rebuild by several processes: each folds different streams; on SQLite they take turns writing."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context

from projections.read_model import ReadModel
from projections.registry import READ_MODELS
from service.readmodels.rebuilding import Chunk, Work, rebuild_streams
from service.storage import Storage

_AHEAD = 4
"""Chunks submitted per process before the first of them is done."""


@contextmanager
def processes(number: int, storage_of: Callable[[], Storage]) -> Iterator[Work]:
    """Yield a pool of this many rebuilding processes, each with its own storage."""
    with ProcessPoolExecutor(number, get_context("spawn"), _begin, (storage_of,)) as executor:
        yield partial(_spread, executor, _AHEAD * number)


def _spread(
    executor: ProcessPoolExecutor, ahead: int, models: Sequence[ReadModel], chunks: Iterable[Chunk]
) -> Iterator[int]:
    names = [model.name for model in models]
    running: set[Future[int]] = set()
    for chunk in chunks:
        running.add(executor.submit(_made_again, names, chunk))
        if len(running) == ahead:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (each.result() for each in done)
    yield from (each.result() for each in running)


# --------------------------------------------------------------------------------------------------------------------
# Within a worker process
# --------------------------------------------------------------------------------------------------------------------

_storages: list[Storage] = []


def _begin(storage_of: Callable[[], Storage]) -> None:
    _storages.append(storage_of())
    gc.freeze()  # the garbage collector does not have to search the program's own objects each time


def _made_again(names: Sequence[str], chunk: Chunk) -> int:
    rebuild_streams(_storages[0], [READ_MODELS[name] for name in names], chunk)
    return len(chunk)
