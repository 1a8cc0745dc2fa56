"""The seats that a deleted user gives up in unfinished games."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from contextlib import suppress

from eventsourcing.persistence import PersistenceError

from domain.aggregate import Game
from domain.table.refusals import Refused
from domain.table.seating import seats_of
from projections import game_list
from service import queries
from service.usecases import seat_changes, tables
from service.usecases.command_handler import CommandContext, CommandHandler
from service.usecases.game_repository import UnknownGame

_log = logging.getLogger(__name__)


def give_up_all(handler: CommandHandler, user: str) -> None:
    """Offer seats of running games, leave those of tables that have not started, and withdraw the user's own tables.

    It may be repeated, and costs a write for each game that the user plays.
    """
    with queries.latest("tables") as rows:
        streams = game_list.streams_played(rows, user)
    give_up(handler, user, streams)


def give_up(handler: CommandHandler, user: str, streams: Iterable[str]) -> None:
    """Give up the seats in these games; one that cannot be read does not stop the others."""
    for stream in streams:
        try:
            _give_up(handler, handler.games.game(stream), user)
        except PersistenceError:
            raise
        except UnknownGame:
            continue
        except Exception:
            _log.exception("The seats of a deleted account in game %s could not be freed", stream)


def _give_up(handler: CommandHandler, game: Game, user: str) -> None:
    if game.table.phase == "open" and game.table.opened.owner == user:
        with suppress(Refused):
            tables.close_table(handler, game.id, CommandContext(actor=user))
        return
    for seat in seats_of(game.table, user):
        with suppress(Refused):  # the seat was given up already, or its player replaced meanwhile
            if game.table.phase == "open":
                tables.leave_seat(handler, game.id, CommandContext(actor=user, seat=seat))
            elif game.table.phase == "running":
                seat_changes.offer_seat(handler, game.id, CommandContext(actor=user, seat=seat), seat, True)
