"""Appending to the log: at the version that was decided on, once for every command id, never over a full log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from datetime import UTC, datetime
from itertools import takewhile
from typing import Any, NamedTuple
from uuid import uuid4

import msgspec
from eventsourcing.persistence import IntegrityError, PersistenceError, StoredEvent

from domain import aggregate
from domain.aggregate import Game, Origin
from domain.game import Fact, Ruleset
from domain.log import FiguresRecorded, Recorded, figures_stream
from domain.message import message
from domain.play import Acted
from domain.table import AbandonAgreed, Abandoned, Refused
from service.storage import Statement, Storage
from service.storage.mapper import stored_hash
from service.storage.snapshots import Past
from service.tentative import tentatively
from service.usecases import branch_counts, openings
from service.usecases.games import Games


class Stale(Exception):
    """The command was decided on a version that is no longer the latest; ``game`` is the game as it is now."""

    def __init__(self, game: Game, expected: int) -> None:
        super().__init__(game.id, expected)
        self.game = game
        self.expected = expected

    @property
    def since(self) -> list[Recorded[Any]]:
        """What happened after the version the command named."""
        return self.game.records[self.expected :]


Along = Callable[[Game], Sequence[Statement]]


class Write(msgspec.Struct, frozen=True, kw_only=True):
    """Who writes, for which seat, on which version (None: the latest), under which command id.

    A command id that the actor has used on this stream already makes the write a repetition: nothing is appended and
    the game is returned as it was right after the first time.
    """

    actor: str
    seat: int | None = None
    expected: int | None = None
    command: str = msgspec.field(default_factory=lambda: uuid4().hex)
    along: Along = lambda game: ()
    """What is written in the same transaction, from the game as it is to be then. Asked again where somebody else was
    faster; not at all for a repetition.
    """

    @property
    def acting(self) -> int:
        """The seat written for, where only a seat can write."""
        if self.seat is None:
            raise ValueError("This can be written for a seat only.")
        return self.seat


class Decision(NamedTuple):
    """The facts of a write, and the position they lead to where that is known."""

    facts: Iterable[Acted]
    position: Any = None


LONGEST_LOG = 3000
"""Facts after which a stream takes nothing but moves, which come to an end: a game of four has 600 of them."""

_ATTEMPTS = 20
"""How often a write that names no version is decided anew because somebody else was faster."""


class Writing(Games):
    """Writing to the games of one storage."""

    def __init__(self, storage: Storage, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        super().__init__(storage)
        self._clock = clock

    def sealed(
        self, stream: str, version: int, previous: str, facts: Iterable[Acted], write: Write
    ) -> tuple[list[Recorded[Any]], list[StoredEvent]]:
        """Facts in their envelopes, and as they are stored, to follow a version of a stream that has this hash."""
        records: list[Recorded[Any]] = []
        stored: list[StoredEvent] = []
        now = self._clock()
        for number, (fact, seat) in enumerate(facts, start=version + 1):
            record = Recorded(
                originator_id=stream,
                originator_version=number,
                at=now,
                actor=write.actor,
                seat=seat,
                command=write.command,
                previous=previous,
                fact=fact,
            )
            event = self.storage.application.mapper.to_stored_event(record)
            previous = stored_hash(event)
            records.append(record)
            stored.append(event)
        return records, stored

    def _append(self, game: Game, decision: Decision, write: Write) -> Game:
        """Raises IntegrityError when somebody else was first to write this version."""
        records, stored = self.sealed(game.id, game.version, game.tip, decision.facts, write)
        longer = aggregate.extended(game, records, stored_hash(stored[-1]))
        with tentatively():
            if decision.position is not None:
                self._positions.put((game.id, longer.version), msgspec.msgpack.encode(decision.position))
            self.storage.append(stored, write.along(longer))
        return self._remember(longer)

    def _open_stream(self, first: Fact, write: Write, origin: Origin | None = None, root: str | None = None) -> Game:
        """A stream of its own; a branch counts among those of its root."""
        stream = openings.stream_of(self.storage.database, write.actor, write.command)
        records, stored = self.sealed(stream, 0, "", [(first, None)], write)
        try:
            with self._counted(stream, root, write.actor):
                self.storage.append(stored)
        except IntegrityError:
            there = self.game(stream)
            openings.require_same(there.records[0], records[0])
            return aggregate.truncated(there, 1)
        return self._remember(aggregate.rebuilt(stream, records, stored_hash(stored[-1]), origin))

    def _counted(self, stream: str, root: str | None, owner: str) -> AbstractContextManager[None]:
        """Count a branch of a root, unless the write is a repetition, which appends nothing."""
        if root is None or self.storage.application.recorder.select_events(stream, limit=1):
            return nullcontext()
        return branch_counts.counted(self.storage.database, root, owner)

    def _write(self, stream: str, write: Write, decide: Callable[[Game], Decision]) -> Game:
        """Decide on the version the write names and append; without one, decide anew when somebody was faster.

        It is decided on the game as this process knows it: appending finds out whether that is the latest, and before
        a write is refused the log is asked.
        """
        game = self.known(stream)
        for _ in range(_ATTEMPTS):
            try:
                return _repeated(game, write) or self._append(game, _decided(game, write, decide), write)
            except IntegrityError:
                game = self.game(stream)
            except PersistenceError:
                raise
            except Exception:
                latest = self.game(stream)
                if latest.version == game.version:
                    raise
                game = latest
        raise Stale(game, game.version)

    def _record(self, stream: str, write: Write, decide: Callable[[Game], Iterable[Fact]]) -> Game:
        """Append facts that all belong to the seat written for, none of them a move."""

        def acted(game: Game) -> Decision:
            return Decision(with_room(game, [(fact, write.seat) for fact in decide(game)]))

        return self._write(stream, write, acted)

    def _current_figures(self, game: Ruleset[Any]) -> str:
        digest = game.current_figures()
        self.keep_figures(game, digest)
        return digest

    def keep_figures(self, game: Ruleset[Any], digest: str) -> None:
        """Store component figures that are known in this process, so that every process can read their games."""
        stream = figures_stream(digest)
        if not self.storage.application.recorder.select_events(stream, limit=1):
            content = game.figures_content(digest).decode()
            facts: list[Acted] = [(FiguresRecorded(ruleset=game.name, content=content), None)]
            with suppress(IntegrityError):  # Another process may record the same figures first.
                self.storage.append(self.sealed(stream, 0, "", facts, Write(actor="", command=digest))[1])


def _repeated(game: Game, write: Write) -> Game | None:
    """The game as it was right after this very write, if that was made before."""
    # What came in a file was not written here, whatever it says of who sent it.
    arrived, records = aggregate.arrived(game), game.records
    found = records.sent(write.actor, write.command) if isinstance(records, Past) else records
    for record in takewhile(lambda record: record.originator_version > arrived, reversed(found)):
        if record.command == write.command and record.actor == write.actor:
            return aggregate.truncated(game, record.originator_version)
    return None


def _decided(game: Game, write: Write, decide: Callable[[Game], Decision]) -> Decision:
    if write.expected is not None and write.expected != game.version:
        raise Stale(game, write.expected)
    return decide(game)


def with_room(game: Game, acted: list[Acted]) -> list[Acted]:
    """These facts, none of which is a move, unless the log is too full for them."""
    if game.version >= LONGEST_LOG and not all(_helps_to_end(game, fact) for fact, _ in acted):
        raise Refused(message("The log of this game is full: from here on there are only moves."))
    return acted


def _helps_to_end(game: Game, fact: Fact) -> bool:
    if isinstance(fact, AbandonAgreed):
        return fact.agrees and not game.table.chairs[fact.seat].agrees_to_abandon
    return isinstance(fact, Abandoned)
