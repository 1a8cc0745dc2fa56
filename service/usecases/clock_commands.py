"""Use cases of clocks: agree on them, flag, pause, extend and set again."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from domain.aggregate import Game
from domain.table.clock import pausing, running_out
from domain.table.clock.clocks import Clocks, left_at, overdue
from domain.table.clock.counting import spent
from domain.table.clock.facts import CalendarChanged, OutageNoted, Running
from domain.table.clock.options import Clock
from domain.table.refusals import Refused
from projections.db_protocol import Rows
from service.calendars import vacations, zones
from service.calendars.calendars import JUST_BEFORE
from service.calendars.vacations import Vacation
from service.usecases.command_handler import CommandContext, CommandHandler

ROUNDED = timedelta(seconds=1)
"""The tolerance for deadlines, since the remaining time of a clock is counted in whole seconds."""


def agree_to_pause(handler: CommandHandler, stream: str, context: CommandContext, agrees: bool) -> Game:
    """Agree to pause the clocks, which happens when all agree; or resume them."""
    return handler.record(stream, context, lambda game: pausing.agree(game.table, context.acting, agrees))


def flag(handler: CommandHandler, stream: str, seat: int) -> Game:
    """Flag a seat that is out of time; do nothing otherwise, or during an outage.

    A deadline has passed only once every outage before it is known: an outage found later would revoke the flag.
    """
    until = handler.calendars.known_until(handler.clock())
    game = handler.note_outages(handler.games.game(stream))
    return game if until is None else handler.record_automatic(game, running_out.flagged(game, seat, until))


def recalculate(handler: CommandHandler, stream: str, user: str | None = None) -> Game:
    """Set the clocks of a user (None: of everyone) again, by their current calendars."""
    game = handler.note_outages(handler.games.game(stream))
    clocks = game.table.clocks
    if clocks is None or clocks.clock.all_counts:
        return game
    theirs = [each for each in clocks.running if user in (None, game.table.chairs[each.seat].user)]
    facts = [CalendarChanged(seat=each.seat) for each in theirs if _counts_otherwise(handler, game, each)]
    return handler.record_automatic(game, facts)


def _counts_otherwise(handler: CommandHandler, game: Game, running: Running) -> bool:
    """Return whether the current calendar counts different time than was recorded when the clock was set."""
    now = handler.clock()
    counting = handler.calendars.windows(game.table)(running.seat, now, running.began)
    if running.deadline is None:
        return False  # the clock is paused, and is set when it resumes
    if counting is None or running.deadline <= now:
        return True
    windows, deadline = spent(now, left_at(running, now), counting)
    rest = [(max(begin, now), end) for begin, end in running.windows if end > now]
    same = [begin for begin, _ in windows] == [begin for begin, _ in rest]
    return not same or abs(deadline - running.deadline) > ROUNDED


def start_due_vacation(handler: CommandHandler, stream: str, seat: int) -> None:
    """Start the vacation of a player today if their time is about to run out and the table allows it."""
    game = handler.note_outages(handler.games.game(stream))
    clocks, user = game.table.clocks, game.table.chairs[seat].user
    if clocks is None or user is None or not _is_about_to_run_out(clocks, seat, handler.clock()):
        return
    running = clocks.of(seat)
    if running is None or not _counts_today(handler, running, user):
        return
    if _is_away(handler, user, running, clocks.clock, handler.clock()):
        recalculate(handler, stream, user)


def _counts_today(handler: CommandHandler, running: Running, user: str) -> bool:
    """Return whether a vacation would save time: some of a seat's time counts today in the player's zone."""
    now = handler.clock()
    counts = next((max(begin, now) for begin, end in running.windows if end > now), now)
    with handler.storage.database.reading() as rows:
        zone = _zone(rows, user, running)
    return counts.astimezone(zone).date() == now.astimezone(zone).date()


def begin_missed_vacation(handler: CommandHandler, stream: str, seat: int) -> None:
    """Start the vacation that would have started before a flag if the worker had run in time.

    The missed time is given back: the log records an outage from the moment at which the vacation would have started.
    Like every outage, it gives time back to all seats whose clocks ran.
    """
    game = handler.note_outages(handler.games.game(stream))
    clocks, user, now = game.table.clocks, game.table.chairs[seat].user, handler.clock()
    if clocks is None or user is None or clocks.clock.vacation != "by_itself":
        return
    late = next((each for each in overdue(clocks, now) if each.seat == seat), None)
    began = None if late is None else _missed_start(handler, user, late, clocks.clock)
    if late is None or began is None or (clocks.noted is not None and clocks.noted > began):
        return
    days = (now, began)  # today, or only the day of the deadline if that vacation is over
    if any(_is_away(handler, user, late, clocks.clock, at) and not _counted(handler, game, late, at) for at in days):
        handler.record_automatic(game, [CalendarChanged(seat=seat), OutageNoted(began=began, ended=now)])


def _missed_start(handler: CommandHandler, user: str, running: Running, agreed: Clock) -> datetime | None:
    """Return when a vacation would have started before a deadline; None if that day could not be vacation."""
    if running.deadline is None:
        return None
    with handler.storage.database.reading() as rows:
        zone = _zone(rows, user, running)
        day = (running.deadline.astimezone(zone) - timedelta(seconds=1)).date()
        midnight = datetime.combine(day, time(), zone).astimezone(UTC)
        start = max(running.deadline - JUST_BEFORE, running.since, midnight)
        return start if start < running.deadline and _may_be_away(rows, user, agreed, day) else None


def _counted(handler: CommandHandler, game: Game, running: Running, at: datetime) -> bool:
    """Return whether a moment counts for a seat: it may count in a former zone although the player was on vacation."""
    windows = handler.calendars.windows(game.table)(running.seat, at, running.began)
    return windows is None or next(iter(windows))[0] <= at


def _is_away(handler: CommandHandler, user: str, running: Running, agreed: Clock, at: datetime) -> bool:
    """Return whether a user is on vacation on the day of a moment; plan that day if the table and the year allow it."""
    with handler.storage.database.counting(user) as rows:
        day = at.astimezone(_zone(rows, user, running)).date()
        if _is_vacation(rows, user, agreed, day):
            return True
        if not _may_be_away(rows, user, agreed, day):
            return False
        try:
            vacations.plan(rows, user, Vacation(day, day, by_itself=True), day, handler.clock())
        except Refused:
            return False
    return True


def _is_vacation(rows: Rows, user: str, agreed: Clock, day: date) -> bool:
    """Return whether a planned vacation covers a day, within the days that the table allows."""
    planned = vacations.of(rows, user, date(day.year, 1, 1))
    return vacations.covers(vacations.first_days(planned, agreed.vacation_days), day)


def _may_be_away(rows: Rows, user: str, agreed: Clock, day: date) -> bool:
    """Return whether a day is vacation, or can still become one by the limits of the table and the year."""
    if _is_vacation(rows, user, agreed, day):
        return True
    before = [each for each in vacations.of(rows, user, date(day.year, 1, 1)) if each.first < day]
    spans = vacations.first_days([*before, Vacation(day, day, by_itself=True)], agreed.vacation_days)
    return vacations.left(rows, user, day.year) > 0 and vacations.covers(spans, day)


def _zone(rows: Rows, user: str, running: Running) -> ZoneInfo:
    """Return the zone that counts first in a turn: the player's zone when it began."""
    return zones.of_turn(rows, user, running.began)[0].zone


def _is_about_to_run_out(clocks: Clocks, seat: int, now: datetime) -> bool:
    running = clocks.of(seat) if clocks.clock.vacation == "by_itself" else None
    return running is not None and running.deadline is not None and now < running.deadline <= now + JUST_BEFORE
