"""Limits hold for simultaneous requests."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from threading import Barrier

from domain.table.clock.options import DAYS_A_YEAR
from domain.table.refusals import Refused
from service.accounts import profiles, sessions
from service.accounts.profiles import Profile
from service.accounts.sessions import Sessions
from service.accounts.users import Accounts
from service.calendars import vacation_commands, zones
from service.notifications import channels
from service.storage import Storage
from service.usecases import invitees

TOGETHER = 8
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def at_once(act: Callable[[int], object]) -> None:
    """Call a function several times simultaneously; some calls may be refused."""
    ready = Barrier(TOGETHER)

    def one(number: int) -> None:
        ready.wait()
        with suppress(Refused, channels.TooMany):
            act(number)

    with ThreadPoolExecutor(TOGETHER) as pool:
        list(pool.map(one, range(TOGETHER)))


def test_vacation_days_per_year_are_limited(storage: Storage) -> None:
    first = NOW.date()

    def plan(number: int) -> None:
        day = first + timedelta(days=8 * number)
        vacation_commands.plan(storage, "ada", day, day + timedelta(days=5), NOW)

    at_once(plan)
    _, left = vacation_commands.planned(storage, "ada", NOW)
    assert left == DAYS_A_YEAR % 6


def test_channels_per_user_are_limited(storage: Storage) -> None:
    def add(number: int) -> None:
        with storage.database.counting("ada") as rows:
            channels.add(rows, "ada", "ntfy", "", f"https://ntfy.example/{number}", NOW)

    for number in range(TOGETHER, TOGETHER + channels.MOST - 1):
        add(number)
    at_once(add)
    with storage.database.reading() as rows:
        assert len(channels.of_user(rows, "ada")) == channels.MOST


def test_invitees_per_table_are_limited(storage: Storage) -> None:
    for number in range(invitees.MOST - 1):
        invitees.invite(storage.database, "game", f"guest {number}", None, "ada")
    at_once(lambda number: invitees.invite(storage.database, "game", f"late {number}", None, "ada"))
    assert len(invitees.of_table(storage.database, "game")) == invitees.MOST


def test_sessions_per_user_are_limited(storage: Storage) -> None:
    user = Accounts(storage.database).register("Ada", "password of Ada")
    opened = Sessions(storage.database, timedelta(days=1))
    for _ in range(sessions.MOST - 1):
        opened.open(user, "")
    at_once(lambda number: opened.open(user, ""))
    assert len(opened.of_user(user)) == sessions.MOST


def test_time_zone_changes_per_user_are_limited(storage: Storage) -> None:
    user = Accounts(storage.database).register("Ada", "password of Ada")
    now = datetime.now(UTC)
    names = [f"Etc/GMT-{number}" for number in range(1, 1 + TOGETHER)]
    for number in range(zones.MOST_CHANGES - 2):
        profiles.say(storage, user.id, Profile(time_zone=f"Etc/GMT+{number}"), now + timedelta(minutes=number))
    later = now + timedelta(hours=1)
    at_once(
        lambda number: profiles.say(
            storage, user.id, Profile(time_zone=names[number]), later + timedelta(minutes=number)
        )
    )
    with storage.database.reading() as rows:
        changes = rows.execute("SELECT since FROM time_zones WHERE user_id = :user AND since <> ''", {"user": user.id})
    assert len(changes) == zones.MOST_CHANGES
