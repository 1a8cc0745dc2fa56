"""Pauses: the clocks stop when everyone agrees, and resume when anyone wants to."""

from __future__ import annotations

from domain.game import Fact
from domain.message import message
from domain.table.clock.extensions import clocks_of
from domain.table.clock.facts import PauseAgreed, Paused, Resumed
from domain.table.decisions import require_running, require_seat
from domain.table.refusals import Refused
from domain.table.seating import TableState


def agree(table: TableState, seat: int, agrees: bool) -> list[Fact]:
    """Agree to a pause, which begins when the last player agrees; or withdraw the agreement, which ends the pause."""
    require_running(table)
    require_seat(table, seat)
    clocks = clocks_of(table)
    if clocks.paused and agrees:
        raise Refused(message("clock.already-paused", "The clocks are already paused."))
    facts: list[Fact] = [PauseAgreed(seat=seat, agrees=agrees)]
    if clocks.paused:
        facts.append(Resumed())
    elif agrees and not _others(table, {*clocks.pausing, seat}):
        facts.append(Paused())
    return facts


def require_agreed(table: TableState) -> None:
    """Raise Refused unless everyone has agreed to the pause."""
    if clocks_of(table).paused or _others(table, set(clocks_of(table).pausing)):
        raise Refused(message("clock.pause-not-agreed", "Not all players have agreed to a pause."))


def require_paused(table: TableState) -> None:
    """Raise Refused unless the clocks are paused."""
    if not clocks_of(table).paused:
        raise Refused(message("clock.not-paused", "The clocks aren't paused."))


def _others(table: TableState, agreed: set[int]) -> list[int]:
    """Return the players' seats whose agreement is still missing. A user with several seats agrees once."""
    people = {table.chairs[seat].user for seat in agreed}
    chairs = enumerate(table.chairs)
    return [seat for seat, chair in chairs if chair.asked and chair.user not in people]
