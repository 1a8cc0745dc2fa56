"""Who may sit where, beyond what a log has to show, and what they are called there.

Each write asks on the version that it is decided on: before the write others may still be faster. The domain does not
ask, because it would refuse older logs then.
"""

from __future__ import annotations

from domain import table
from domain.aggregate import Game
from domain.message import message
from domain.table import Refused, SeatTaken, TableState


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


def sitting_name(state: TableState, user: str, seat: int) -> str:
    """What a user of this name is called at a seat: with its number at a second one, so that both can be told apart."""
    names = {chair.name for chair in state.chairs}
    return f"{user} {seat + 1}" if user in names else user


def bot_name(bot: str, seat: int) -> str:
    """What a bot is called at its seat."""
    return f"{bot.title()} {seat + 1}"
