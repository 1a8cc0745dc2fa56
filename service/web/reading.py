"""Reading the read models so that everybody finds what has happened, their own writes included."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from flask import g

from domain.aggregate import Game
from projections.all import READ_MODELS
from projections.fold import Folds
from projections.read_model import ReadModel
from projections.rows import Rows
from service.readmodels import failures
from service.readmodels.in_memory import projected
from service.readmodels.projector import reader
from service.services import services

_PAUSES = (0.002, 0.05)
"""Seconds between two looks whether a read model has come far enough: at first, and when it takes longer."""


@contextmanager
def latest(name: str) -> Iterator[Rows]:
    """A read model, once it shows what has been recorded by now; after a short wait as it is."""
    storage = services().storage
    end = storage.last_id()
    with _awaited(name, lambda rows, position: position >= end) as (rows, _):
        yield rows


@contextmanager
def of_game(name: str, game: Game) -> Iterator[Rows]:
    """A read model that shows all of a game: the stored one, or, where that is late or failed, one made by replay."""
    storage = services().storage

    def shows(rows: Rows, position: int) -> bool:
        return storage.version_at(rows, game.id, position) >= game.version

    if not failures.among(storage.database, [game.id]):
        with _awaited(name, shows) as (rows, shown):
            if shown:
                yield rows
                return
    with replayed(READ_MODELS[name], game) as rows:
        yield rows


@contextmanager
def _awaited(name: str, shows: Callable[[Rows, int], bool]) -> Iterator[tuple[Rows, bool]]:
    """The stored rows, and whether they show what they should: as soon as they do, or when the request's wait is over.

    No connection is held while it waits, for the projector may need it, and no place at the gate. A read model that
    one request has awaited in vain is not awaited again until it has moved.
    """
    storage, stuck = services().storage, services().stuck
    pause, longest = _PAUSES
    while True:
        with storage.database.reading() as rows:
            position = storage.tracking.position(rows, name)
            shown = shows(rows, position)
            left = _end_of_waiting() - time.monotonic()
            if shown or left <= 0 or stuck.get(name) == position:
                if not shown:
                    stuck[name] = position
                yield rows, shown
                return
        with services().gate.left():
            time.sleep(min(pause, left))
        pause = min(2 * pause, longest)


def _end_of_waiting() -> float:
    """A request waits once for all read models it reads: where the projector has stopped, another wait is no use."""
    if "end_of_waiting" not in g:
        g.end_of_waiting = time.monotonic() + services().config.projection_patience
    return float(g.end_of_waiting)


@contextmanager
def replayed(model: ReadModel, game: Game) -> Iterator[Rows]:
    """The rows of one stream, made in memory from its facts."""
    with projected(model, Folds(reader(services().storage)).changes(game.records)) as rows:
        yield rows
