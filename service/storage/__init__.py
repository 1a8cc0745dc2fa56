"""Where games are kept. Nothing outside of this package knows which database that is.

``connect(url)`` gives a :class:`Storage`; ``storage.migrate()`` creates or updates all tables, and may be called by
several processes at once. New plain tables come as numbered files in ``migrations/`` (see :mod:`.migration`).
"""

from __future__ import annotations

from pathlib import Path

from service.storage.database import Database
from service.storage.journal import Batch, Journal
from service.storage.storage import Storage

DEFAULT_URL = "sqlite:///var/daybook.sqlite"

__all__ = ["DEFAULT_URL", "Batch", "Database", "Journal", "Storage", "connect"]


def connect(url: str = DEFAULT_URL) -> Storage:
    """The storage at ``sqlite:///relative/path``, ``sqlite:////absolute/path`` or ``postgresql://…``."""
    scheme, _, rest = url.partition("://")
    match scheme:
        case "sqlite" if rest.startswith("/") and len(rest) > 1:
            from service.storage.sqlite import SQLiteStorage

            return SQLiteStorage(Path(rest[1:]))
        case "postgresql" | "postgres":
            from service.storage.postgres import PostgresStorage

            return PostgresStorage(url)
    raise ValueError(f"A storage is sqlite:///path or postgresql://…, not {url!r}")
