"""Short queries of a storage for tests."""

from __future__ import annotations

from collections import Counter

from service.readmodels import failed_streams, projection
from service.storage import Storage


def lag(storage: Storage) -> dict[str, int]:
    """Return the number of notification ids that each read model is behind."""
    with storage.database.reading() as rows:
        return projection.lag(storage, rows)


def failed(storage: Storage) -> Counter[str]:
    """Return the number of streams that each read model cannot show."""
    with storage.database.reading() as rows:
        return failed_streams.counted(rows)
