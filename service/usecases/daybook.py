"""The use cases of Daybook: open a table, sit down, start, move, take back, branch. Everything that writes to the log.

Each use case loads the game, lets the domain decide, and appends the facts at the version it decided on. The callers
(API, pages, CLI, bots) decide who may act for which seat.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import msgspec
from eventsourcing.application import LRUCache
from eventsourcing.persistence import IntegrityError, StoredEvent

from domain import aggregate, table, undo
from domain.aggregate import Game, Origin
from domain.chance import Seeded, commitment
from domain.game import Choose, Command, Fact, Ruleset, Viewer, follow, ruleset
from domain.log import BranchOpened, FiguresRecorded, Recorded, figures_stream
from domain.message import Seat, message
from domain.table import AbandonAgreed, Abandoned, Finished, GameOver, Refused, SeatTaken, TableOpened, UndoPolicy
from service.storage import Storage
from service.storage.mapper import stored_hash
from service.usecases import branch_counts, openings, sitting


class UnknownGame(KeyError):
    """No stream has this id."""


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


class Write(msgspec.Struct, frozen=True, kw_only=True):
    """Who writes, for which seat, on which version (None: the latest), under which command id.

    A command id that the actor has used on this stream already makes the write a repetition: nothing is appended and
    the game is returned as it was right after the first time.
    """

    actor: str
    seat: int | None = None
    expected: int | None = None
    command: str = msgspec.field(default_factory=lambda: uuid4().hex)


Acted = tuple[Fact, int | None]
"""A fact, and the seat it belongs to."""

DEEPEST_BRANCH = 50
"""How many branches may continue one another: each is read by way of all of them."""

LONGEST_LOG = 3000
"""Facts after which a stream takes nothing but moves, which come to an end: a game of four has 600 of them."""

_ATTEMPTS = 20
"""How often a write that names no version is decided anew because somebody else was faster."""


class Daybook:
    """The service's use cases on one storage."""

    def __init__(self, storage: Storage, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self.storage = storage
        self._clock = clock
        self._games: LRUCache[str, Game] = LRUCache(256)
        self._positions: LRUCache[tuple[str, int], bytes] = LRUCache(2048)

    # ----------------------------------------------------------------------------------------------------------------
    # Reading
    # ----------------------------------------------------------------------------------------------------------------

    def game(self, stream: str) -> Game:
        """The game or branch as it is now; raises UnknownGame."""
        try:
            known: Game = self._games.get(stream)
        except KeyError:
            game = self._load(stream)
        else:
            self._learn_figures(known.ruleset, known.figures)
            records, tip = self.storage.application.read(stream, after=known.version)
            game = aggregate.extended(known, records, tip) if records else known
        return self._remember(game)

    def stored(self, stream: str, after: int = 0) -> Sequence[StoredEvent]:
        """The stream's events as they are stored, after a version, in order."""
        return self.storage.application.recorder.select_events(stream, gt=after or None)

    def _load(self, stream: str) -> Game:
        records, tip = self.storage.application.read(stream)
        if not records or isinstance(records[0].fact, FiguresRecorded):
            raise UnknownGame(stream)
        opened = records[0].fact
        origin = self._origin(opened) if isinstance(opened, BranchOpened) else None
        self._learn_figures(ruleset(opened.ruleset), opened.figures)
        return aggregate.rebuilt(stream, records, tip, origin)

    def _origin(self, opened: BranchOpened) -> Origin:
        return aggregate.continued(self.game(opened.origin), opened)

    def position(self, game: Game, at: int | None = None) -> Any:
        """The full state at a version (default: now); the caller may change it."""
        version = game.version if at is None else at
        key = (game.id, version)
        try:
            packed: bytes = self._positions.get(key)
        except KeyError:
            state = aggregate.state(game, version)
            self._positions.put(key, msgspec.msgpack.encode(state))
            return state
        return msgspec.msgpack.decode(packed, type=game.ruleset.state)

    # ----------------------------------------------------------------------------------------------------------------
    # Appending
    # ----------------------------------------------------------------------------------------------------------------

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

    def _append(self, game: Game, facts: Iterable[Acted], write: Write) -> Game:
        """Raises IntegrityError when somebody else was first to write this version."""
        records, stored = self.sealed(game.id, game.version, game.tip, facts, write)
        self.storage.append(stored)
        return self._remember(aggregate.extended(game, records, stored_hash(stored[-1])))

    def _remember(self, game: Game) -> Game:
        self._games.put(game.id, game)
        return game

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

    def _current(self, stream: str, write: Write) -> tuple[Game, bool]:
        """The game to decide on, and whether this very write was made before."""
        game = self.game(stream)
        # What came in a file was not written here, whatever it says of who sent it.
        for record in reversed(game.records[aggregate.arrived(game) :]):
            if record.command == write.command and record.actor == write.actor:
                return aggregate.truncated(game, record.originator_version), True
        if write.expected is not None and write.expected != game.version:
            raise Stale(game, write.expected)
        return game, False

    def _write(self, stream: str, write: Write, decide: Callable[[Game], Iterable[Acted]]) -> Game:
        """Decide on the version the write names and append; without one, decide anew when somebody was faster."""
        for _ in range(_ATTEMPTS):
            game, repeated = self._current(stream, write)
            if repeated:
                return game
            try:
                return self._append(game, decide(game), write)
            except IntegrityError:
                continue
        raise Stale(self.game(stream), game.version)

    def _record(self, stream: str, write: Write, decide: Callable[[Game], Iterable[Fact]]) -> Game:
        """Append facts that all belong to the seat written for, none of them a move."""

        def acted(game: Game) -> list[Acted]:
            facts = decide(game)
            if game.version >= LONGEST_LOG and not all(_helps_to_end(game, fact) for fact in facts):
                raise Refused(message("The log of this game is full: from here on there are only moves."))
            return [(fact, write.seat) for fact in facts]

        return self._write(stream, write, acted)

    # ----------------------------------------------------------------------------------------------------------------
    # The table
    # ----------------------------------------------------------------------------------------------------------------

    def open_table(
        self,
        write: Write,
        *,
        rules: str,
        name: str,
        seats: int,
        options: dict[str, Any],
        undo: UndoPolicy = "turn",
        private: bool = False,
    ) -> Game:
        """Announce a game: draws the secret seed and publishes its hash. Raises Refused for what cannot be played."""
        game = ruleset(rules)
        chosen = table.playable(game, seats, options)
        seed = secrets.token_bytes(32)
        opened = TableOpened(
            ruleset=rules,
            figures=self._current_figures(game),
            name=name,
            owner=write.actor,
            seats=seats,
            options=chosen,
            undo=undo,
            private=private,
            commitment=commitment(seed),
            seed=seed.hex(),
        )
        return self._open_stream(opened, write)

    def take_seat(self, stream: str, write: Write, seat: int, taken: SeatTaken) -> Game:
        """A user or a bot sits down; whoever was invited to a private table on one seat of it."""

        def decide(game: Game) -> list[Fact]:
            facts = table.take_seat(game.table, seat, taken)
            sitting.require_one_seat(game, taken)
            return facts

        return self._record(stream, write, decide)

    def leave_seat(self, stream: str, write: Write, seat: int) -> Game:
        """The seat becomes free; only before the start. The owner of the table may free any seat."""

        def decide(game: Game) -> list[Fact]:
            if write.actor != game.table.opened.owner:
                sitting.require_sitting(game, write.actor, seat)
            return table.leave_seat(game.table, seat)

        return self._record(stream, write, decide)

    def add_words(self, stream: str, write: Write, seat: int, words: str) -> Game:
        """A seat's own words for the chance of the game; only before the start."""

        def decide(game: Game) -> list[Fact]:
            sitting.require_sitting(game, write.actor, seat)
            return table.add_words(game.table, seat, words)

        return self._record(stream, write, decide)

    def set_confirmation(self, stream: str, write: Write, seat: int, automatic: bool) -> Game:
        """Let the seat's turns end by themselves, or by its own confirmation."""

        def decide(game: Game) -> list[Fact]:
            sitting.require_sitting(game, write.actor, seat)
            return table.set_confirmation(game.table, seat, automatic)

        return self._record(stream, write, decide)

    def start(self, stream: str, write: Write) -> Game:
        """Set the game up; chance comes from the secret seed and the words of all seats in order."""
        return self._record(stream, write, lambda game: [self._set_up(game)])

    def _set_up(self, game: Game) -> Fact:
        table.require_full(game.table)
        opened = game.table.opened
        chance = Seeded(bytes.fromhex(opened.seed), [chair.words for chair in game.table.chairs])
        return game.ruleset.setup(table.set_up_of(game.table), chance)

    def agree_to_abandon(self, stream: str, write: Write, seat: int, agrees: bool) -> Game:
        """Agree to end a running game without a result."""
        return self._record(stream, write, lambda game: table.agree_to_abandon(game.table, seat, agrees))

    def close_table(self, stream: str, write: Write) -> Game:
        """The owner withdraws a table that has not started."""
        return self._record(stream, write, lambda game: table.close(game.table))

    # ----------------------------------------------------------------------------------------------------------------
    # Moves
    # ----------------------------------------------------------------------------------------------------------------

    def move(self, stream: str, write: Write, seat: int, given: Command | Sequence[str]) -> Game:
        """Decide a command, or the one that picks lead to, and append its facts with what follows automatically.

        Raises Refused, IllegalMove, BadPick, Incomplete or Stale.
        """
        decided: list[tuple[list[Acted], Any]] = []

        def decide(game: Game) -> list[Acted]:
            decided.append(self._decide(game, seat, given))
            return decided[-1][0]

        game = self._write(stream, write, decide)
        if decided and decided[-1][0][-1][0] is game.records[-1].fact:  # Not so for a repetition.
            self._positions.put((game.id, game.version), msgspec.msgpack.encode(decided[-1][1]))
        return game

    def preview(self, game: Game, seat: int, given: Command | Sequence[str]) -> list[Acted]:
        """All facts the move would append, with the seat each belongs to. Raises what :meth:`move` raises."""
        return self._decide(game, seat, given)[0]

    def _decide(self, game: Game, seat: int, given: Command | Sequence[str]) -> tuple[list[Acted], Any]:
        """The facts of a move, and the position they lead to."""
        position = self.position(game)
        require_turn(game, position, seat)
        command = given if isinstance(given, Command) else picked(game.ruleset, position, seat, given)
        facts = self._decided(game, position, seat, command)
        while (ending := game.ruleset.confirmation(position)) is not None:
            acting = game.ruleset.to_act(position)[0].seat
            chair = game.table.chairs[acting]
            if acting != seat or not (chair.automatic or chair.bot):
                break
            facts += self._decided(game, position, acting, ending)
        if game.origin is None and game.ruleset.standing(position).finished:
            facts.append((Finished(seed=game.table.opened.seed), None))
        return facts, position

    def _decided(self, game: Game, position: Any, seat: int, command: Command) -> list[Acted]:
        decided = game.ruleset.decide(position, seat, command)
        for fact in decided:
            game.ruleset.apply(position, fact)
        return [(fact, seat) for fact in decided]

    def bot_to_act(self, game: Game) -> int | None:
        """The seat of a bot that must act now."""
        if game.origin is not None or game.table.phase != "running":
            return None
        waiting = game.ruleset.to_act(self.position(game))
        return next((act.seat for act in waiting if game.table.chairs[act.seat].bot), None)

    def play_bot(self, game: Game, seat: int) -> Game:
        """Let a bot make one move. The bot sees no more than its seat may see."""
        strategy = game.ruleset.bots[game.table.chairs[seat].bot or ""]
        view = game.ruleset.view(self.position(game), seat)
        command = strategy(game.ruleset, view, seat, random.Random())
        write = Write(actor="", seat=seat, expected=game.version, command=f"bot-{game.version}")
        return self.move(game.id, write, seat, command)

    # ----------------------------------------------------------------------------------------------------------------
    # Undo, redo, branches
    # ----------------------------------------------------------------------------------------------------------------

    def undo(self, stream: str, write: Write, seat: int, to: int | None = None) -> Game:
        """Move the head back, to the nearest position the table's policy lets this seat reach, or to ``to``."""
        return self._record(stream, write, lambda game: undo.back(game, seat, to))

    def redo(self, stream: str, write: Write, seat: int, to: int | None = None) -> Game:
        """Move the head forward again along what was undone."""
        return self._record(stream, write, lambda game: undo.forward(game, seat, to))

    def request_undo(self, stream: str, write: Write, seat: int, to: int | None = None) -> Game:
        """Ask the other human seats to go back; without any, the head moves at once."""
        return self._record(stream, write, lambda game: undo.request(game, seat, to))

    def answer_undo(self, stream: str, write: Write, seat: int, granted: bool) -> Game:
        """Grant or refuse; the last grant moves the head."""
        return self._record(stream, write, lambda game: undo.answer(game, seat, granted))

    def open_branch(self, stream: str, write: Write, *, at: int, viewer: Viewer, name: str) -> Game:
        """Open a what-if at a version, or at the end of the move it is part of, where play can go on.

        While the game runs, what the viewer cannot know is made up.
        """
        game = self.game(stream)
        if not aggregate.has_position(game, at):
            raise Refused(message("Version {version} has no position to continue from.", version=at))
        ancestors = self._ancestors(game)
        if len(ancestors) >= DEEPEST_BRANCH:
            raise Refused(message("At most {limit} what-ifs can continue one another.", limit=DEEPEST_BRANCH))
        at = aggregate.move_end(game, at)
        opened = BranchOpened(
            origin=stream,
            at_version=at,
            ruleset=game.ruleset.name,
            figures=game.figures,
            owner=write.actor,
            name=name,
            viewer=viewer if isinstance(viewer, int) else None,
            imagined=self._imagined(game, at, viewer),
        )
        return self._open_stream(opened, write, self._origin(opened), root=[game, *ancestors][-1].id)

    def _ancestors(self, game: Game) -> list[Game]:
        """What a branch continues, the nearest first, to the game they all began with."""
        found: list[Game] = []
        while game.origin is not None:
            game = self.game(game.origin.opened.origin)
            found.append(game)
        return found

    def _imagined(self, game: Game, at: int, viewer: Viewer) -> dict[str, Any] | None:
        if game.origin is not None and game.origin.opened.imagined is not None:
            return _plain(self.position(game, at))
        if game.origin is not None or game.table.phase != "running":
            return None
        chance = Seeded(secrets.token_bytes(32))
        return _plain(game.ruleset.reimagine(self.position(game, at), viewer, chance))

    # ----------------------------------------------------------------------------------------------------------------
    # Component figures
    # ----------------------------------------------------------------------------------------------------------------

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

    def _learn_figures(self, game: Ruleset[Any], digest: str) -> None:
        try:
            game.figures_content(digest)
        except KeyError:
            recorded, _ = self.storage.application.read(figures_stream(digest))
            game.record_figures(recorded[0].fact.content.encode())


def _helps_to_end(game: Game, fact: Fact) -> bool:
    if isinstance(fact, AbandonAgreed):
        return fact.agrees and not game.table.chairs[fact.seat].agrees_to_abandon
    return isinstance(fact, Abandoned)


def _plain(position: Any) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(position, str_keys=True)
    return plain


class Incomplete(ValueError):
    """Picks that do not make a command yet; ``asked`` is the field that comes next."""

    def __init__(self, asked: Choose) -> None:
        super().__init__("more is to be decided")
        self.asked = asked


def picked(rules: Ruleset[Any], position: Any, seat: int, picks: Sequence[str]) -> Command:
    """The command that these picks lead to. Raises BadPick, Incomplete or IllegalMove."""
    outcome = follow(rules.script(position, seat), picks)
    if isinstance(outcome, Choose):
        raise Incomplete(outcome)
    return outcome


class NotYourTurn(Refused):
    """Another seat is to act."""


def require_turn(game: Game, position: Any, seat: int) -> None:
    """Refuse a move before the start, after the end, or by a seat that is not to act."""
    if game.table.phase != "running":
        table.require_running(game.table)
    waiting = game.ruleset.to_act(position)
    if not waiting:
        raise GameOver(message("The game is over."))
    if seat not in [act.seat for act in waiting]:
        raise NotYourTurn(message("It is the turn of {seat}.", seat=Seat(waiting[0].seat)))
