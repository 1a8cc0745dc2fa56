"""Time extensions for seats."""

from __future__ import annotations

from domain.game import Fact
from domain.message import Seat, counted, message
from domain.table.clock.clocks import Clocks
from domain.table.clock.facts import TimeExtended
from domain.table.clock.options import DAY
from domain.table.decisions import require_running, require_seat
from domain.table.refusals import Refused
from domain.table.seating import TableState

LONGEST = 60 * DAY
"""The longest extension, in seconds."""


def clocks_of(table: TableState) -> Clocks:
    """Return the clocks of a table. Raise Refused if it has none."""
    if table.clocks is None:
        raise Refused(message("clock.no-clock", "This table has no clock."))
    return table.clocks


def require_clock(clocks: Clocks, seat: int) -> None:
    """Raise Refused unless the seat has a running clock."""
    if clocks.of(seat) is None:
        raise Refused(message("clock.clock-not-running", "{seat}'s clock isn't running.", seat=Seat(seat)))


def extended(table: TableState, seat: int, seconds: int) -> list[Fact]:
    """Give a seat more time for its current turn."""
    require_running(table)
    require_seat(table, seat)
    clocks = clocks_of(table)
    if seat not in clocks.out:
        require_clock(clocks, seat)
    if seconds <= 0:
        raise Refused(message("clock.extension-not-positive", "An extension must be longer than 0 seconds."))
    if seconds > LONGEST:
        raise Refused(
            counted(
                "clock.extension-too-long",
                "An extension can last at most {count} day.",
                "An extension can last at most {count} days.",
                count=LONGEST // DAY,
            )
        )
    return [TimeExtended(seat=seat, seconds=seconds)]
