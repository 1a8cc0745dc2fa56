"""That what is said at a table has changed: who listens is told that it has, and how often, never what was said."""

from __future__ import annotations

from collections.abc import Iterable

from projections.rows import Rows
from service.process.live import of_talk

_COUNT = "UPDATE talk_changes SET changes = changes + 1, place = place + 1 WHERE stream = ''"
_NOTE = (
    "INSERT INTO talk_changes (stream, changes, place)"
    " SELECT :stream, 1, place FROM talk_changes WHERE stream = ''"
    " ON CONFLICT (stream) DO UPDATE SET changes = talk_changes.changes + 1, place = excluded.place"
)


def note(rows: Rows, streams: Iterable[str]) -> None:
    """Something has changed in these talks, in the transaction that changes it.

    Until it is committed no other change has a place: none is ever seen after a later one.
    """
    if changed := sorted(set(streams)):
        rows.execute(_COUNT)
        rows.execute_many(_NOTE, [{"stream": stream} for stream in changed])


def number(rows: Rows, stream: str) -> int:
    """How often the talk of a game has changed."""
    found = rows.execute("SELECT changes FROM talk_changes WHERE stream = :stream", {"stream": stream})
    return int(found[0]["changes"]) if found else 0


class Changed:
    """Which talks have changed since it was asked last, as topics of who listens; at first none have."""

    def __init__(self) -> None:
        self._place: int | None = None

    def __call__(self, rows: Rows) -> set[str]:
        """Look once more."""
        if self._place is None:
            self._place = int(rows.execute("SELECT place FROM talk_changes WHERE stream = ''")[0]["place"])
            return set()
        found = rows.execute("SELECT stream, place FROM talk_changes WHERE place > :place", {"place": self._place})
        self._place = max([self._place, *(int(row["place"]) for row in found)])
        return {of_talk(row["stream"]) for row in found if row["stream"]}
