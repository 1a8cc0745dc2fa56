"""Visibility of imported games: unlisted until their owner lists them, since a file proves no players.

Whether one is listed stands beside its log and not in it: the log stays what its file says, on its way out as well, and
can be turned this way and that without growing.
"""

from __future__ import annotations

from domain.aggregate import Game
from domain.message import message
from domain.table.refusals import Refused
from projections import game_list
from projections.game_list import TABLES
from service.storage import Database, Storage


def is_listed(database: Database, stream: str) -> bool:
    """The owner of this imported game has listed it."""
    with database.reading() as rows:
        return bool(rows.execute("SELECT stream FROM listed_games WHERE stream = :stream", {"stream": stream}))


def set_listed(storage: Storage, game: Game, listed: bool) -> None:
    """List an imported game, or take it off the lists. Refused for others, which are listed by what they are."""
    if game.table.imported is None or game.origin is not None:
        raise Refused(message("Only a game that was brought in from a file is listed by its owner."))
    wanted = "INSERT INTO listed_games VALUES (:stream) ON CONFLICT DO NOTHING"
    unwanted = "DELETE FROM listed_games WHERE stream = :stream"
    with storage.database.transaction() as rows:
        rows.execute(wanted if listed else unwanted, {"stream": game.id})
        storage.tracking.locked_positions(rows, [TABLES.name])  # The projector waits, and reads then what is wanted.
        game_list.set_listed(rows, game.id, listed)
