"""Appending to the log: at the version that was decided on, once for every command id, within each person's share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from datetime import datetime
from typing import Any, NamedTuple
from uuid import uuid4

import msgspec
from eventsourcing.persistence import IntegrityError, PersistenceError, StoredEvent

from domain import aggregate
from domain.absence.facts import SeatOffered
from domain.aggregate import Game, Origin
from domain.clock.course import awaited, following
from domain.clock.facts import TIME_WENT_BY, ClocksSet, OutageNoted
from domain.game import Fact, Ruleset
from domain.log import FiguresRecorded, Recorded, figures_stream
from domain.play import Acted
from domain.table import shares
from service.calendars.calendars import Calendars
from service.people import texts
from service.people.texts import Text
from service.storage import Statement, Storage
from service.storage.clock import Clock
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


_ATTEMPTS = 20
"""How often a write that names no version is decided anew because somebody else was faster."""


class Writing(Games):
    """Writing to the games of one storage."""

    def __init__(self, storage: Storage, clock: Clock | None = None) -> None:
        super().__init__(storage)
        self.clock = clock or storage.clock
        """Tells the time that facts bear."""
        self._calendars = Calendars(storage.database)

    def sealed(
        self, stream: str, version: int, previous: str, facts: Iterable[Acted], write: Write, at: datetime | None = None
    ) -> tuple[list[Recorded[Any]], list[StoredEvent]]:
        """Facts in their envelopes, and as they are stored, to follow a version of a stream that has this hash.

        ``at``: when they happened, if not now.
        """
        records: list[Recorded[Any]] = []
        stored: list[StoredEvent] = []
        now = at or self.clock()
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

    def prolonged(self, game: Game, decision: Decision, write: Write) -> tuple[Game, list[StoredEvent]]:
        """The game with what was decided, and what is to be stored so that it is: the facts, and how clocks are set."""
        at = max(self.clock(), game.records[-1].at)  # Time does not run backwards in a stream.
        records, stored = self.sealed(game.id, game.version, game.tip, decision.facts, write, at)
        longer = aggregate.extended(game, records, stored_hash(stored[-1]))
        if (clocks := self._clocks_set(game, longer, decision.position)) is not None:
            more, also = self.sealed(game.id, longer.version, longer.tip, [(clocks, None)], write, at)
            stored += also
            longer = aggregate.extended(longer, more, stored_hash(also[-1]))
        return longer, stored

    def _append(self, game: Game, decision: Decision, write: Write) -> Game:
        """Raises IntegrityError when somebody else was first to write this version."""
        longer, stored = self.prolonged(game, decision, write)
        with tentatively():
            if decision.position is not None:
                self._positions.put((game.id, longer.version), msgspec.msgpack.encode(decision.position))
            self.storage.append(stored, write.along(longer))
        return self._remember(longer)

    def note_outages(self, game: Game) -> Game:
        """The game, in whose log it stands now when the service was out of order since its clocks were set."""
        clocks = game.table.clocks
        if clocks is None or not clocks.running:
            return game
        since = min(each.since for each in clocks.running)
        noted: list[Acted] = []
        known = clocks.noted  # What has been given back until then is not given twice.
        for began, ended in self._calendars.outages(max(since, known or since), self.clock()):
            if known is None or known < ended:  # Where the clock was put back, outages overlap.
                noted.append((OutageNoted(began=max(began, known or began), ended=ended), None))
                known = ended
        if not noted:
            return game
        return self._append(game, Decision(noted), Write(actor="", command=f"outage-{game.version}"))

    def _clocks_set(self, before: Game, after: Game, position: Any) -> ClocksSet | None:
        """How a write sets the clocks of a table that has any."""
        if after.table.clocks is None or not after.started:
            return None
        if position is None:
            stayed = before.started and before.tree.head == after.tree.head
            position = self.position(before) if stayed else aggregate.state(after)
        return following(before, after, awaited(after, position), self._calendars.windows(after.table))

    def _open_stream(
        self,
        title: str,
        first: Fact,
        write: Write,
        *others: Fact,
        origin: Origin | None = None,
        root: str | None = None,
        author: str = "",
    ) -> Game:
        """A stream of its own, with what its opener (or author) calls it; a branch counts among those of its root."""
        stream = openings.stream_of(self.storage.database, write.actor, write.command)
        records, stored = self.sealed(stream, 0, "", [(fact, None) for fact in (first, *others)], write)
        try:
            with self._counted(stream, root, write.actor):
                typed = [Text(what="title", author=author or write.actor, text=title)] if title else []
                self.storage.append(stored, texts.kept(stream, typed))
        except IntegrityError:
            there = self.game(stream)
            self._require_called(stream, title)
            openings.require_same(there.records[0], records[0])
            return aggregate.truncated(there, len(records))
        return self._remember(aggregate.rebuilt(stream, records, stored_hash(stored[-1]), origin))

    def _require_called(self, stream: str, title: str) -> None:
        """Refuse to open it again under another name than it has (it may have lost it)."""
        with self.storage.database.reading() as rows:
            titles = [text.text for text in texts.of_stream(rows, stream) if text.what == "title"]
        if titles not in ([], [title]):
            raise openings.another()

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
                game = self.note_outages(game)
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
            return Decision([(fact, write.seat) for fact in with_room(game, write.actor, decide(game))])

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


def keeping(stream: str, write: Write, text: Text) -> Write:
    """The write with a text of its sender, which is kept beside what it appends."""
    return msgspec.structs.replace(write, along=lambda game: [*write.along(game), *texts.kept(stream, [text])])


def _repeated(game: Game, write: Write) -> Game | None:
    """The game as it was right after this very write, if that was made before."""
    # What came in a file was not written here, whatever it says of who sent it.
    arrived, records = aggregate.arrived(game), game.records
    found = records.sent(write.actor, write.command) if isinstance(records, Past) else records
    command = write.command
    for record in reversed(found):  # All of the game with each move: little is done for a fact.
        if record.command == command and record.actor == write.actor and record.originator_version > arrived:
            return aggregate.truncated(game, record.originator_version)
    return None


def _decided(game: Game, write: Write, decide: Callable[[Game], Decision]) -> Decision:
    if write.expected is not None and not _is_latest(game, write.expected):
        raise Stale(game, write.expected)
    return decide(game)


def _is_latest(game: Game, version: int) -> bool:
    """Nothing has happened since a version but that time went by: what was decided on it counts still."""
    return only_by_itself(game, version, SeatOffered)


def only_by_itself(game: Game, version: int, kind: type[Fact]) -> bool:
    """Since a version nothing has happened but that time went by, and facts of a kind which nobody brought about."""
    since = game.records[version:] if 0 <= version <= game.version else [None]
    return all(record is not None and _by_itself(record, kind) for record in since)


def _by_itself(record: Recorded[Any], kind: type[Fact]) -> bool:
    return isinstance(record.fact, TIME_WENT_BY) or (not record.actor and isinstance(record.fact, kind))


def with_room(game: Game, actor: str, facts: Iterable[Fact]) -> list[Fact]:
    """These facts, none of which is a move; Refused beyond the actor's share of the log."""
    written = list(facts)
    shares.require_room(game.table, actor, written, alone=game.origin is not None)
    return written
