"""The database of a command: the one at ``DATABASE_URL``, or the SQLite file under ``var/``."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from threading import Event
from typing import TypeVar

from domain.aggregate import Game
from service.accounts.display_names import NameQuery, Names
from service.accounts.name_collisions import give_keys
from service.accounts.users import Accounts
from service.auth.ancestry import lineage
from service.cli.terminal.exit_codes import Conflict, MigrationNeeded, NotFound
from service.config import VARIABLES, Config, ConfigError, from_environment
from service.storage import Storage, Unavailable, connect
from service.storage.migration import TooOld
from service.storage.waiting import retry_until_available
from service.usecases.command_handler import CommandHandler
from service.usecases.game_repository import UnknownGame

T = TypeVar("T")


def settings() -> Config:
    """Return the settings of this process for commands that sign nothing and therefore need no secret key."""
    return checked_settings({**os.environ, VARIABLES["secret_key"]: "not needed"})


def checked_settings(environment: Mapping[str, str] | None = None) -> Config:
    """Return the settings of this process. Raise Conflict if one is invalid."""
    try:
        return from_environment(environment)
    except ConfigError as error:
        raise Conflict(str(error)) from error


def accounts(storage: Storage) -> Accounts:
    """Return the accounts in this storage."""
    return Accounts(storage.database, settings().argon2_memory)


def seat_names(handler: CommandHandler, game: Game) -> Sequence[str]:
    """Return the names of a game's players by seat."""
    root = lineage(handler, game)[0]
    return (
        Names(handler.storage.database)
        .of_game(NameQuery(game.id, root.id, game.table.chairs), lambda: "A former player")
        .seats
    )


def prepare(storage: Storage) -> int:
    """Migrate a database; return how many display names were changed because they collided with others."""
    storage.migrate()
    return give_keys(storage)


@contextmanager
def unprepared_storage() -> Iterator[Storage]:
    """Yield the storage, even if migration steps are missing. It is closed when the block ends."""
    with closing(_usable(_opened)) as storage:
        _usable(storage.pending)
        yield storage


@contextmanager
def prepared_storage(stop: Event | None = None) -> Iterator[Storage]:
    """Yield the storage. Raise MigrationNeeded if migration steps are missing. ``stop`` works as in
    :func:`prepare_when_usable`.
    """
    with closing(_usable(_prepared, stop)) as storage:
        yield storage


def prepare_when_usable(stop: Event) -> None:
    """Migrate the database. If it is unavailable, wait until it can be used or ``stop`` is set."""

    def prepare_now() -> None:
        with closing(_opened()) as storage:
            prepare(storage)

    _usable(prepare_now, stop)


def _usable(do: Callable[[], T], stop: Event | None = None) -> T:
    try:
        return retry_until_available(do, stop) if stop else do()
    except Unavailable as error:
        raise Conflict(f"The database is not available: {error}") from error
    except TooOld as error:
        raise Conflict(str(error)) from error


def _opened() -> Storage:
    try:
        given = settings()
        return connect(given.database_url, direct=given.direct_url)
    except ValueError as error:
        raise Conflict(str(error)) from error


def _prepared() -> Storage:
    storage = _opened()
    with ExitStack() as unless_prepared:
        unless_prepared.callback(storage.close)
        missing = storage.pending()
        if missing:
            raise MigrationNeeded("The database is not up to date. Run `daybook migrate`.")
        unless_prepared.pop_all()
    return storage


@contextmanager
def open_daybook() -> Iterator[CommandHandler]:
    """Yield the use cases on the prepared storage."""
    with prepared_storage() as storage:
        yield CommandHandler(storage)


def found_game(handler: CommandHandler, stream: str) -> Game:
    """Return the game or branch with this id. Raise NotFound."""
    try:
        return handler.games.game(stream)
    except UnknownGame as error:
        raise NotFound(f"No game has the id {stream}.") from error
