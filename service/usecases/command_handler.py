"""Command handler: loads a game, lets a use case decide, and appends the events at the version decided on.

A write has three steps: :meth:`CommandHandler.attempts` loads the game, decides and prepares the events; the caller may
render its response from the prepared game; :meth:`CommandHandler.commit` writes events and response in one transaction.
If another writer was faster, the next attempt starts from the new state of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from datetime import datetime
from typing import Any, NamedTuple
from uuid import uuid4

import msgspec
from eventsourcing.persistence import IntegrityError, PersistenceError, StoredEvent

from domain import aggregate
from domain.aggregate import Game, Origin
from domain.game import Fact, Ruleset
from domain.log import FiguresRecorded, Recorded, figures_stream
from domain.play import Acted
from domain.table import shares
from domain.table.clock.facts import TIME_WENT_BY, ClocksSet, OutageNoted
from domain.table.clock.transitions import awaited, following
from domain.table.seat_changes.facts import SeatOffered
from service.accounts import user_texts
from service.accounts.user_texts import Text
from service.calendars.calendars import Calendars
from service.storage import Statement, Storage
from service.storage.clock import Clock
from service.storage.mapper import stored_hash
from service.storage.snapshots import Past
from service.usecases import branch_quota, stream_ids
from service.usecases.game_repository import GameRepository


class VersionConflict(Exception):
    """The command was decided on a version that is no longer the latest; ``game`` is the current game."""

    def __init__(self, game: Game, expected: int) -> None:
        super().__init__(game.id, expected)
        self.game = game
        self.expected = expected

    @property
    def since(self) -> list[Recorded[Any]]:
        """The events after the version that the command named."""
        return self.game.records[self.expected :]


class CommandContext(msgspec.Struct, frozen=True, kw_only=True):
    """The actor of a write, the seat, the expected version (None: the latest) and the command id.

    A command id that the actor has already used on this stream makes the write a repetition: nothing is appended, and
    the result is the game right after the first write.
    """

    actor: str
    seat: int | None = None
    expected: int | None = None
    command: str = msgspec.field(default_factory=lambda: uuid4().hex)

    @property
    def acting(self) -> int:
        """The seat; raises ValueError if there is none."""
        if self.seat is None:
            raise ValueError("This command needs a seat.")
        return self.seat


class Decision(NamedTuple):
    """The decision of a use case."""

    facts: Iterable[Acted]
    position: Any = None
    """The state after the facts, if it is known."""
    also: Sequence[Statement] = ()
    """Rows to be written in the same transaction."""
    outcome: Any = None
    """Further values for the response."""


Decide = Callable[[Game], Decision]


class Prepared(NamedTuple):
    """A write that is ready to be committed: the game after the write, and the rows to store."""

    game: Game
    events: Sequence[StoredEvent] = ()
    """Empty for a repetition."""
    also: Sequence[Statement] = ()
    outcome: Any = None


Attempts = Iterator[Prepared]

_ATTEMPTS = 20
"""The maximum number of attempts at a write if other writers are faster."""


class CommandHandler:
    """Writes to the games of one storage."""

    def __init__(self, storage: Storage, clock: Clock | None = None) -> None:
        self.storage = storage
        self.games = GameRepository(storage)
        self.clock = clock or storage.clock
        """Return the time for new events."""
        self.calendars = Calendars(storage.database)

    # ----------------------------------------------------------------------------------------------------------------
    # Writing to a game
    # ----------------------------------------------------------------------------------------------------------------

    def attempts(self, stream: str, context: CommandContext, decide: Decide) -> Attempts:
        """Yield the prepared write, and again after each attempt that lost to another writer.

        The first decision is made on the version that this process has cached: appending detects a later version, and
        the log is read before a write is refused. Raises VersionConflict, and the errors of ``decide``.
        """
        game = self.games.known(stream)
        for _ in range(_ATTEMPTS):
            try:
                game = self.note_outages(game)
                prepared = _repeated(game, context) or self._prepared(game, context, _decided(game, context, decide))
            except IntegrityError:
                game = self.games.game(stream)
            except PersistenceError:
                raise
            except Exception:
                latest = self.games.game(stream)
                if latest.version == game.version:
                    raise
                game = latest
            else:
                yield prepared
                game = self.games.game(stream)
        raise VersionConflict(game, game.version)

    def commit(self, prepared: Prepared, also: Sequence[Statement] = ()) -> bool:
        """Append the prepared events and further rows in one transaction; return False if another writer was faster."""
        if prepared.events:
            try:
                self.storage.append(prepared.events, [*prepared.also, *also])
            except IntegrityError:
                return False
            self.games.remember(prepared.game)
        return True

    def run(self, attempts: Attempts) -> Game:
        """Commit the first attempt that succeeds; raise the same errors as :meth:`attempts`."""
        return self.committed(attempts).game

    def committed(self, attempts: Attempts) -> Prepared:
        """Commit like :meth:`run`, for callers that need the outcome of the decision."""
        return next(prepared for prepared in attempts if self.commit(prepared))

    def record(
        self,
        stream: str,
        context: CommandContext,
        decide: Callable[[Game], Iterable[Fact]],
        also: Sequence[Statement] = (),
    ) -> Game:
        """Append facts, none of them a move, for the seat of the context."""
        return self.run(self.attempts(stream, context, for_seat(context, decide, also)))

    def record_automatic(self, game: Game, facts: Sequence[Fact]) -> Game:
        """Append facts that follow from the passing of time, without an actor or a seat."""
        if not facts:
            return game
        acted: list[Acted] = [(fact, None) for fact in facts]
        context = CommandContext(actor="", expected=game.version, command=f"time-{game.version}")
        return self.run(self.attempts(game.id, context, lambda game: Decision(acted)))

    def note_outages(self, game: Game) -> Game:
        """Record in a game's log the outages of the service since its clocks were set."""
        clocks = game.table.clocks
        if clocks is None or not clocks.running:
            return game
        since = min(each.since for each in clocks.running)
        noted: list[Acted] = []
        known = clocks.noted  # time that was given back before is not given back again
        for began, ended in self.calendars.outages(max(since, known or since), self.clock()):
            if known is None or known < ended:  # if the clock was put back, outages overlap
                noted.append((OutageNoted(began=max(began, known or began), ended=ended), None))
                known = ended
        if not noted:
            return game
        prepared = self._prepared(game, CommandContext(actor="", command=f"outage-{game.version}"), Decision(noted))
        self.storage.append(prepared.events)
        return self.games.remember(prepared.game)

    # ----------------------------------------------------------------------------------------------------------------
    # Events
    # ----------------------------------------------------------------------------------------------------------------

    def _prepared(self, game: Game, context: CommandContext, decision: Decision) -> Prepared:
        longer, events = self.with_events(game, decision, context)
        if decision.position is not None:
            self.games.remember_position(longer, decision.position)
        return Prepared(longer, events, decision.also, decision.outcome)

    def with_events(self, game: Game, decision: Decision, context: CommandContext) -> tuple[Game, list[StoredEvent]]:
        """Return the game after the decision, and the events to store: the facts, and the clocks that they set."""
        at = max(self.clock(), game.records[-1].at)  # time does not run backwards in a stream
        records, stored = self.to_stored_events(game.id, game.version, game.tip, decision.facts, context, at)
        longer = aggregate.extended(game, records, stored_hash(stored[-1]))
        if (clocks := self._clocks_set(game, longer, decision.position)) is not None:
            more, also = self.to_stored_events(game.id, longer.version, longer.tip, [(clocks, None)], context, at)
            stored += also
            longer = aggregate.extended(longer, more, stored_hash(also[-1]))
        return longer, stored

    def _clocks_set(self, before: Game, after: Game, position: Any) -> ClocksSet | None:
        """Return the clocks that a write sets, if any."""
        if after.table.clocks is None or not after.started:
            return None
        if position is None:
            stayed = before.started and before.tree.head == after.tree.head
            position = self.games.position(before) if stayed else aggregate.state(after)
        return following(before, after, awaited(after, position), self.calendars.windows(after.table))

    def to_stored_events(
        self,
        stream: str,
        version: int,
        previous: str,
        facts: Iterable[Acted],
        context: CommandContext,
        at: datetime | None = None,
    ) -> tuple[list[Recorded[Any]], list[StoredEvent]]:
        """Return facts as records that continue a stream after a version, whose hash is ``previous``, and as stored
        events.

        ``at`` is their time, if not now.
        """
        records: list[Recorded[Any]] = []
        stored: list[StoredEvent] = []
        now = at or self.clock()
        for number, (fact, seat) in enumerate(facts, start=version + 1):
            record = Recorded(
                originator_id=stream,
                originator_version=number,
                at=now,
                actor=context.actor,
                seat=seat,
                command=context.command,
                previous=previous,
                fact=fact,
            )
            event = self.storage.application.mapper.to_stored_event(record)
            previous = stored_hash(event)
            records.append(record)
            stored.append(event)
        return records, stored

    # ----------------------------------------------------------------------------------------------------------------
    # Opening streams
    # ----------------------------------------------------------------------------------------------------------------

    def open_stream(
        self,
        title: str,
        first: Fact,
        context: CommandContext,
        *others: Fact,
        origin: Origin | None = None,
        root: str | None = None,
        author: str = "",
    ) -> Game:
        """Open a stream with a title by ``author`` (default: the actor); a branch counts towards the actor's branches
        of ``root``.
        """
        stream = stream_ids.stream_of(self.storage.database, context.actor, context.command)
        facts: list[Acted] = [(fact, None) for fact in (first, *others)]
        records, stored = self.to_stored_events(stream, 0, "", facts, context)
        try:
            with self._counted(stream, root, context.actor):
                typed = [Text(what="title", author=author or context.actor, text=title)] if title else []
                self.storage.append(stored, user_texts.kept(stream, typed))
        except IntegrityError:
            there = self.games.game(stream)
            self._require_title(stream, title)
            stream_ids.require_same(there.records[0], records[0])
            return aggregate.truncated(there, len(records))
        return self.games.remember(aggregate.rebuilt(stream, records, stored_hash(stored[-1]), origin))

    def _require_title(self, stream: str, title: str) -> None:
        """Refuse to open a stream again under a different title; if the title was deleted, any is accepted."""
        with self.storage.database.reading() as rows:
            titles = [text.text for text in user_texts.of_stream(rows, stream) if text.what == "title"]
        if titles not in ([], [title]):
            raise stream_ids.another()

    def _counted(self, stream: str, root: str | None, owner: str) -> AbstractContextManager[None]:
        """Count a branch of a root, unless the write is a repetition, which appends nothing."""
        if root is None or self.storage.application.recorder.select_events(stream, limit=1):
            return nullcontext()
        return branch_quota.reserved(self.storage.database, root, owner)

    def current_figures(self, rules: Ruleset[Any]) -> str:
        """Store a ruleset's current component figures; return their digest."""
        digest = rules.current_figures()
        self.store_figures(rules, digest)
        return digest

    def store_figures(self, rules: Ruleset[Any], digest: str) -> None:
        """Store component figures that this process has, so that every process can read games with them."""
        stream = figures_stream(digest)
        if not self.storage.application.recorder.select_events(stream, limit=1):
            content = rules.figures_content(digest).decode()
            facts: list[Acted] = [(FiguresRecorded(ruleset=rules.name, content=content), None)]
            context = CommandContext(actor="", command=digest)
            with suppress(IntegrityError):  # another process may record the same figures first
                self.storage.append(self.to_stored_events(stream, 0, "", facts, context)[1])


