"""What is done about time: clocks are agreed on, run out, stand still, and are set again."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from domain.aggregate import Game
from domain.clock import giving, pausing, running_out
from domain.clock.clocks import Clocks, left_at, overdue
from domain.clock.counting import spent
from domain.clock.facts import CalendarChanged, OutageNoted, Running
from domain.clock.options import Clock
from domain.game import Fact
from domain.play import Acted
from domain.table import decisions
from domain.table.refusals import Refused
from service.calendars import vacations, zones
from service.calendars.calendars import JUST_BEFORE
from service.calendars.vacations import Vacation
from service.usecases.writing import Decision, Write, Writing

ROUNDED = timedelta(seconds=1)
"""By so much a deadline may differ, since what is left of a clock is counted in seconds."""


class Timing(Writing):
    """The use cases of clocks."""

    def agree_on_clock(self, stream: str, write: Write, clock: Clock | None) -> Game:
        """Play with a clock, or without one; only before the start."""
        return self._record(stream, write, lambda game: decisions.agree_on_clock(game.table, clock))

    def agree_to_pause(self, stream: str, write: Write, agrees: bool) -> Game:
        """Agree to let the clocks stand still, which they do when all agree; or let them go on."""
        return self._record(stream, write, lambda game: pausing.agree(game.table, write.acting, agrees))

    def extend(self, stream: str, write: Write, seat: int, seconds: int) -> Game:
        """Give a seat more time in its turn."""
        return self._record(stream, write, lambda game: giving.extended(game.table, seat, seconds))

    def flag(self, stream: str, seat: int) -> Game:
        """Say that the time of a seat has run out, if it has; nothing otherwise, and nothing during an outage.

        A deadline has passed when every outage before it is known: else one found out later would take the flag back.
        """
        until = self._calendars.known_until(self.clock())
        game = self.note_outages(self.game(stream))
        return game if until is None else self._by_itself(game, running_out.flagged(game, seat, until))

    def set_again(self, stream: str, user: str | None = None) -> Game:
        """Set the clocks of a person (None: of everybody) again, by their calendars as they are now."""
        game = self.note_outages(self.game(stream))
        clocks = game.table.clocks
        if clocks is None or clocks.clock.all_counts:
            return game
        theirs = [each for each in clocks.running if user in (None, game.table.chairs[each.seat].user)]
        facts = [CalendarChanged(seat=each.seat) for each in theirs if self._counts_otherwise(game, each)]
        return self._by_itself(game, facts)

    def _counts_otherwise(self, game: Game, running: Running) -> bool:
        """By the calendar as it is now other time counts than what was recorded when the clock was set."""
        now = self.clock()
        counting = self._calendars.windows(game.table)(running.seat, now, running.began)
        if running.deadline is None:
            return False  # It stands still, and is set when it goes on.
        if counting is None or running.deadline <= now:
            return True
        windows, deadline = spent(now, left_at(running, now), counting)
        rest = [(max(begin, now), end) for begin, end in running.windows if end > now]
        same = [begin for begin, _ in windows] == [begin for begin, _ in rest]
        return not same or abs(deadline - running.deadline) > ROUNDED

    def go_on_vacation(self, stream: str, seat: int) -> None:
        """Where the table allows it, let the vacation of somebody begin today whose time is about to run out."""
        game = self.note_outages(self.game(stream))
        clocks, user = game.table.clocks, game.table.chairs[seat].user
        if clocks is None or user is None or not _is_about_to_run_out(clocks, seat, self.clock()):
            return
        running = clocks.of(seat)
        if running is not None and self._counts_today(running, user) and self._is_away(user, running, clocks.clock):
            self.set_again(stream, user)

    def _counts_today(self, running: Running, user: str) -> bool:
        """Some of the time that is left to a seat counts on the day that it is there: a vacation would spare it."""
        now = self.clock()
        counts = next((max(begin, now) for begin, end in running.windows if end > now), now)
        with self.storage.database.reading() as rows:
            zone = zones.of_turn(rows, user, running.began)[0].zone
        return counts.astimezone(zone).date() == now.astimezone(zone).date()

    def begin_missed_vacation(self, stream: str, seat: int) -> None:
        """Let a vacation begin today that would have before a flag, had anybody kept time then.

        What was missed is given back: the log says that the service was out of order from when it would have begun.
        """
        game = self.note_outages(self.game(stream))
        clocks, user, now = game.table.clocks, game.table.chairs[seat].user, self.clock()
        if clocks is None or user is None or clocks.clock.vacation != "by_itself":
            return
        late = next((each for each in overdue(clocks, now) if each.seat == seat), None)
        if late is None or late.deadline is None:
            return
        began = max(late.deadline - JUST_BEFORE, late.since)
        known = clocks.noted is not None and clocks.noted > began
        if began < late.deadline and not known and self._is_away(user, late, clocks.clock):
            self._by_itself(game, [CalendarChanged(seat=seat), OutageNoted(began=began, ended=now)])

    def _is_away(self, user: str, running: Running, agreed: Clock) -> bool:
        """Somebody is away today, if only from now on; not so if the table or the year has no days left."""
        now = self.clock()
        with self.storage.database.counting(user) as rows:
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

    def _by_itself(self, game: Game, facts: Sequence[Fact]) -> Game:
        """Nobody does it, for no seat."""
        if not facts:
            return game
        acted: list[Acted] = [(fact, None) for fact in facts]
        write = Write(actor="", expected=game.version, command=f"time-{game.version}")
        return self._write(game.id, write, lambda game: Decision(acted))


def _is_about_to_run_out(clocks: Clocks, seat: int, now: datetime) -> bool:
    running = clocks.of(seat) if clocks.clock.vacation == "by_itself" else None
    return running is not None and running.deadline is not None and now < running.deadline <= now + JUST_BEFORE
