"""Who may sit where, beyond what a log has to show: asked by each write on the version that it is decided on.

(Not by the domain, which would then refuse older logs; and not before the write, when others may still be faster.)
"""

from __future__ import annotations

from domain import table
from domain.aggregate import Game
from domain.message import message
from domain.table import Refused, SeatTaken


def require_one_seat(game: Game, taken: SeatTaken) -> None:
    """Refuse a second seat of a private table to whoever was invited there; its owner may play several."""
    opened = game.table.opened
    if taken.user is None or taken.user == opened.owner or not opened.private:
        return
    if table.seats_of(game.table, taken.user):
        raise Refused(message("An invitation is for one seat, and you have one."))


def require_sitting(game: Game, user: str, seat: int) -> None:
    """Before the start a seat may have changed hands between the look of its user and their write."""
    if game.table.phase == "open" and seat not in table.seats_of(game.table, user):
        raise Refused(message("You do not sit there any more."))
