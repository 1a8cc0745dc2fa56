"""Rules about seats that depend on more than the log.

Each write checks these rules on the version that it is decided on, because another writer may have changed the game.
The domain does not check them, because it would then refuse older logs.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from domain.aggregate import Game
from domain.log import Recorded
from domain.message import Moment, message
from domain.table import seating
from domain.table.clock.facts import TimeRanOut
from domain.table.facts import SeatTaken
from domain.table.refusals import Refused
from domain.table.seat_changes.decisions import is_offered
from domain.table.seat_changes.facts import SeatOffered, StoodIn
from service.usecases.command_handler import only_automatic


def require_one_seat(game: Game, taken: SeatTaken) -> None:
    """Refuse an invited user a second seat at a private table; its owner may have several."""
    opened = game.table.opened
    if taken.user is None or taken.user == opened.owner or not opened.private:
        return
    if seating.seats_of(game.table, taken.user):
        raise Refused(
            message("table.one-seat-per-invitation", "An invitation is for one seat, and you already have one.")
        )


def require_not_branch(game: Game) -> None:
    """Refuse, in a branch, a command that would let other users decide there or see its owner's cards."""
    if game.origin is not None:
        raise Refused(message("table.not-in-branch", "You can't do this in a branch. Do it in the game."))


def require_sitting(game: Game, user: str, seat: int) -> None:
    """Refuse a write for a seat that has changed hands before the start since the user loaded the game."""
    if game.table.phase == "open" and seat not in seating.seats_of(game.table, user):
        raise Refused(message("table.seat-no-longer-yours", "You no longer have this seat."))


def require_no_request(game: Game) -> None:
    """Refuse undo and redo while an undo request waits: the clocks would go back as if the others had granted it."""
    if game.table.request is not None:
        raise Refused(message("table.undo-request-waiting", "An undo request is pending. Answer or cancel it first."))


def require_outside(game: Game, user: str) -> None:
    """Refuse a ruling to the players of a game, and to those who had a seat in it."""
    if user and any(user == chair.user or user in chair.former for chair in game.table.chairs):
        raise Refused(
            message(
                "table.players-cannot-rule",
                "You have or had a seat in this game, so you can't rule on it. Ask an administrator.",
            )
        )


OFFER_STANDS = timedelta(hours=24)
"""The duration of an offer by others before the seat's player can keep the seat without moving."""


def require_offer_over(game: Game, seat: int, user: str, now: datetime) -> None:
    """Refuse to keep a seat that others offered, or that is out of time, before the offer has lasted long enough."""
    latest = next((record for record in reversed(game.records) if _offers(record, seat)), None)
    if latest is None or (latest.actor == user and not isinstance(latest.fact, TimeRanOut)):
        return
    until = latest.at + OFFER_STANDS
    if is_offered(game.table, seat) and now < until:
        raise Refused(
            message(
                "table.offer-still-stands",
                "Until {moment}, you can keep your seat only by making a move.",
                moment=Moment(until),
            )
        )


def _offers(record: Recorded[Any], seat: int) -> bool:
    return isinstance(record.fact, SeatOffered | TimeRanOut) and record.fact.seat == seat


def require_new(game: Game, seat: int, user: str) -> None:
    """Refuse a seat to its former players: otherwise a seat could pass back and forth, with a new clock each time."""
    chairs = game.table.chairs
    if 0 <= seat < len(chairs) and user in chairs[seat].former:
        raise Refused(
            message("table.former-player-cannot-return", "You had this seat before, so you can't take it over again.")
        )


def was_stood_in(game: Game, user: str, seat: int, version: int) -> bool:
    """Return whether the only change since a version is an automatic substitute bot for a user, which has not moved."""
    chairs = game.table.chairs
    away = 0 <= seat < len(chairs) and chairs[seat].user == user and not chairs[seat].present
    return away and only_automatic(game, version, StoodIn)


def require_back(game: Game, user: str, seat: int) -> None:
    """Refuse a user's commands for a seat that a substitute bot plays for them: they must return first."""
    chairs = game.table.chairs
    if user and 0 <= seat < len(chairs) and chairs[seat].user == user and not chairs[seat].present:
        raise Refused(
            message(
                "table.substitute-bot-plays-for-you", "A substitute bot is playing for you. Return to the game first."
            )
        )
