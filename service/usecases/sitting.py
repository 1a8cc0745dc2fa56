"""Who may sit where, beyond what a log has to show.

Each write asks on the version that it is decided on: before the write others may still be faster. The domain does not
ask, because it would refuse older logs then.
"""

from __future__ import annotations

from domain.absence.facts import StoodIn
from domain.aggregate import Game
from domain.message import message
from domain.table import seating
from domain.table.facts import SeatTaken
from domain.table.refusals import Refused
from service.usecases.writing import only_by_itself


def require_one_seat(game: Game, taken: SeatTaken) -> None:
    """Refuse a second seat of a private table to whoever was invited there; its owner may play several."""
    opened = game.table.opened
    if taken.user is None or taken.user == opened.owner or not opened.private:
        return
    if seating.seats_of(game.table, taken.user):
        raise Refused(message("An invitation is for one seat, and you have one."))


def require_game(game: Game) -> None:
    """Refuse in a what-if what would let others decide there, or see its owner's cards."""
    if game.origin is not None:
        raise Refused(message("Only its owner plays in a what-if. Do this in the game itself."))


def require_sitting(game: Game, user: str, seat: int) -> None:
    """Before the start a seat may have changed hands between the look of its user and their write."""
    if game.table.phase == "open" and seat not in seating.seats_of(game.table, user):
        raise Refused(message("You do not sit there any more."))


def was_stood_in(game: Game, user: str, seat: int, version: int) -> bool:
    """Since a version nothing happened but that a bot came to stand in for a user by itself, and it has not moved."""
    chairs = game.table.chairs
    away = seat < len(chairs) and chairs[seat].user == user and not chairs[seat].present
    return away and only_by_itself(game, version, StoodIn)


def require_back(game: Game, user: str, seat: int) -> None:
    """Refuse what a user sends for a seat at which a bot stands in for them: they have to come back first."""
    chairs = game.table.chairs
    if user and seat < len(chairs) and chairs[seat].user == user and not chairs[seat].present:
        raise Refused(message("A bot stands in for you. Come back to play yourself."))
