"""Change feed of chats: how often a chat has changed, never its text."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from projections.db_protocol import Rows, listed
from service.runtime.pubsub import of_chat

_COUNT = "UPDATE chat_changes SET changes = changes + 1, place = place + 1 WHERE stream = ''"
_NOTE = (
    "INSERT INTO chat_changes (stream, changes, place)"
    " SELECT :stream, 1, place FROM chat_changes WHERE stream = ''"
    " ON CONFLICT (stream) DO UPDATE SET changes = chat_changes.changes + 1, place = excluded.place"
)


def note(rows: Rows, streams: Iterable[str]) -> None:
    """Record a change of these chats, in its transaction.

    No later change gets a place before it is committed, so none becomes visible after a later one.
    """
    if changed := sorted(set(streams)):
        rows.execute(_COUNT)
        rows.execute_many(_NOTE, [{"stream": stream} for stream in changed])


def numbers(rows: Rows, streams: Collection[str]) -> Mapping[str, int]:
    """Return how often the chat of each of these games has changed."""
    if not streams:
        return {}
    among, params = listed("stream", streams)
    found = rows.execute(f"SELECT stream, changes FROM chat_changes WHERE stream IN ({among})", params)  # noqa: S608
    return dict.fromkeys(streams, 0) | {row["stream"]: int(row["changes"]) for row in found}


class ChangedChats:
    """Chats that have changed since the last call, as topics of listeners; none at the first call."""

    def __init__(self) -> None:
        self._place: int | None = None

    def __call__(self, rows: Rows) -> set[str]:
        """Query again."""
        if self._place is None:
            self._place = int(rows.execute("SELECT place FROM chat_changes WHERE stream = ''")[0]["place"])
            return set()
        found = rows.execute("SELECT stream, place FROM chat_changes WHERE place > :place", {"place": self._place})
        self._place = max([self._place, *(int(row["place"]) for row in found)])
        return {of_chat(row["stream"]) for row in found if row["stream"]}
