"""The original game of a branch, and when a game's secrets are public."""

from __future__ import annotations

from domain.aggregate import Game
from service.usecases.command_handler import CommandHandler


def lineage(handler: CommandHandler, game: Game) -> list[Game]:
    """Return the streams of a game: for a branch those that it continues, oldest first, and then the branch itself."""
    streams = [game]
    while (origin := streams[0].origin) is not None:
        streams.insert(0, handler.games.game(origin.opened.origin))
    return streams


def secrets_are_public(handler: CommandHandler, game: Game) -> bool:
    """Return whether the game has ended; for a branch, whether its original game has."""
    return lineage(handler, game)[0].table.phase in ("finished", "abandoned")
