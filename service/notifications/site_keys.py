"""Keys of the site: generated when first needed, and stored in the database."""

from __future__ import annotations

from collections.abc import Callable

from service.storage import Database


def get_or_create(database: Database, name: str, draw: Callable[[], str]) -> str:
    """Return a key by its name; processes that need a new one at the same time all get the same."""
    with database.reading() as rows:
        found = rows.execute("SELECT value FROM site_keys WHERE name = :name", {"name": name})
    if found:
        return str(found[0]["value"])
    with database.transaction() as rows:
        rows.execute(
            "INSERT INTO site_keys (name, value) VALUES (:name, :value) ON CONFLICT DO NOTHING",
            {"name": name, "value": draw()},
        )
        found = rows.execute("SELECT value FROM site_keys WHERE name = :name", {"name": name})
    return str(found[0]["value"])
