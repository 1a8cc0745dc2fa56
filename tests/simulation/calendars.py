"""A second implementation of calendars, to check the hours in which players' clocks run."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from domain import aggregate
from domain.aggregate import Game
from domain.table.clock.facts import ClocksSet, Running
from domain.table.clock.options import Clock
from tests.simulation.community import Away, Community

MONTH = timedelta(days=30)
SECOND = timedelta(seconds=1)


class Lives:
    """The time zones of players over time, and their vacations."""

    def __init__(self, site: Community) -> None:
        self.zones: dict[str, list[tuple[str, str]]] = defaultdict(list)
        self.away: dict[str, list[Away]] = defaultdict(list)
        for user, away in site.given_back:
            self.away[user].append(away)
        with site.storage.database.reading() as rows:
            for row in rows.execute("SELECT * FROM time_zones ORDER BY user_id, since"):
                self.zones[row["user_id"]].append((row["since"], row["zone"]))
            self._now = {row["id"]: row["time_zone"] for row in rows.execute("SELECT id, time_zone FROM users")}
            for row in rows.execute("SELECT * FROM vacations"):
                days = date.fromisoformat(row["first_day"]), date.fromisoformat(row["last_day"])
                self.away[row["user_id"]].append(Away(*days, row["planned_at"]))

    def zones_at(self, user: str, moment: datetime, began: datetime) -> list[ZoneInfo]:
        """Return the time zones that count at a moment of a turn; the first is that in which the turn began."""
        changes = self.zones[user] or [("", self._now[user])]
        begins = [(since, zone) for since, zone in changes if since <= _text(began)]
        ends = [since for since, _ in begins[1:]] + ["9999"]
        counting = [zone for (_, zone), end in zip(begins, ends, strict=True) if end > _text(moment - MONTH)]
        return [ZoneInfo(zone or "UTC") for zone in reversed(counting)]

    def changed_at(self, user: str, moment: datetime) -> bool:
        """Return whether the user's calendar changed at this very instant, before or after the clock was set."""
        changes = {since for since, _ in self.zones[user]} | {each.planned_at for each in self.away[user]}
        return _text(moment) in changes or moment in {each.until for each in self.away[user]}

    def spared(self, user: str, clock: Clock, running: Running, today: date) -> list[tuple[date, date]]:
        """Return the periods of vacation days that a clock does not count when it is set."""
        found: list[tuple[date, date]] = []
        if clock.vacation == "none":
            return found
        for away in self.away[user]:
            if away.until is not None and away.until <= running.since:
                continue
            if away.planned_at > _text(running.since):
                continue
            if away.planned_at <= _text(running.began):
                found.append((away.first, away.last))
            elif clock.vacation == "by_itself" and away.first <= today:
                found.append((away.first, min(away.last, today)))
        return found


def _text(at: datetime) -> str:
    return at.isoformat(timespec="microseconds")


def wrong_windows(lives: Lives, game: Game) -> Iterator[Any]:
    """Yield the moments that a clock counts but should not, or does not count but should."""
    clocks = game.table.clocks
    if clocks is None:
        return
    for record in game.records[:]:
        if isinstance(record.fact, ClocksSet):
            chairs = aggregate.truncated(game, record.originator_version).table.chairs
            for running in record.fact.running:
                user = chairs[running.seat].user
                set_now = running.deadline is not None and running.since == record.at
                if set_now and user is not None and not lives.changed_at(user, running.since):
                    yield from _wrong(lives, clocks.clock, running, user)


def _wrong(lives: Lives, clock: Clock, running: Running, user: str) -> Iterator[Any]:
    here = lives.zones_at(user, running.since, running.began)[0]
    spared = lives.spared(user, clock, running, running.since.astimezone(here).date())
    for moment in _moments(running):
        runs = not running.windows or any(begin <= moment < end for begin, end in running.windows)
        zones = lives.zones_at(user, moment, running.began)
        counts = any(_counts(clock, spared, moment.astimezone(zone)) for zone in zones)
        if runs != counts:
            yield user, moment, runs, running


def _counts(clock: Clock, spared: Sequence[tuple[date, date]], there: datetime) -> bool:
    free = clock.weekends_off and there.weekday() >= 5
    asleep = clock.hours is not None and not clock.hours.first <= there.hour < clock.hours.until
    return not free and not asleep and not any(first <= there.date() <= last for first, last in spared)


def _moments(running: Running) -> list[datetime]:
    """Return some moments within the windows and between them."""
    assert running.deadline is not None
    windows = running.windows or ((running.since, running.deadline),)
    found = [moment for begin, end in windows for moment in (begin, begin + (end - begin) / 2, end - SECOND)]
    found += [begin - SECOND for begin, _ in windows]
    found += [one + (other - one) / 2 for (_, one), (other, _) in itertools.pairwise(windows)]
    return [moment for moment in found if running.since <= moment < running.deadline]
