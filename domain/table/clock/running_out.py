"""Flags: the facts that follow when a seat runs out of time."""

from __future__ import annotations

from datetime import datetime

from domain import aggregate
from domain.aggregate import Game
from domain.game import Fact
from domain.table.clock.clocks import overdue
from domain.table.clock.facts import TimeRanOut
from domain.table.seat_changes import decisions


def flagged(game: Game, seat: int, at: datetime) -> list[Fact]:
    """Return the flag of a seat that is out of time at a moment, and its consequence; empty if the seat has time
    left.
    """
    table = game.table
    clocks = table.clocks
    if clocks is None or table.phase != "running" or all(each.seat != seat for each in overdue(clocks, at)):
        return []
    facts: list[Fact] = [TimeRanOut(seat=seat)]
    after = aggregate.table_after(table, facts)
    match clocks.clock.ran_out:
        case "offer" if clocks.clock.by_itself and not decisions.is_offered(after, seat):
            facts += decisions.offer(after, seat)
        case "stand_in" if clocks.clock.by_itself:
            facts += decisions.stand_in(after, game.ruleset, seat, decisions.usual_bot(game.ruleset), game.tree.head)
    return facts
