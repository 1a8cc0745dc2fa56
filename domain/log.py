"""The log: one append-only stream of facts per game, and its structure, which supports undo, redo, earlier versions and
branches.

Move facts form a tree: each follows the fact that was the head when it was appended. ``HeadMoved`` moves the head; the
**line** is the path from the start to the head. Facts that are no longer on the line stay in the stream.
Versions count from 1. A **move** is the run of facts that one command appended (they share its command id).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, Generic, Protocol, TypeVar, overload

import msgspec

from domain.game import Fact, Ruleset

F = TypeVar("F")

AnyFact = Any


class Recorded(msgspec.Struct, Generic[F], frozen=True, kw_only=True, omit_defaults=True):
    """A fact in its envelope, as stored.

    ``at`` is UTC; ``actor`` is a user id, ``""`` for facts of the service itself; ``seat`` is the seat acted for;
    ``command`` is the id shared by all facts of one command; ``previous`` is the hash of the previous fact in the
    stream, ``""`` for the first. Stream and version are the event store's own columns and are not encoded.
    """

    originator_id: str = ""
    originator_version: int = 0
    at: datetime
    actor: str = ""
    seat: int | None = None
    command: str
    previous: str
    fact: F


class Records(Protocol):
    """The records of a stream in order: a list, or an object that loads them on demand."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Recorded[AnyFact]]: ...
    def __reversed__(self) -> Iterator[Recorded[AnyFact]]: ...
    @overload
    def __getitem__(self, at: int, /) -> Recorded[AnyFact]: ...
    @overload
    def __getitem__(self, at: slice, /) -> list[Recorded[AnyFact]]: ...
    def extend(self, records: Iterable[Recorded[AnyFact]], /) -> None:
        """Add further records, in place."""
        ...

    def copy(self) -> Records:
        """Return a copy that can be extended separately."""
        ...


class HeadMoved(Fact, frozen=True, kw_only=True, tag="log.head_moved"):
    """Undo (backward) or redo (forward): the line now ends at version ``to``."""

    to: int


class BranchOpened(Fact, frozen=True, kw_only=True, tag="log.branch_opened"):
    """First fact of a branch, which continues another stream's line as it was at a version.

    ``ruleset`` and ``figures`` are the origin's. ``imagined`` is the whole starting state if the origin was still
    running (consistent with what ``viewer`` saw of the origin, and otherwise invented); None means the true state.
    ``viewer`` is a seat of a game; None is a spectator, or the owner of the branch that is continued.
    """

    origin: str
    at_version: int
    ruleset: str
    figures: str
    owner: str
    viewer: int | None
    imagined: dict[str, Any] | None = None


class FiguresRecorded(Fact, frozen=True, kw_only=True, tag="log.figures_recorded"):
    """Component figures: the only fact of the stream named after their digest."""

    ruleset: str
    content: str


def figures_stream(digest: str) -> str:
    """Return the id of the stream that holds the component figures with this digest."""
    return f"figures-{digest}"


class Move(msgspec.Struct, frozen=True):
    """The facts that one command appended: versions first..last, the sender, and the seat acted for."""

    first: int
    last: int
    seat: int | None
    actor: str
    command: str


class Tree(msgspec.Struct):
    """The place of each version: its predecessor among moves, and the head after it. Index 0 is before the start."""

    parents: list[int] = msgspec.field(default_factory=lambda: [0])
    heads: list[int] = msgspec.field(default_factory=lambda: [0])

    @property
    def head(self) -> int:
        """The version the line ends at; 0 before the start."""
        return self.heads[-1]

    @property
    def version(self) -> int:
        """The number of facts in the stream."""
        return len(self.heads) - 1


def grow(tree: Tree, fact: AnyFact, is_move: bool) -> None:
    """Add the next fact of the stream to the tree."""
    head = tree.heads[-1]
    tree.parents.append(head)
    if isinstance(fact, HeadMoved):
        head = fact.to
    elif is_move:
        head = len(tree.heads)
    tree.heads.append(head)


def line(tree: Tree, at: int | None = None) -> list[int]:
    """Return the versions of the move facts on the line as it was at a version (default: now), in order."""
    return list(backward(tree, at))[::-1]


def backward(tree: Tree, at: int | None = None) -> Iterator[int]:
    """Yield the versions of :func:`line`, latest first, for callers that go back no further than needed."""
    here = tree.heads[-1 if at is None else at]
    while here:
        yield here
        here = tree.parents[here]


def moves(records: Records, versions: Iterable[int]) -> list[Move]:
    """Return the moves that these versions (in order) make up; versions are positions in ``records`` counted from 1."""
    found: list[Move] = []
    for version in versions:
        record = records[version - 1]
        if found and found[-1].last == version - 1 and same_write(found[-1], record):
            found[-1] = msgspec.structs.replace(found[-1], last=version)
        else:
            found.append(Move(version, version, record.seat, record.actor, record.command))
    return found


def same_write(one: Move | Recorded[AnyFact], other: Recorded[AnyFact]) -> bool:
    """Return whether one command appended both. Senders choose command ids, so they are unique only per actor."""
    return one.command == other.command and one.actor == other.actor


def replay(ruleset: Ruleset[Any], facts: Iterable[AnyFact]) -> Any:
    """Fold the facts of a line, ``started`` first, into the state."""
    sequence = iter(facts)
    state = ruleset.initial(next(sequence))
    apply = ruleset.apply
    for fact in sequence:
        apply(state, fact)
    return state
