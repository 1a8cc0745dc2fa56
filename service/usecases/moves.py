"""Use cases of moves: make, preview, undo and redo them; let bots move.

:func:`move`, :func:`undo`, :func:`redo`, :func:`request_undo` and :func:`answer_undo` prepare attempts and write
nothing. The API renders its response from an attempt and commits both; other callers use ``CommandHandler.run``.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import msgspec

from domain import play
from domain import undo as undoing
from domain.aggregate import Game
from domain.game import Command, Fact
from domain.play import Acted
from domain.tutorials import guides
from service.usecases import seat_changes, seat_rules
from service.usecases.command_handler import (
    Attempts,
    CommandContext,
    CommandHandler,
    Decision,
    VersionConflict,
    for_seat,
)


def move(
    handler: CommandHandler,
    stream: str,
    context: CommandContext,
    given: Command | Sequence[str],
    ends_turn: bool = False,
) -> Attempts:
    """Prepare the facts of a command, or of the command that picks lead to, and of all automatic steps after it.
    ``ends_turn`` also ends the turn, if nothing else is left to do in it. Raises Refused, IllegalMove, BadPick,
    Incomplete or VersionConflict.
    """

    def decide(game: Game) -> Decision:
        seat_rules.require_back(game, context.actor, context.acting)
        position = handler.games.position(game)
        return Decision(play.move(game, position, context.acting, given, ends_turn), position)

    try:
        yield from handler.attempts(stream, context, decide)
    except VersionConflict as conflict:
        if not seat_rules.was_stood_in(conflict.game, context.actor, context.acting, conflict.expected):
            raise
        # A move that was decided on before the flag counts, although a substitute bot has been set since.
        preview(handler, conflict.game, context.acting, given, ends_turn)
        version = _return_to_seat(handler, conflict.game, context).version
        yield from handler.attempts(stream, msgspec.structs.replace(context, expected=version), decide)


def _return_to_seat(handler: CommandHandler, game: Game, context: CommandContext) -> Game:
    back = CommandContext(
        actor=context.actor, seat=context.acting, expected=game.version, command=f"{context.command}-back"
    )
    return seat_changes.return_to_seat(handler, game.id, back, moves=True)


def preview(
    handler: CommandHandler, game: Game, seat: int, given: Command | Sequence[str], ends_turn: bool = False
) -> list[Acted]:
    """Return all facts that a move would append, with the seat of each; raise the same errors as :func:`move`."""
    return play.move(game, handler.games.position(game), seat, given, ends_turn)


# --------------------------------------------------------------------------------------------------------------------
# Undo and redo
# --------------------------------------------------------------------------------------------------------------------


def undo(handler: CommandHandler, stream: str, context: CommandContext, to: int | None = None) -> Attempts:
    """Move the head back, to the nearest position that the table's policy lets this seat reach, or to ``to``."""

    def decide(game: Game) -> list[Fact]:
        seat_rules.require_no_request(game)
        return undoing.back(game, context.acting, to)

    return handler.attempts(stream, context, for_seat(context, decide))


def redo(handler: CommandHandler, stream: str, context: CommandContext, to: int | None = None) -> Attempts:
    """Move the head forward again along the undone moves."""

    def decide(game: Game) -> list[Fact]:
        seat_rules.require_no_request(game)
        return undoing.forward(game, context.acting, to)

    return handler.attempts(stream, context, for_seat(context, decide))


def request_undo(handler: CommandHandler, stream: str, context: CommandContext, to: int | None = None) -> Attempts:
    """Ask the other players to go back; if there are none, the head moves at once."""
    decide = for_seat(context, lambda game: undoing.request(game, context.acting, to))
    return handler.attempts(stream, context, decide)


def answer_undo(handler: CommandHandler, stream: str, context: CommandContext, granted: bool) -> Attempts:
    """Grant or refuse an undo request; the last grant moves the head."""
    decide = for_seat(context, lambda game: undoing.answer(game, context.acting, granted))
    return handler.attempts(stream, context, decide)


# --------------------------------------------------------------------------------------------------------------------
# Bots
# --------------------------------------------------------------------------------------------------------------------


def bot_to_act(handler: CommandHandler, game: Game) -> int | None:
    """Return the seat of a bot that must act now, if there is one."""
    if game.table.phase != "running" or not any(chair.bot for chair in game.table.chairs):
        return None
    return play.bot_to_act(game, handler.games.position(game))


def play_bot(handler: CommandHandler, game: Game, seat: int) -> Game:
    """Let a bot make one move. The bot sees no more than its seat may see."""
    bot = game.ruleset.bots[game.table.chairs[seat].bot or ""]
    guided = guides.reply(game)
    command = guided or play.chosen(game.ruleset, bot, handler.games.position(game), seat, random.Random())
    context = CommandContext(actor="", seat=seat, expected=game.version, command=f"bot-{game.version}")
    return handler.run(move(handler, game.id, context, command))


def bots_played(handler: CommandHandler, game: Game) -> Iterator[Game]:
    """Let bots move as long as one must act; yields the game after each of their moves."""
    while (seat := bot_to_act(handler, game)) is not None:
        game = play_bot(handler, game, seat)
        yield game
