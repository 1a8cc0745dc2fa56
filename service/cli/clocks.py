"""Clocks on the command line: deadlines and vacations."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

import click

from projections import deadlines
from projections.db_protocol import parsed
from projections.deadlines import FIRST
from service.accounts.display_names import Names
from service.accounts.users import User
from service.calendars import vacation_commands
from service.cli.accounts import ME, found_user, refusals_as_errors
from service.cli.database import open_daybook
from service.cli.terminal.exit_codes import NotFound
from service.cli.terminal.printing import say
from service.usecases.command_handler import CommandHandler

MOST = 100
"""Deadlines printed by default."""

_NEVER = "9999"
"""After every deadline."""

DAY = click.DateTime(formats=["%Y-%m-%d"])


@click.command()
@click.option("--most", type=click.IntRange(1, 10_000), default=MOST, show_default=True, help="How many at most.")
def clocks(most: int) -> None:
    """Print whose time runs out next, the earliest first, one a line: until when, the game, the seat, the person."""
    with open_daybook() as handler:
        with handler.storage.database.reading() as rows:
            found = deadlines.due(rows, _NEVER, FIRST, most)
        names = Names(handler.storage.database).of_people(due.user for due in found)
        for due in found:
            until = parsed(due.deadline).isoformat(timespec="seconds")
            name = names.get(due.user, "A former player")
            say(f"{until}  {due.stream}  {due.seat + 1}  {name}")


@click.group()
def vacation() -> None:
    """List, plan and cancel days on which your clocks stand still, at the tables that allow it."""


@vacation.command(name="list")
@ME
def list_planned(me: str) -> None:
    """Print your vacations that are not over, one a line: the first and the last day; and the days left this year."""
    with _of(me) as (handler, user):
        planned, left = vacation_commands.planned(handler.storage, user.id, handler.clock())
        for each in planned:
            say(f"{each.first}  {each.last}{'  by itself' if each.by_itself else ''}")
        say(f"{left} days left this year.")


@vacation.command()
@click.argument("first", type=DAY)
@click.argument("last", type=DAY)
@ME
def plan(first: datetime, last: datetime, me: str) -> None:
    """Be away from the day FIRST to the day LAST (2027-03-01), in your own zone. Exit code 4: that cannot be."""
    with _of(me) as (handler, user):
        vacation_commands.plan(handler.storage, user.id, first.date(), last.date(), handler.clock())


@vacation.command()
@click.argument("first", type=DAY)
@ME
def cancel(first: datetime, me: str) -> None:
    """Not be away from the day FIRST on, or no longer; of a vacation that has begun the days up to today remain."""
    with _of(me) as (handler, user):
        if not vacation_commands.cancel(handler.storage, user.id, first.date(), handler.clock()):
            raise NotFound(f"{user.name} has no vacation that begins on {first.date()}.")


@contextmanager
def _of(me: str) -> Iterator[tuple[CommandHandler, User]]:
    """Yield the use cases and a user; report refusals within."""
    with open_daybook() as handler, refusals_as_errors():
        yield handler, found_user(handler.storage, me)
