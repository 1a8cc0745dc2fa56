"""Visibility of imported games: unlisted until their owner lists them, since a file does not prove who played.

The setting is stored outside the log, so that the log and its export stay identical to the imported file, and so that
changing it back and forth does not lengthen the log.
"""

from __future__ import annotations

from domain.aggregate import Game
from domain.message import message
from domain.table.refusals import Refused
from projections import game_list
from projections.game_list import TABLES
from service.storage import Database, Storage


def is_listed(database: Database, stream: str) -> bool:
    """Return whether the owner of this imported game has listed it."""
    with database.reading() as rows:
        return bool(rows.execute("SELECT stream FROM listed_games WHERE stream = :stream", {"stream": stream}))


def set_listed(storage: Storage, game: Game, listed: bool) -> None:
    """List an imported game, or remove it from the lists. Refused for other games."""
    if game.table.imported is None or game.origin is not None:
        raise Refused(
            message(
                "table.listing-imported-games-only",
                "You can only list or unlist imported games.",
            )
        )
    wanted = "INSERT INTO listed_games VALUES (:stream) ON CONFLICT DO NOTHING"
    unwanted = "DELETE FROM listed_games WHERE stream = :stream"
    with storage.database.transaction() as rows:
        rows.execute(wanted if listed else unwanted, {"stream": game.id})
        storage.tracking.locked_positions(rows, [TABLES.name])  # the projector waits, and then reads the new setting
        game_list.set_listed(rows, game.id, listed)