# --------------------------------------------------------------------------------------------------------------------
# Decisions
# --------------------------------------------------------------------------------------------------------------------


def for_seat(
    context: CommandContext, decide: Callable[[Game], Iterable[Fact]], also: Sequence[Statement] = ()
) -> Decide:
    """Decide on facts, none of them a move, that all belong to the seat of the context."""

    def decided(game: Game) -> Decision:
        return Decision([(fact, context.seat) for fact in with_room(game, context.actor, decide(game))], also=also)

    return decided


def with_room(game: Game, actor: str, facts: Iterable[Fact]) -> list[Fact]:
    """Return these facts, none of them a move; raise Refused beyond the actor's share of the log."""
    written = list(facts)
    shares.require_room(game.table, actor, written, alone=game.origin is not None)
    return written


def _repeated(game: Game, context: CommandContext) -> Prepared | None:
    """Return the game right after this write, if the write was made before."""
    # Imported events were not written here, whatever sender the file names.
    imported, records = aggregate.imported_until(game), game.records
    found = records.sent(context.actor, context.command) if isinstance(records, Past) else records
    command = context.command
    for record in reversed(found):  # this loop covers the whole game at each move, so it does little per event
        if record.command == command and record.actor == context.actor and record.originator_version > imported:
            return Prepared(aggregate.truncated(game, record.originator_version))
    return None


def _decided(game: Game, context: CommandContext, decide: Decide) -> Decision:
    if context.expected is not None and not _is_latest(game, context.expected):
        raise VersionConflict(game, context.expected)
    return decide(game)


def _is_latest(game: Game, version: int) -> bool:
    """Return whether only time has passed since a version, so that a decision on it is still valid."""
    return only_automatic(game, version, SeatOffered)


def only_automatic(game: Game, version: int, kind: type[Fact]) -> bool:
    """Return whether every fact since a version records that time passed, or is of this kind and has no actor."""
    since = game.records[version:] if 0 <= version <= game.version else [None]
    return all(record is not None and _is_automatic(record, kind) for record in since)


def _is_automatic(record: Recorded[Any], kind: type[Fact]) -> bool:
    return isinstance(record.fact, TIME_WENT_BY) or (not record.actor and isinstance(record.fact, kind))
