"""The use cases of Daybook: open a table, sit down, start, move, take back, branch. Everything that writes to the log.

Each use case loads the game, lets the domain decide, and appends the facts at the version it decided on. The callers
(API, pages, CLI, bots) decide who may act for which seat.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from domain import aggregate, play, undo
from domain.aggregate import Game
from domain.chance import Seeded, commitment
from domain.clock.options import Clock
from domain.game import Command, Fact, Viewer, ruleset
from domain.log import BranchOpened
from domain.message import message
from domain.play import Acted
from domain.table import decisions, seating
from domain.table.facts import SeatTaken, TableOpened, UndoPolicy, WordsSealed
from domain.table.refusals import Refused
from service.people import texts
from service.storage import Statement
from service.usecases import guests, sitting
from service.usecases.absence import Absence
from service.usecases.lines import Lines
from service.usecases.writing import Decision, Stale, Write, keeping, with_room

DEEPEST_BRANCH = 50
"""How many branches may continue one another: each is read by way of all of them."""


class Daybook(Absence, Lines):
    """The service's use cases on one storage."""

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
        clock: Clock | None = None,
        author: str = "",
    ) -> Game:
        """Announce a game: draws the secret seed and publishes its hash. Raises Refused for what cannot be played.

        ``author`` has called it so, if somebody else has than who opens it.
        """
        game = ruleset(rules)
        chosen = decisions.playable(game, seats, options)
        seed = secrets.token_bytes(32)
        opened = TableOpened(
            ruleset=rules,
            figures=self._current_figures(game),
            owner=write.actor,
            seats=seats,
            options=chosen,
            undo=undo,
            private=private,
            commitment=commitment(seed),
            seed=seed.hex(),
        )
        agreed = [] if clock is None else decisions.agree_on_clock(seating.initial(opened, game), clock)
        return self._open_stream(name, opened, write, *agreed, author=author)

    def open_alone(
        self,
        write: Write,
        *,
        rules: str,
        name: str,
        options: dict[str, Any],
        undo: UndoPolicy = "free",
        private: bool = False,
    ) -> Game:
        """Open a table at which all seats but the first are automas', sit down there and start, each of them once.

        Raises Refused where others would have to sit down.
        """
        seats = decisions.seats_for(ruleset(rules), 1, options)
        game = self.open_table(write, rules=rules, name=name, seats=seats, options=options, undo=undo, private=private)
        taken = SeatTaken(seat=0, user=write.actor)
        self.take_seat(game.id, Write(actor=write.actor, seat=0, command=f"{write.command}-seat"), taken)
        return self.start(game.id, Write(actor=write.actor, seat=0, command=f"{write.command}-start"))

    def take_seat(self, stream: str, write: Write, taken: SeatTaken) -> Game:
        """A user or a bot sits down; whoever was invited to a private table on one seat of it."""

        def decide(game: Game) -> list[Fact]:
            facts = decisions.take_seat(game.table, taken)
            sitting.require_one_seat(game, taken)
            guests.require_not_kept(guests.of_table(self.storage.database, stream), taken.seat, taken.user)
            guests.require_welcome(self.storage.database, game.table.opened.owner, taken.user)
            return facts

        return self._record(stream, msgspec.structs.replace(write, seat=taken.seat), decide)

    def leave_seat(self, stream: str, write: Write) -> Game:
        """The seat becomes free; only before the start. The owner of the table may free any seat.

        Whoever is freed by the owner is invited no more.
        """
        sat: list[str | None] = [None]

        def decide(game: Game) -> list[Fact]:
            if write.actor != game.table.opened.owner:
                sitting.require_sitting(game, write.actor, write.acting)
            facts = decisions.leave_seat(game.table, write.acting)
            sat[0] = game.table.chairs[write.acting].user
            return facts

        def along(game: Game) -> list[Statement]:
            gone = [guests.uninviting(stream, user) for user in sat if user not in (None, write.actor)]
            return [*write.along(game), *gone]

        return self._record(stream, msgspec.structs.replace(write, along=along), decide)

    def add_words(self, stream: str, write: Write, words: str) -> Game:
        """A seat's own words for the chance of the game; only before the start."""
        typed = texts.words(write.actor, write.acting, words)

        def decide(game: Game) -> list[Fact]:
            sitting.require_sitting(game, write.actor, write.acting)
            return decisions.add_words(game.table, WordsSealed(seat=write.acting, digest=typed.digest))

        return self._record(stream, keeping(stream, write, typed), decide)

    def set_confirmation(self, stream: str, write: Write, automatic: bool) -> Game:
        """Let the seat's turns end by themselves, or by its own confirmation."""

        def decide(game: Game) -> list[Fact]:
            sitting.require_sitting(game, write.actor, write.acting)
            return decisions.set_confirmation(game.table, write.acting, automatic)

        return self._record(stream, write, decide)

    def start(self, stream: str, write: Write) -> Game:
        """Set the game up; chance comes from the secret seed and the words of all seats in order.

        What the rules play before any person's first move is part of it.
        """
        return self._write(stream, write, lambda game: Decision(play.begin(game, write.seat)))

    def agree_to_abandon(self, stream: str, write: Write, agrees: bool) -> Game:
        """Agree to end a running game without a result."""
        return self._record(stream, write, lambda game: decisions.agree_to_abandon(game.table, write.acting, agrees))

    def close_table(self, stream: str, write: Write) -> Game:
        """The owner withdraws a table that has not started."""
        return self._record(stream, write, lambda game: decisions.close(game.table))

    def decide_over(self, stream: str, write: Write, decide: Callable[[Game], Sequence[Fact]]) -> Game:
        """What somebody decides over a game in which they have no seat. Refused to its players, and for branches."""

        def decided(game: Game) -> Decision:
            sitting.require_game(game)
            sitting.require_outside(game, write.actor)
            return Decision([(fact, None) for fact in with_room(game, write.actor, decide(game))])

        return self._write(stream, write, decided)

    # ----------------------------------------------------------------------------------------------------------------
    # Moves
    # ----------------------------------------------------------------------------------------------------------------

    def move(self, stream: str, write: Write, given: Command | Sequence[str], ends_turn: bool = False) -> Game:
        """Append the facts of a command, or of the one that picks lead to, with what follows by itself.

        ``ends_turn``: so does the end of the turn, where nothing else is left.
        Raises Refused, IllegalMove, BadPick, Incomplete or Stale.
        """

        def decide(game: Game) -> Decision:
            sitting.require_back(game, write.actor, write.acting)
            position = self.position(game)
            return Decision(play.move(game, position, write.acting, given, ends_turn), position)

        try:
            return self._write(stream, write, decide)
        except Stale as stale:
            if not sitting.was_stood_in(stale.game, write.actor, write.acting, stale.expected):
                raise
            # What came before the flag counts, though a bot stands in since.
            self.preview(stale.game, write.acting, given, ends_turn)
            seat, command = write.acting, f"{write.command}-back"
            back = Write(actor=write.actor, seat=seat, expected=stale.game.version, command=command)
            version = self.come_back(stream, back, moves=True).version
            return self._write(stream, msgspec.structs.replace(write, expected=version), decide)

    def preview(self, game: Game, seat: int, given: Command | Sequence[str], ends_turn: bool = False) -> list[Acted]:
        """All facts the move would append, with the seat each belongs to. Raises what :meth:`move` raises."""
        return play.move(game, self.position(game), seat, given, ends_turn)

    def bot_to_act(self, game: Game) -> int | None:
        """The seat of a bot that must act now."""
        if game.table.phase != "running" or not any(chair.bot for chair in game.table.chairs):
            return None
        return play.bot_to_act(game, self.position(game))

    def play_bot(self, game: Game, seat: int) -> Game:
        """Let a bot make one move. The bot sees no more than its seat may see."""
        bot = game.ruleset.bots[game.table.chairs[seat].bot or ""]
        command = play.chosen(game.ruleset, bot, self.position(game), seat, random.Random())
        write = Write(actor="", seat=seat, expected=game.version, command=f"bot-{game.version}")
        return self.move(game.id, write, command)

    def bots_played(self, game: Game) -> Iterator[Game]:
        """Let bots move as long as one is to act; the game after each of their moves."""
        while (seat := self.bot_to_act(game)) is not None:
            game = self.play_bot(game, seat)
            yield game

    # ----------------------------------------------------------------------------------------------------------------
    # Undo, redo, branches
    # ----------------------------------------------------------------------------------------------------------------

    def undo(self, stream: str, write: Write, to: int | None = None) -> Game:
        """Move the head back, to the nearest position the table's policy lets this seat reach, or to ``to``."""

        def decide(game: Game) -> list[Fact]:
            sitting.require_no_request(game)
            return undo.back(game, write.acting, to)

        return self._record(stream, write, decide)

    def redo(self, stream: str, write: Write, to: int | None = None) -> Game:
        """Move the head forward again along what was undone."""

        def decide(game: Game) -> list[Fact]:
            sitting.require_no_request(game)
            return undo.forward(game, write.acting, to)

        return self._record(stream, write, decide)

    def request_undo(self, stream: str, write: Write, to: int | None = None) -> Game:
        """Ask the other human seats to go back; without any, the head moves at once."""
        return self._record(stream, write, lambda game: undo.request(game, write.acting, to))

    def answer_undo(self, stream: str, write: Write, granted: bool) -> Game:
        """Grant or refuse; the last grant moves the head."""
        return self._record(stream, write, lambda game: undo.answer(game, write.acting, granted))

    def open_branch(self, stream: str, write: Write, *, at: int, viewer: Viewer, name: str) -> Game:
        """Open a what-if at a version, or at the end of the move it is part of, where play can go on.

        While the game runs, everything that the viewer cannot see there is made up, also where they continue a what-if
        of somebody else. The owner of a what-if sees all of it, and continues it as it is.
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
            viewer=viewer if isinstance(viewer, int) else None,
            imagined=self._imagined(game, at, viewer),
        )
        return self._open_stream(name, opened, write, origin=self._origin(opened), root=[game, *ancestors][-1].id)

    def _ancestors(self, game: Game) -> list[Game]:
        """What a branch continues, the nearest first, to the game they all began with."""
        found: list[Game] = []
        while game.origin is not None:
            game = self.game(game.origin.opened.origin)
            found.append(game)
        return found

    def _imagined(self, game: Game, at: int, viewer: Viewer) -> dict[str, Any] | None:
        """The position that a branch starts from, as far as it is made up; None where it starts from the true one."""
        if game.origin is None:
            starts_from_truth = game.table.phase != "running"
        else:
            starts_from_truth = game.origin.opened.imagined is None
        if starts_from_truth:
            return None
        position = self.position(game, at)
        if game.origin is not None and viewer == "auditor":
            return _plain(position)
        return _plain(game.ruleset.reimagine(position, viewer, Seeded(secrets.token_bytes(32))))


def _plain(position: Any) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(position, str_keys=True)
    return plain
