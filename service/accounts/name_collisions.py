"""Name keys for names already in a database: see :mod:`service.accounts.name_keys` for the rule."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, count

from projections.db_protocol import Row, Rows
from service.accounts import name_keys
from service.accounts.name_keys import TABLE
from service.accounts.users import folded
from service.storage import Storage
from service.user_text import is_fit, without_unfit

LONGEST = 40
"""Longest display name, in characters."""


def give_keys(storage: Storage) -> int:
    """Give keys to the names of all users without any, or with keys of an older Unicode table; return the number of
    changed display names. Repeating it changes nothing.
    """
    with storage.database.transaction() as rows:
        if not rows.execute(_WITHOUT, {"table": TABLE}):
            return 0
        rows.execute("DELETE FROM name_keys")
        users = rows.execute("SELECT id, name, display_name FROM users ORDER BY created_at, id")
        taken = set(chain.from_iterable(name_keys.keys(name) for user in users for name in _names(user)))
        owners: dict[str, str] = {}
        return sum(_give_keys(rows, user, owners, taken) for user in users)


_WITHOUT = (
    "SELECT id FROM users WHERE NOT EXISTS"
    " (SELECT 1 FROM name_keys WHERE name_keys.user_id = users.id AND made_by = :table) LIMIT 1"
)


def _names(user: Row) -> list[str]:
    return [name for name in (user["name"], user["display_name"]) if name]


def _give_keys(rows: Rows, user: Row, owners: dict[str, str], taken: set[str]) -> bool:
    """Give keys to one user's names; return whether the display name changed. ``owners`` holds the keys so far,
    ``taken`` those of all names.
    """
    display_name = _shown(user, owners, taken)
    for key in chain.from_iterable(map(name_keys.keys, _names(user | {"display_name": display_name}))):
        if owners.setdefault(key, user["id"]) == user["id"]:
            row = {"key": key, "user": user["id"], "table": TABLE}
            rows.execute("INSERT INTO name_keys VALUES (:key, :user, :table) ON CONFLICT DO NOTHING", row)
    if display_name == user["display_name"]:
        return False
    rows.execute(
        "UPDATE users SET display_name = :name, folded_display_name = :folded WHERE id = :id",
        {"name": display_name, "folded": folded(display_name) or None, "id": user["id"]},
    )
    return True


def _shown(user: Row, owners: dict[str, str], taken: set[str]) -> str:
    """Return the new display name: the old one, if it is valid and free; empty, if the account name is; else the name
    with a number.
    """
    wanted = without_unfit(user["display_name"].replace("#", ""))
    wanted = wanted if is_fit(wanted, "display_name") else ""
    if _is_free(wanted or user["name"], user, owners):
        return wanted
    numbered = _numbered(wanted or without_unfit(user["name"]) or "Player")
    free = next(name for name in numbered if name_keys.keys(name).isdisjoint(taken))
    taken |= name_keys.keys(free)
    return free


def _is_free(name: str, user: Row, owners: dict[str, str]) -> bool:
    return all(owners.get(key, user["id"]) == user["id"] for key in name_keys.keys(name))


def _numbered(name: str) -> Iterator[str]:
    return (f"{name[: LONGEST - len(str(number)) - 1]} {number}" for number in count(2))
