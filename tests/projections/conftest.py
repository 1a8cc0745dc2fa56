"""Fixtures: a command handler on either database, and read models that are updated on demand."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest

from service.readmodels.projection import catch_up
from service.storage import Storage
from service.usecases.command_handler import CommandHandler


@pytest.fixture
def handler(storage: Storage) -> CommandHandler:
    """Return a handler whose clock advances by a second at each reading."""
    seconds = count()
    return CommandHandler(storage, lambda: datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=next(seconds)))


@pytest.fixture
def projected(storage: Storage) -> Callable[[], None]:
    """Return a function that updates every read model."""
    return lambda: catch_up(storage)
