"""Taking moves back and bringing them again: what a table's policy allows a seat, decided as facts or Refused."""

from __future__ import annotations

from collections.abc import Sequence

from domain import aggregate, table
from domain.aggregate import Game
from domain.game import Fact
from domain.log import HeadMoved
from domain.message import Message, message
from domain.table import Refused


def back(game: Game, seat: int, to: int | None) -> list[Fact]:
    """Move the head back to the nearest position within the seat's reach, or to ``to``."""
    table.require_running(game.table)
    targets = aggregate.undo_targets(game, seat)
    if not targets:
        raise Refused(_why_not(game))
    return [HeadMoved(to=_one_of(targets, to))]


def forward(game: Game, seat: int, to: int | None) -> list[Fact]:
    """Move the head forward again along what was undone."""
    table.require_running(game.table)
    targets = aggregate.redo_targets(game, seat)
    if not targets:
        raise Refused(message("There is nothing to bring back."))
    return [HeadMoved(to=_one_of(targets, to))]


def request(game: Game, seat: int, to: int | None) -> list[Fact]:
    """Ask the other human seats to go back; without any, the head moves at once."""
    table.require_running(game.table)
    targets = aggregate.move_ends(game)[-2::-1]
    if not targets:
        raise Refused(message("There is nothing to take back."))
    wanted = targets[0] if to is None else to
    return _granted(game, table.request_undo(game.table, seat, wanted, targets))


def answer(game: Game, seat: int, granted: bool) -> list[Fact]:
    """Grant or refuse the standing request; the last grant moves the head."""
    return _granted(game, table.answer_undo(game.table, seat, granted))


def _one_of(targets: Sequence[int], to: int | None) -> int:
    if to is None:
        return targets[0]
    if to not in targets:
        raise Refused(message("Version {version} is not within reach of this table's undo.", version=to))
    return to


def _why_not(game: Game) -> Message:
    match game.table.opened.undo:
        case "turn":
            return message(
                "Nothing can be taken back now: another seat has acted, or something hidden has come to light, since "
                "your last move."
            )
        case "consent":
            return message("At this table moves are taken back by a request that the other seats grant.")
        case "off":
            return message("At this table moves are final.")
        case _:
            return message("There is nothing to take back.")


def _granted(game: Game, facts: list[Fact]) -> list[Fact]:
    """The facts, and the head's movement when they complete a request."""
    after = aggregate.table_after(game.table, facts)
    standing = after.request
    if standing is not None and table.consent_complete(after):
        return [*facts, HeadMoved(to=standing.to)]
    return facts
