"""The game that a branch goes back to, and when a game's secrets are public."""

from __future__ import annotations

from domain.aggregate import Game
from service.usecases.command_handler import CommandHandler


def lineage(handler: CommandHandler, game: Game) -> list[Game]:
    """The streams a game is made of: for a branch the ones it continues, oldest first, and then the game itself."""
    streams = [game]
    while (origin := streams[0].origin) is not None:
        streams.insert(0, handler.games.game(origin.opened.origin))
    return streams


def secrets_are_public(handler: CommandHandler, game: Game) -> bool:
    """The game is over; for a branch: the game it began from is."""
    return lineage(handler, game)[0].table.phase in ("finished", "abandoned")
