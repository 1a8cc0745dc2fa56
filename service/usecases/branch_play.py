"""Playing a branch in its game: appends a player's own moves in one write, as far as they are legal.

:func:`play_branch` and :func:`play_bot_turn` prepare attempts and write nothing (see :mod:`service.usecases.moves`).
"""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence

from domain import branch_merge, play
from domain.aggregate import Game
from domain.branch_merge import Fitting
from domain.message import message
from domain.table.refusals import Refused
from service.usecases import seat_rules
from service.usecases.command_handler import Attempts, CommandContext, CommandHandler, Decision

OFFERED = 5
"""The number of branches to check for one that can be continued."""


def fitting(handler: CommandHandler, game: Game, branch: str, seat: int) -> Fitting:
    """Return the facts that playing a branch in its game would append for a seat, and the remaining moves. Write
    nothing. Refused if the branch does not belong to this game, or has no moves of the seat that the game lacks.
    """
    return _fitting(handler, game, branch, seat)[0]


def play_branch(handler: CommandHandler, stream: str, context: CommandContext, branch: str) -> Attempts:
    """Prepare, as one write, the longest initial run of a seat's moves in a branch that the game allows.

    The outcome is the Fitting, or None for a repetition. If no move fits, raise the refusal of the first (Refused or
    IllegalMove). May also raise VersionConflict.
    """

    def decide(game: Game) -> Decision:
        seat_rules.require_back(game, context.actor, context.acting)
        found, position = _fitting(handler, game, branch, context.acting)
        if not found.acted and found.refusal is not None:
            raise found.refusal
        return Decision(found.acted, position, outcome=found)

    return handler.attempts(stream, context, decide)


def play_bot_turn(handler: CommandHandler, stream: str, context: CommandContext, bot: str) -> Attempts:
    """Prepare, as one write, a bot's moves for the current turn of a branch. The bot sees only what its seat may see.
    Refused in a game, where bots have their own seats, and if the ruleset has no such bot.
    """

    def decide(game: Game) -> Decision:
        if game.origin is None:
            raise Refused(message("table.bot-only-in-branch", "A bot can play your turn only in a branch."))
        if (chooses := game.ruleset.bots.get(bot)) is None:
            raise Refused(message("table.unknown-bot", "This game has no bot called {bot}.", bot=bot))
        position = handler.games.position(game)
        return Decision(play.turn_of_bot(game, position, chooses, random.Random(game.tip)), position)

    return handler.attempts(stream, context, decide)


def playable(handler: CommandHandler, game: Game, own: Sequence[str], seats: Collection[int]) -> list[str]:
    """Return those of a user's branches, newest first, that continue from the game's current position; none if it has
    ended. So a branch that guessed the moves of other players can be played once the guesses have come true. At most
    :data:`OFFERED` branches are checked.
    """
    if not seats or game.origin is not None or game.table.phase != "running":
        return []
    return [branch for branch in own[:OFFERED] if goes_on(handler, game, branch, seats)]


def goes_on(handler: CommandHandler, game: Game, branch: str, seats: Collection[int]) -> bool:
    """Return whether the game has reached a position of this branch at which one of these seats acts."""
    streams = _down_to(handler, branch)
    return branch_merge.goes_on([game, *streams[1:]], seats)


def _fitting(handler: CommandHandler, game: Game, branch: str, seat: int) -> tuple[Fitting, object]:
    streams = _down_to(handler, branch)
    if len(streams) < 2 or streams[0].id != game.id:
        raise Refused(message("table.branch-of-other-game", "This branch doesn't belong to this game."))
    steps = branch_merge.to_come([game, *streams[1:]], seat)
    if not steps:
        raise Refused(message("table.branch-adds-nothing", "All your moves in this branch are already in the game."))
    position = handler.games.position(game)
    return branch_merge.fitting(game, position, seat, steps), position


def _down_to(handler: CommandHandler, branch: str) -> list[Game]:
    """Return the game, and the branches that lead from it to this branch."""
    streams = [handler.games.game(branch)]
    while (origin := streams[0].origin) is not None:
        streams.insert(0, handler.games.game(origin.opened.origin))
    return streams
