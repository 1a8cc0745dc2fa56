"""Time extensions for seats."""

from __future__ import annotations

from domain.game import Fact
from domain.message import Seat, message
from domain.table.clock.clocks import Clocks
from domain.table.clock.facts import TimeExtended
from domain.table.decisions import require_running, require_seat
from domain.table.refusals import Refused
from domain.table.seating import TableState

LONGEST = 60 * 86_400
"""The longest extension, in seconds."""


def clocks_of(table: TableState) -> Clocks:
    """Return the clocks of a table. Raise Refused if it has none."""
    if table.clocks is None:
        raise Refused(message("clock.no-clock", "This table is played without a clock."))
    return table.clocks


def require_clock(clocks: Clocks, seat: int) -> None:
    """Raise Refused unless the seat has a running clock."""
    if clocks.of(seat) is None:
        raise Refused(message("clock.clock-not-running", "The clock of {seat} does not run.", seat=Seat(seat)))


def extended(table: TableState, seat: int, seconds: int) -> list[Fact]:
    """Give a seat more time for its current turn."""
    require_running(table)
    require_seat(table, seat)
    clocks = clocks_of(table)
    if seat not in clocks.out:
        require_clock(clocks, seat)
    if not 0 < seconds <= LONGEST:
        raise Refused(message("clock.extension-too-long", "At most 60 days are given at a time."))
    return [TimeExtended(seat=seat, seconds=seconds)]
