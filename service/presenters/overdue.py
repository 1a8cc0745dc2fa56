"""The options of other players when a player is out of time."""

from __future__ import annotations

from flask_babel import gettext

from projections.game_list import Table
from service.notifications.inbox import Notice


def options(table: Table, notice: Notice) -> str:
    """What the reader may do now, as long as the player is late."""
    late = table.seats[notice.seat or 0]
    if table.phase != "running" or notice.seat is None:
        return ""
    if late.bot is not None:
        return str(gettext("A bot plays for them until they return."))
    if not late.late:
        return ""
    if all(seat.user != notice.user_id for seat in table.seats):
        return str(gettext("You organise this game: you can remind them, give them time, or let someone else go on."))
    return _of_players(table.ran_out, offered=late.offered)


def _of_players(ran_out: str, *, offered: bool) -> str:
    if ran_out == "offer" and offered:
        return str(gettext("Their seat is offered: a new player can take it over."))
    if ran_out == "offer":
        return str(gettext("You can offer their seat to a new player."))
    if ran_out == "stand_in":
        return str(gettext("You can let a bot play for them until they return."))
    if ran_out == "end":
        return str(gettext("The players who are in time can end the game by a majority."))
    return str(gettext("You can write to them in the chat. All players together can end the game."))
