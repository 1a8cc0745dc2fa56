"""Use cases of seats in a running game: resign, offer, take over, swap, substitute bots."""

from __future__ import annotations

from domain.aggregate import Game
from domain.game import Fact
from domain.message import message
from domain.table.refusals import Refused
from domain.table.seat_changes import decisions
from domain.table.seat_changes.facts import SeatsSwapped
from service.usecases import clock_commands, invitees, seat_rules
from service.usecases.command_handler import CommandContext, CommandHandler


def offer_seat(handler: CommandHandler, stream: str, context: CommandContext, seat: int, offered: bool) -> Game:
    """Offer your own seat, or that of a player who is out of time, to a replacement; or withdraw the offer."""

    def decide(game: Game) -> list[Fact]:
        seat_rules.require_not_branch(game)
        own = 0 <= seat < len(game.table.chairs) and game.table.chairs[seat].user == context.actor
        if not offered:
            if not own:
                raise Refused(message("table.not-player-of-seat", "Only the player in this seat can keep it."))
            seat_rules.require_offer_over(game, seat, context.actor, handler.clock())
            return decisions.withdraw_offer(game.table, seat)
        return decisions.give_up(game.table, seat) if own else decisions.offer(game.table, seat)

    return handler.record(stream, context, decide)


def take_over(handler: CommandHandler, stream: str, context: CommandContext, seat: int) -> Game:
    """Take over a seat that is offered."""

    def decide(game: Game) -> list[Fact]:
        seat_rules.require_not_branch(game)
        seat_rules.require_new(game, seat, context.actor)
        invitees.require_welcome(handler.storage.database, game.table.opened.owner, context.actor)
        return decisions.take_over(game.table, seat, context.actor)

    return handler.record(stream, context, decide)


def substitute_bot(
    handler: CommandHandler, stream: str, context: CommandContext, seat: int, bot: str | None = None
) -> Game:
    """Let a bot play for a player who is out of time."""

    def decide(game: Game) -> list[Fact]:
        chosen = bot or decisions.usual_bot(game.ruleset)
        return decisions.stand_in(game.table, game.ruleset, seat, chosen, game.tree.head)

    return handler.record(stream, context, decide)


def return_to_seat(handler: CommandHandler, stream: str, context: CommandContext, *, moves: bool = False) -> Game:
    """Return to a seat with a substitute bot; if the turn is out of time, only with a move that was made in time."""

    def decide(game: Game) -> list[Fact]:
        if not moves:
            decisions.require_bot_done(game.table, context.acting)
        return decisions.come_back(game.table, context.acting)

    return handler.record(stream, context, decide)


def propose_swap(handler: CommandHandler, stream: str, context: CommandContext, other: int) -> Game:
    """Propose to swap seats with another player."""
    return handler.record(stream, context, lambda game: decisions.propose_swap(game.table, context.acting, other))


def answer_swap(handler: CommandHandler, stream: str, context: CommandContext, agrees: bool) -> Game:
    """Agree to a swap of seats, or refuse it; after the swap, each player's time counts by their own calendar."""
    found = handler.record(stream, context, lambda game: decisions.answer_swap(game.table, context.acting, agrees))
    swapped = any(isinstance(record.fact, SeatsSwapped) for record in found.records[-3:])
    return clock_commands.recalculate(handler, stream) if swapped else found
