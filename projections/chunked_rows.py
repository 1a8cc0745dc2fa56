"""Chunked rows: one row for a range of versions, with one line of text for each entry.

A row for each entry would take many times the space of its content, since the row and each index would contain the
stream's name. Later entries are appended to the existing lines without reading them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

import msgspec

from projections.db_protocol import Row, Rows
from projections.stream_folder import Change

LENGTH = 32
"""Versions per row. A move rewrites its row, which is about a kilobyte."""

ALL = 2**62
"""More versions than any stream has."""

_THERE = "ON CONFLICT (stream, stretch) DO UPDATE SET"
_encode = msgspec.json.Encoder().encode_lines


class ChunkEntry(Protocol):
    """A struct about the fact at a version, written as an array."""

    __struct_fields__: ClassVar[tuple[str, ...]]

    @property
    def version(self) -> int:
        """The version of the fact."""
        ...

    @property
    def on_line(self) -> bool | None:
        """Whether the fact is on the line; None if it is not a move."""
        ...


E = TypeVar("E", bound=ChunkEntry)


class _Direction(NamedTuple):
    """A direction of reading, from a chunk on."""

    order: str
    step: int


_FORWARD = _Direction("stretch >= :begin ORDER BY stretch", 1)
_BACKWARD = _Direction("stretch <= :begin ORDER BY stretch DESC", -1)
_MOVES_FORWARD, _MOVES_BACKWARD = (
    _Direction(f"moves AND {direction.order}", direction.step) for direction in (_FORWARD, _BACKWARD)
)


class ChunkedTable(Generic[E]):
    """A table of such entries; those of a stream are added in order of their versions.

    A comment in its schema names the fields of an entry, so that the table is rebuilt when they change.
    """

    def __init__(self, table: str, entry: type[E]) -> None:
        self.table = table
        self._decode = msgspec.json.Decoder(entry).decode_lines
        self.schema = (
            f"CREATE TABLE {table} (stream TEXT NOT NULL, stretch BIGINT NOT NULL, last BIGINT NOT NULL,"
            " moves BOOLEAN NOT NULL, entries TEXT NOT NULL, PRIMARY KEY (stream, stretch))"
            f" -- {', '.join(entry.__struct_fields__)}"
        )
        self.schema_for_moves = f"CREATE INDEX {table}_of_moves ON {table} (stream, stretch) WHERE moves"

    def add(self, rows: Rows, streams: Iterable[tuple[str, Iterable[E]]]) -> None:
        """Append the entries of streams."""
        added = [
            _row(stream, stretch, list(run))
            for stream, entries in streams
            for stretch, run in groupby(entries, key=_stretch_of)
        ]
        there = f"last = excluded.last, moves = {self.table}.moves OR excluded.moves"
        rows.insert(self.table, added, f"{_THERE} {there}, entries = {self.table}.entries || excluded.entries")

    def update_line(self, rows: Rows, changes: Sequence[Change]) -> None:
        """Mark the entries of facts that left the line or came back to it when a head moved."""
        for change in changes:
            if moved := dict.fromkeys(change.left, False) | dict.fromkeys(change.rejoined, True):
                found = rows.execute(
                    f"SELECT stretch, entries FROM {self.table} WHERE stream = :stream"  # noqa: S608
                    " AND stretch BETWEEN :first AND :last",
                    {"stream": change.stream, "first": _stretch(min(moved)), "last": _stretch(max(moved))},
                )
                updated = [self._updated(change.stream, row, moved) for row in found]
                rows.insert(self.table, updated, f"{_THERE} entries = excluded.entries")

    def _updated(self, stream: str, row: Row, moved: Mapping[int, bool]) -> Row:
        entries: list[Any] = self._entries(row)
        placed = [
            msgspec.structs.replace(entry, on_line=moved[entry.version]) if entry.version in moved else entry
            for entry in entries
        ]
        return _row(stream, row["stretch"], placed)

    def last(self, rows: Rows, stream: str) -> int:
        """Return the version of a stream's latest entry; 0 if there is none."""
        found = rows.execute(
            f"SELECT last FROM {self.table} WHERE stream = :stream ORDER BY stretch DESC LIMIT 1",  # noqa: S608
            {"stream": stream},
        )
        return found[0]["last"] if found else 0

    def forward(self, rows: Rows, stream: str, after: int = 0, at_a_time: int = ALL) -> Iterator[E]:
        """Yield entries after a version, oldest first; they are read on demand, about ``at_a_time`` at once."""
        found = self._read(rows, stream, _FORWARD, _stretch(after + 1), at_a_time)
        return (entry for row in found for entry in self._entries(row) if entry.version > after)

    def backward(self, rows: Rows, stream: str, before: int, at_a_time: int) -> Iterator[E]:
        """Yield entries before a version, latest first; they are read on demand, about ``at_a_time`` at once."""
        found = self._read(rows, stream, _BACKWARD, _stretch(before - 1), at_a_time)
        return (entry for row in found for entry in reversed(self._entries(row)) if entry.version < before)

    def moves_after(self, rows: Rows, stream: str, version: int) -> Iterator[E]:
        """Yield entries of moves after a version, oldest first; other entries are skipped."""
        found = self._read(rows, stream, _MOVES_FORWARD, _stretch(version + 1), ALL)
        entries = (entry for row in found for entry in self._entries(row))
        return (entry for entry in entries if entry.version > version and entry.on_line is not None)

    def line(self, rows: Rows, stream: str, at_a_time: int) -> Iterator[E]:
        """Yield entries of the moves on the line, latest first; about ``at_a_time`` are read at once."""
        found = self._read(rows, stream, _MOVES_BACKWARD, _stretch(ALL), at_a_time)
        return (entry for row in found for entry in reversed(self._entries(row)) if entry.on_line)

    def _read(self, rows: Rows, stream: str, direction: _Direction, begin: int, at_a_time: int) -> Iterator[Row]:
        limit = at_a_time // LENGTH + 2
        while True:
            found = rows.execute(
                f"SELECT stretch, entries FROM {self.table} WHERE stream = :stream AND {direction.order} LIMIT :limit",  # noqa: S608
                {"stream": stream, "begin": begin, "limit": limit},
            )
            yield from found
            if len(found) < limit:
                return
            begin = found[-1]["stretch"] + direction.step

    def _entries(self, row: Row) -> list[E]:
        return self._decode(row["entries"])


def _stretch(version: int) -> int:
    return (version - 1) // LENGTH


def _stretch_of(entry: ChunkEntry) -> int:
    return _stretch(entry.version)


def _row(stream: str, stretch: int, entries: Sequence[Any]) -> Row:
    lines = _encode(entries).decode()
    moves = any(entry.on_line is not None for entry in entries)
    return {"stream": stream, "stretch": stretch, "last": entries[-1].version, "moves": moves, "entries": lines}
