"""Use cases of tables: open, join, leave, start, close, abandon; and rulings on a game from outside.

Each loads the game, lets the domain decide, and appends the facts at the version decided on. The callers (API, pages,
command line, bots) decide who may act for which seat.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from domain import play
from domain.aggregate import Game
from domain.game import Fact, ruleset
from domain.table import decisions, seating
from domain.table.clock.options import Clock
from domain.table.facts import SeatTaken, TableOpened, UndoPolicy, WordsSealed
from domain.verifiable_random import commitment
from service.accounts import user_texts
from service.storage import Statement
from service.usecases import invitees, seat_rules
from service.usecases.command_handler import CommandContext, CommandHandler, Decision, with_room


def open_table(
    handler: CommandHandler,
    context: CommandContext,
    *,
    rules: str,
    name: str,
    seats: int,
    options: dict[str, Any],
    undo: UndoPolicy = "turn",
    private: bool = False,
    clock: Clock | None = None,
    author: str = "",
    seed: bytes | None = None,
) -> Game:
    """Announce a game: draw the secret seed and publish its hash. Raise Refused for options that cannot be played.

    ``author`` is the author of the title, if not the actor. Only guided games have a ``seed`` that is known before.
    """
    game = ruleset(rules)
    chosen = decisions.playable(game, seats, options)
    seed = seed or secrets.token_bytes(32)
    opened = TableOpened(
        ruleset=rules,
        figures=handler.current_figures(game),
        owner=context.actor,
        seats=seats,
        options=chosen,
        undo=undo,
        private=private,
        commitment=commitment(seed),
        seed=seed.hex(),
    )
    agreed = [] if clock is None else decisions.agree_on_clock(seating.initial(opened, game), clock)
    return handler.open_stream(name, opened, context, *agreed, author=author)


def open_solo(
    handler: CommandHandler,
    context: CommandContext,
    *,
    rules: str,
    name: str,
    options: dict[str, Any],
    undo: UndoPolicy = "free",
    private: bool = False,
) -> Game:
    """Open a table at which automas have all seats except the first, take that seat and start; a repetition repeats
    none of these steps. Raise Refused if other players would have to join.
    """
    seats = decisions.seats_for(ruleset(rules), 1, options)
    game = open_table(
        handler, context, rules=rules, name=name, seats=seats, options=options, undo=undo, private=private
    )
    actor, command = context.actor, context.command
    taken = SeatTaken(seat=0, user=actor)
    take_seat(handler, game.id, CommandContext(actor=actor, seat=0, command=f"{command}-seat"), taken)
    return start(handler, game.id, CommandContext(actor=actor, seat=0, command=f"{command}-start"))


def agree_on_clock(handler: CommandHandler, stream: str, context: CommandContext, clock: Clock | None) -> Game:
    """Play with a clock, or without one; only before the start."""
    return handler.record(stream, context, lambda game: decisions.agree_on_clock(game.table, clock))


def take_seat(
    handler: CommandHandler, stream: str, context: CommandContext, taken: SeatTaken, also: Sequence[Statement] = ()
) -> Game:
    """Give a seat to a user or a bot, and write further rows; at a private table each invited user gets one seat."""
    database = handler.storage.database

    def decide(game: Game) -> list[Fact]:
        facts = decisions.take_seat(game.table, taken)
        seat_rules.require_one_seat(game, taken)
        invitees.require_not_reserved(invitees.of_table(database, stream), taken.seat, taken.user)
        invitees.require_welcome(database, game.table.opened.owner, taken.user)
        return facts

    return handler.record(stream, msgspec.structs.replace(context, seat=taken.seat), decide, also)


def leave_seat(handler: CommandHandler, stream: str, context: CommandContext) -> Game:
    """Free a seat; only before the start. The host may free any seat, which also withdraws its player's invitation."""

    def decide(game: Game) -> Decision:
        host = game.table.opened.owner
        if context.actor != host:
            seat_rules.require_sitting(game, context.actor, context.acting)
        facts = decisions.leave_seat(game.table, context.acting)
        user = game.table.chairs[context.acting].user
        gone = [] if user in (None, context.actor) else [invitees.uninviting(stream, user)]
        acted = [(fact, context.seat) for fact in with_room(game, context.actor, facts)]
        return Decision(acted, also=gone)

    return handler.run(handler.attempts(stream, context, decide))


def add_seed_contribution(handler: CommandHandler, stream: str, context: CommandContext, contribution: str) -> Game:
    """Add a seat's own text to the seed of the game; only before the start."""
    typed = user_texts.words(context.actor, context.acting, contribution)

    def decide(game: Game) -> list[Fact]:
        seat_rules.require_sitting(game, context.actor, context.acting)
        return decisions.add_words(game.table, WordsSealed(seat=context.acting, digest=typed.digest))

    return handler.record(stream, context, decide, also=user_texts.kept(stream, [typed]))


def set_turn_confirmation(handler: CommandHandler, stream: str, context: CommandContext, automatic: bool) -> Game:
    """Let a seat's turns end automatically, or when its player confirms."""

    def decide(game: Game) -> list[Fact]:
        seat_rules.require_sitting(game, context.actor, context.acting)
        return decisions.set_confirmation(game.table, context.acting, automatic)

    return handler.record(stream, context, decide)


def start(handler: CommandHandler, stream: str, context: CommandContext) -> Game:
    """Set the game up, from the secret seed and the contributions of all seats in order.

    This includes the moves that the rules make before the first move of a player.
    """

    def decide(game: Game) -> Decision:
        return Decision(play.begin(game, context.seat))

    return handler.run(handler.attempts(stream, context, decide))


def agree_to_abandon(handler: CommandHandler, stream: str, context: CommandContext, agrees: bool) -> Game:
    """Agree to end a running game without a result, or withdraw the agreement."""
    return handler.record(stream, context, lambda game: decisions.agree_to_abandon(game.table, context.acting, agrees))


def close_table(handler: CommandHandler, stream: str, context: CommandContext) -> Game:
    """Withdraw a table that has not started."""
    return handler.record(stream, context, lambda game: decisions.close(game.table))


def rule_on_game(
    handler: CommandHandler,
    stream: str,
    context: CommandContext,
    decide: Callable[[Game], Sequence[Fact]],
    also: Callable[[Game], Sequence[Statement]] = lambda game: (),
) -> Game:
    """Append a ruling by someone without a seat, with further rows. Refused to players, and for branches."""

    def decided(game: Game) -> Decision:
        seat_rules.require_not_branch(game)
        seat_rules.require_outside(game, context.actor)
        acted = [(fact, None) for fact in with_room(game, context.actor, decide(game))]
        return Decision(acted, also=also(game))

    return handler.run(handler.attempts(stream, context, decided))
