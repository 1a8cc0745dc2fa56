"""Ids of new streams: unpredictable, but the same if the write is repeated.

An id derived from known parts of a write, such as its actor and Idempotency-Key, could be used by a forged file that is
imported before the write arrives. So ids are random, and the id of each write is stored before its stream exists: if a
process dies at any point, the repeated write finds the id, and the stream under this id if it exists. (A hash with a
secret of the site would be as hard to guess, but then everything that opens games, including the command line, would
need that secret, and changing it would turn repetitions into new writes.)
"""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import msgspec

from domain import log
from domain.game import Fact
from domain.log import Recorded
from domain.message import message
from domain.table.refusals import Refused
from projections.db_protocol import Rows
from service.storage import Database, user_rows
from service.storage.user_rows import UserRows

_ADDED = frozenset({"figures", "seed", "commitment", "at_version", "viewer", "imagined"})
"""Fields of an opening fact that its sender did not choose, so they may differ in a repetition."""


def stream_of(database: Database, actor: str, command: str) -> str:
    """Return the id of the stream that this actor's command opens or has opened."""
    write = {"actor": actor, "command": command, "drawn": uuid4().hex}
    with database.async_commit() as rows:  # the append of the stream writes this to the disk as well
        rows.execute("INSERT INTO opened_streams VALUES (:actor, :command, :drawn) ON CONFLICT DO NOTHING", write)
        found = rows.execute("SELECT stream FROM opened_streams WHERE actor = :actor AND command = :command", write)
    return str(found[0]["stream"])


def require_same(opened: Recorded[Any], again: Recorded[Any]) -> None:
    """Refuse a write whose stream exists, unless the same request of the same actor opened it."""
    if not log.same_write(opened, again) or _wish(opened.fact) != _wish(again.fact):
        raise another()


def another() -> Refused:
    """Return the refusal of a key that belongs to another write."""
    return Refused(message("table.key-already-used", "This key was used for another request. Use a new one."))


def _wish(fact: Fact) -> dict[str, Any]:
    said = msgspec.to_builtins(fact)
    return {name: said[name] for name in said.keys() - _ADDED}


def opened_by(rows: Rows, actor: str) -> list[str]:
    """Return the streams that a user opened: tables and branches."""
    found = rows.execute("SELECT stream FROM opened_streams WHERE actor = :actor ORDER BY stream", {"actor": actor})
    return [row["stream"] for row in found]


def delete_user_data(rows: Rows, actor: str, most: int) -> bool:
    """Delete the ids of streams that a user opened."""
    return user_rows.delete_some(rows, _USER_ROWS, actor, most)


_USER_ROWS = [UserRows("opened_streams", key="actor, command", user="actor")]
