"""The database that a command works on: the one at ``DATABASE_URL``, or the SQLite file under ``var/``."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from domain.aggregate import Game
from service.application import Daybook, UnknownGame
from service.cli.exits import InTheWay, NotFound, NotPrepared
from service.config import VARIABLES
from service.storage import DEFAULT_URL, Storage, connect


def database_url() -> str:
    """The address of the database."""
    return os.environ.get(VARIABLES["database_url"]) or DEFAULT_URL


@contextmanager
def unprepared_storage() -> Iterator[Storage]:
    """The storage, whatever state it is in; closed when the block ends."""
    try:
        storage = connect(database_url())
    except ValueError as error:
        raise InTheWay(str(error)) from error
    try:
        yield storage
    finally:
        storage.close()


@contextmanager
def prepared_storage() -> Iterator[Storage]:
    """The storage, or NotPrepared if migration steps are missing."""
    with unprepared_storage() as storage:
        missing = storage.pending()
        if missing:
            raise NotPrepared(f"The database lacks {len(missing)} migration steps: run `daybook migrate`.")
        yield storage


@contextmanager
def open_daybook() -> Iterator[Daybook]:
    """The use cases on the prepared storage."""
    with prepared_storage() as storage:
        yield Daybook(storage)


def found_game(daybook: Daybook, stream: str) -> Game:
    """The game or branch with this id, or NotFound."""
    try:
        return daybook.game(stream)
    except UnknownGame as error:
        raise NotFound(f"There is no game {stream}.") from error
