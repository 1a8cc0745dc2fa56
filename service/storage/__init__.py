"""Storage: the event store and plain tables. No other package knows which database is used.

``connect(url)`` gives a :class:`Storage`; ``storage.migrate()`` creates or updates all tables, and may be called by
several processes at once. New plain tables are migrations (see :mod:`.migration`).
"""

from __future__ import annotations

from pathlib import Path

from service.storage.connections import Unavailable
from service.storage.database import Database, Statement
from service.storage.event_store import Batch, Journal
from service.storage.storage import Storage

DEFAULT_URL = "sqlite:///var/daybook.sqlite"

CONNECTIONS = 8
"""The default number of connections, for commands and the projector."""

PATIENCE = 30.0
"""The default seconds that a process waits for a connection, or for another writer."""

__all__ = ["DEFAULT_URL", "Batch", "Database", "Journal", "Statement", "Storage", "Unavailable", "connect"]


def connect(
    url: str = DEFAULT_URL,
    *,
    connections: int = CONNECTIONS,
    patience: float = PATIENCE,
    replica: str = "",
    direct: str = "",
) -> Storage:
    """Return the storage at ``sqlite:///relative/path``, ``sqlite:////absolute/path`` or ``postgresql://…``.

    It uses at most ``connections`` connections, one for each thread that works with it, and raises Unavailable if none
    is free for ``patience`` seconds. Past events may be read from a ``replica`` of PostgreSQL, over as many
    connections. If the address is that of a pooler, ``direct`` is the server's address, for work that needs its own
    session. Raise Unavailable if the database cannot be used now, DatabaseRefused if waiting will not help, and
    ValueError if the address is invalid.
    """
    scheme, _, rest = url.partition("://")
    match scheme:
        case "sqlite" if rest.startswith("/") and len(rest) > 1:
            from service.storage.sqlite import SQLiteStorage

            return SQLiteStorage(Path(rest[1:]), connections, patience)
        case "postgresql" | "postgres":
            from service.storage.postgres import PostgresStorage

            return PostgresStorage(url, connections, patience, replica_url=replica, direct_url=direct)
    raise ValueError(f"A storage is sqlite:///path or postgresql://…, not {url!r}")
