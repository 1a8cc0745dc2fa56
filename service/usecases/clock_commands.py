"""Use cases of clocks: agree on them, flag, pause, extend and set again."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from domain.aggregate import Game
from domain.table.clock import extensions, pausing, running_out
from domain.table.clock.clocks import Clocks, left_at, overdue
from domain.table.clock.counting import spent
from domain.table.clock.facts import CalendarChanged, OutageNoted, Running
from domain.table.clock.options import Clock
from domain.table.refusals import Refused
from service.calendars import vacations, zones
from service.calendars.calendars import JUST_BEFORE
from service.calendars.vacations import Vacation
from service.usecases.command_handler import CommandContext, CommandHandler

ROUNDED = timedelta(seconds=1)
"""By so much a deadline may differ, since what is left of a clock is counted in seconds."""


def agree_to_pause(handler: CommandHandler, stream: str, context: CommandContext, agrees: bool) -> Game:
    """Agree to let the clocks stand still, which they do when all agree; or let them go on."""
    return handler.record(stream, context, lambda game: pausing.agree(game.table, context.acting, agrees))


def extend(handler: CommandHandler, stream: str, context: CommandContext, seat: int, seconds: int) -> Game:
    """Give a seat more time in its turn."""
    return handler.record(stream, context, lambda game: extensions.extended(game.table, seat, seconds))


def flag(handler: CommandHandler, stream: str, seat: int) -> Game:
    """Say that the time of a seat has run out, if it has; nothing otherwise, and nothing during an outage.

    A deadline has passed when every outage before it is known: else one found out later would take the flag back.
    """
    until = handler.calendars.known_until(handler.clock())
    game = handler.note_outages(handler.games.game(stream))
    return game if until is None else handler.record_automatic(game, running_out.flagged(game, seat, until))


def recalculate(handler: CommandHandler, stream: str, user: str | None = None) -> Game:
    """Set the clocks of a person (None: of everybody) again, by their calendars as they are now."""
    game = handler.note_outages(handler.games.game(stream))
    clocks = game.table.clocks
    if clocks is None or clocks.clock.all_counts:
        return game
    theirs = [each for each in clocks.running if user in (None, game.table.chairs[each.seat].user)]
    facts = [CalendarChanged(seat=each.seat) for each in theirs if _counts_otherwise(handler, game, each)]
    return handler.record_automatic(game, facts)


def _counts_otherwise(handler: CommandHandler, game: Game, running: Running) -> bool:
    """By the calendar as it is now other time counts than what was recorded when the clock was set."""
    now = handler.clock()
    counting = handler.calendars.windows(game.table)(running.seat, now, running.began)
    if running.deadline is None:
        return False  # It stands still, and is set when it goes on.
    if counting is None or running.deadline <= now:
        return True
    windows, deadline = spent(now, left_at(running, now), counting)
    rest = [(max(begin, now), end) for begin, end in running.windows if end > now]
    same = [begin for begin, _ in windows] == [begin for begin, _ in rest]
    return not same or abs(deadline - running.deadline) > ROUNDED


def go_on_vacation(handler: CommandHandler, stream: str, seat: int) -> None:
    """Where the table allows it, let the vacation of somebody begin today whose time is about to run out."""
    game = handler.note_outages(handler.games.game(stream))
    clocks, user = game.table.clocks, game.table.chairs[seat].user
    if clocks is None or user is None or not _is_about_to_run_out(clocks, seat, handler.clock()):
        return
    running = clocks.of(seat)
    if running is not None and _counts_today(handler, running, user) and _is_away(handler, user, running, clocks.clock):
        recalculate(handler, stream, user)


def _counts_today(handler: CommandHandler, running: Running, user: str) -> bool:
    """Some of the time that is left to a seat counts on the day that it is there: a vacation would spare it."""
    now = handler.clock()
    counts = next((max(begin, now) for begin, end in running.windows if end > now), now)
    with handler.storage.database.reading() as rows:
        zone = zones.of_turn(rows, user, running.began)[0].zone
    return counts.astimezone(zone).date() == now.astimezone(zone).date()


def begin_missed_vacation(handler: CommandHandler, stream: str, seat: int) -> None:
    """Let a vacation begin today that would have before a flag, had anybody kept time then.

    What was missed is given back: the log says that the service was out of order from when it would have begun.
    """
    game = handler.note_outages(handler.games.game(stream))
    clocks, user, now = game.table.clocks, game.table.chairs[seat].user, handler.clock()
    if clocks is None or user is None or clocks.clock.vacation != "by_itself":
        return
    late = next((each for each in overdue(clocks, now) if each.seat == seat), None)
    if late is None or late.deadline is None:
        return
    began = max(late.deadline - JUST_BEFORE, late.since)
    known = clocks.noted is not None and clocks.noted > began
    if began < late.deadline and not known and _is_away(handler, user, late, clocks.clock):
        handler.record_automatic(game, [CalendarChanged(seat=seat), OutageNoted(began=began, ended=now)])


def _is_away(handler: CommandHandler, user: str, running: Running, agreed: Clock) -> bool:
    """Somebody is away today, if only from now on; not so if the table or the year has no days left."""
    now = handler.clock()
    with handler.storage.database.counting(user) as rows:
        today = now.astimezone(zones.of_turn(rows, user, running.began)[0].zone).date()
        planned = vacations.of(rows, user, date(today.year, 1, 1))
        if vacations.covers(vacations.first_days(planned, agreed.vacation_days), today):
            return True
        wanted = Vacation(today, today, by_itself=True)
        before = [each for each in planned if each.first < today]
        if not vacations.covers(vacations.first_days([*before, wanted], agreed.vacation_days), today):
            return False
        try:
            vacations.plan(rows, user, wanted, today, now)
        except Refused:
            return False
    return True


def _is_about_to_run_out(clocks: Clocks, seat: int, now: datetime) -> bool:
    running = clocks.of(seat) if clocks.clock.vacation == "by_itself" else None
    return running is not None and running.deadline is not None and now < running.deadline <= now + JUST_BEFORE
