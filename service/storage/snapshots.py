"""Snapshots of running games, so that a move reads no packed facts.

Snapshots are trusted like the rows of read models: anyone who can write to the database could influence moves through
them, which an audit detects, because only the facts define a game. A snapshot names the program that made it, and
another program rebuilds it; a read of a fact that is not in it loads all facts from the log (:class:`Past`). Tests
compare snapshots with a replay.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import takewhile
from typing import Any, overload

import msgspec

from domain import aggregate
from domain.aggregate import Game
from domain.game import ruleset
from domain.log import Recorded, Tree
from domain.table.facts import TableOpened
from domain.table.seating import TableState
from projections.program import digest_of_rules
from service.storage.mapper import FactMapper, StoredRow, row_hash

_FORM = 1
"""The version of the snapshot format; a snapshot in another format counts as another program's."""

_SIZE = 8
"""Bytes of the hash of each sender and command: a collision only costs a read of the log."""


class Snapshot(msgspec.Struct, frozen=True, array_like=True):
    """A game at a version: its tree, its state as msgpack, its facts up to the start and the last, and the commands."""

    parents: list[int]
    heads: list[int]
    table: TableState
    position: bytes
    rows: list[StoredRow]
    senders: frozenset[bytes]


_decode = msgspec.msgpack.Decoder(Snapshot).decode


@cache
def program() -> str:
    """Return the id of the program in its snapshots."""
    return f"{digest_of_rules()}-{_FORM}"


# --------------------------------------------------------------------------------------------------------------------
# Making
# --------------------------------------------------------------------------------------------------------------------


def made(stream: str, rows: Sequence[StoredRow]) -> bytes | None:
    """Return a snapshot of a game with these facts; None if no move can follow or the facts are unreadable here."""
    try:
        return _made(stream, rows)
    except Exception:  # Each game reads its former facts in its own way, and its figures may be unknown here.
        return None


def _made(stream: str, rows: Sequence[StoredRow]) -> bytes | None:
    records = FactMapper().decoded(stream, rows)
    if not isinstance(records[0].fact, TableOpened):
        return None
    game = aggregate.rebuilt(stream, records, "")
    if game.table.phase != "running" or game.table.imported is not None:
        return None
    before = sum(1 for _ in takewhile(lambda record: not isinstance(record.fact, game.ruleset.started), records))
    found = Snapshot(
        parents=game.tree.parents,
        heads=game.tree.heads,
        table=game.table,
        position=msgspec.msgpack.encode(aggregate.state(game)),
        rows=[*rows[: before + 1], *rows[before + 1 :][-1:]],
        senders=frozenset(_sender(record.actor, record.command) for record in records),
    )
    return zlib.compress(msgspec.msgpack.encode(found))


def _sender(actor: str, command: str) -> bytes:
    return hashlib.sha256(f"{actor}\n{command}".encode()).digest()[:_SIZE]


# --------------------------------------------------------------------------------------------------------------------
# Using
# --------------------------------------------------------------------------------------------------------------------

Load = Callable[[], Sequence[Recorded[Any]]]
"""A function that reads all facts of a stream up to the version of its snapshot."""


def restored(stream: str, content: bytes, mapper: FactMapper, load: Load) -> tuple[Game, bytes]:
    """Return the game at the version of its snapshot, and its state at that version as msgpack."""
    found = _decode(zlib.decompress(content))
    known = mapper.decoded(stream, found.rows)
    opened = known[0].fact
    places = {record.originator_version - 1: record for record in known}
    past = Past(len(found.heads) - 1, places, found.senders, cache(load), [])
    tree, tip = Tree(found.parents, found.heads), row_hash(stream, found.rows[-1])
    return Game(stream, ruleset(opened.ruleset), opened.figures, past, tree, found.table, tip), found.position


class Past:
    """The records of a stream, of which only a few are loaded: up to a version, the others are loaded on demand."""

    def __init__(
        self,
        version: int,
        known: Mapping[int, Recorded[Any]],
        senders: frozenset[bytes],
        load: Load,
        later: list[Recorded[Any]],
    ) -> None:
        self._version = version
        self._known = known
        self._senders = senders
        self._load = load
        self._later = later

    def __len__(self) -> int:
        return self._version + len(self._later)

    def __iter__(self) -> Iterator[Recorded[Any]]:
        return (self[at] for at in range(len(self)))

    def __reversed__(self) -> Iterator[Recorded[Any]]:
        return (self[at] for at in reversed(range(len(self))))

    @overload
    def __getitem__(self, at: int, /) -> Recorded[Any]: ...
    @overload
    def __getitem__(self, at: slice, /) -> list[Recorded[Any]]: ...
    def __getitem__(self, at: int | slice, /) -> Recorded[Any] | list[Recorded[Any]]:
        if isinstance(at, slice):
            return [self[each] for each in range(*at.indices(len(self)))]
        place = range(len(self))[at]
        if place >= self._version:
            return self._later[place - self._version]
        return self._known[place] if place in self._known else self._load()[place]

    def extend(self, records: Iterable[Recorded[Any]], /) -> None:
        """Add further records, in place."""
        self._later.extend(records)

    def copy(self) -> Past:
        """Return a copy that can be extended separately."""
        return Past(self._version, self._known, self._senders, self._load, self._later.copy())

    def sent(self, actor: str, command: str) -> Sequence[Recorded[Any]]:
        """Return records that include those of a command, if there are any."""
        return self[:] if _sender(actor, command) in self._senders else self._later
