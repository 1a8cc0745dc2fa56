"""What somebody who leaves gives up in games that are not over."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from contextlib import suppress

from eventsourcing.persistence import PersistenceError

from domain.aggregate import Game
from domain.table.refusals import Refused
from domain.table.seating import seats_of
from projections import tables
from service import reading
from service.usecases.daybook import Daybook
from service.usecases.games import UnknownGame
from service.usecases.writing import Write

_log = logging.getLogger(__name__)


def give_up_all(daybook: Daybook, user: str) -> None:
    """Seats of running games are offered, those of tables that have not started are left, own ones are withdrawn.

    May be repeated, and costs a write for each game that somebody plays.
    """
    with reading.latest("tables") as rows:
        streams = tables.streams_played(rows, user)
    give_up(daybook, user, streams)


def give_up(daybook: Daybook, user: str, streams: Iterable[str]) -> None:
    """The same in these games; one that cannot be read keeps nobody."""
    for stream in streams:
        try:
            _give_up(daybook, daybook.game(stream), user)
        except PersistenceError:
            raise
        except UnknownGame:
            continue
        except Exception:
            _log.exception("No seat of game %s could be given up", stream)


def _give_up(daybook: Daybook, game: Game, user: str) -> None:
    if game.table.phase == "open" and game.table.opened.owner == user:
        with suppress(Refused):
            daybook.close_table(game.id, Write(actor=user))
        return
    for seat in seats_of(game.table, user):
        with suppress(Refused):  # Whoever has given a seat up already, or been replaced meanwhile.
            if game.table.phase == "open":
                daybook.leave_seat(game.id, Write(actor=user, seat=seat))
            elif game.table.phase == "running":
                daybook.offer_seat(game.id, Write(actor=user, seat=seat), seat, True)
