"""Verification of a log's facts about time, from the log alone, for audits."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from domain.aggregate import Game
from domain.game import Fact
from domain.log import Recorded
from domain.message import Seat, message
from domain.table import decisions
from domain.table.clock import extensions, pausing
from domain.table.clock.clocks import overdue
from domain.table.clock.counting import Interval
from domain.table.clock.facts import (
    CalendarChanged,
    ClockAgreed,
    ClocksSet,
    OutageNoted,
    PauseAgreed,
    Paused,
    Resumed,
    TimeExtended,
    TimeRanOut,
)
from domain.table.clock.transitions import awaited, following
from domain.table.refusals import Refused
from domain.table.rulings.facts import Intervened


def decided(begun: Game, game: Game, position: Any, record: Recorded[Any]) -> list[Fact]:
    """Return the facts about time that this record should contain; raise Refused. ``begun`` is the game before the
    write of the record, ``game`` the game right before the record.
    """
    fact, state = record.fact, game.table
    if isinstance(fact, ClockAgreed):
        return decisions.agree_on_clock(state, fact.clock)
    decisions.require_running(state)
    if state.clocks is None:
        raise Refused(message("clock.no-clock", "This table has no clock."))
    match fact:
        case ClocksSet():
            return [_set(begun, game, position, fact)]
        case TimeRanOut(seat=seat):
            if all(each.seat != seat for each in overdue(state.clocks, record.at)):
                raise Refused(message("clock.time-not-run-out", "{seat} was not out of time.", seat=Seat(seat)))
        case TimeExtended(seat=seat, seconds=seconds):
            return extensions.extended(state, seat, seconds)
        case CalendarChanged(seat=seat):
            extensions.require_clock(state.clocks, seat)
        case OutageNoted(began=began, ended=ended):
            known = state.clocks.noted
            if not began < ended <= record.at or (known is not None and began < known):
                raise Refused(message("clock.no-such-outage", "There was no such outage."))
        case PauseAgreed(seat=seat, agrees=agrees):
            return pausing.agree(state, seat, agrees)[:1]
        case Paused():
            if not _paused_by_organiser(begun, game):
                pausing.require_agreed(state)
        case Resumed():
            pausing.require_paused(state)
    return [fact]


def _paused_by_organiser(begun: Game, game: Game) -> bool:
    """The write says that an organiser pauses the clocks."""
    written = (record.fact for record in game.records[begun.version :])
    return any(isinstance(fact, Intervened) and fact.act == "pause" for fact in written)


def _set(begun: Game, game: Game, position: Any, fact: ClocksSet) -> ClocksSet:
    recorded = {each.seat: each.windows for each in fact.running}
    clocks = game.table.clocks

    def windows(seat: int, since: datetime, began: datetime) -> Iterable[Interval] | None:
        known = recorded.get(seat, ())
        always = clocks is None or not (clocks.clock.weekends_off or clocks.clock.hours)
        return None if always and not known else known

    try:
        wanted = following(begun, game, awaited(game, position), windows)
    except ValueError as error:
        raise Refused(message("clock.counted-time-wrong", "The counted time is wrong.")) from error
    if wanted is None:
        raise Refused(message("clock.clocks-set-without-reason", "The clocks were set without a reason."))
    return wanted


def in_order(begun: Game, game: Game, position: Any) -> bool:
    """Return whether a write that ends here has set the clocks exactly once, at its end, if it had to set them."""
    sets = [isinstance(record.fact, ClocksSet) for record in game.records[begun.version :]]
    if any(sets):
        return sets[-1] and sum(sets) == 1
    running = {each.seat: each.windows for each in game.table.clocks.running} if game.table.clocks else {}

    def windows(seat: int, since: datetime, began: datetime) -> Iterable[Interval] | None:
        return running.get(seat) or None

    try:
        return following(begun, game, awaited(game, position), windows) is None
    except ValueError:  # the recorded windows do not suffice: there must have been others
        return False
