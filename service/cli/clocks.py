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
from service.cli.accounts import USER, found_user, refusals_as_errors
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
@click.option(
    "--limit", type=click.IntRange(1, 10_000), default=MOST, show_default=True, help="The maximum number of results."
)
def clocks(limit: int) -> None:
    """Print the next deadlines, earliest first.

    Each line shows the time, the game, the seat and the player.
    """
    with open_daybook() as handler:
        with handler.storage.database.reading() as rows:
            found = deadlines.due(rows, _NEVER, FIRST, limit)
        names = Names(handler.storage.database).of_people(due.user for due in found)
        for due in found:
            until = parsed(due.deadline).isoformat(timespec="seconds")
            name = names.get(due.user, "A former player")
            say(f"{until}  {due.stream}  {due.seat + 1}  {name}")


@click.group()
def vacation() -> None:
    """List, schedule and cancel your vacations.

    During a vacation, your clocks pause at tables that allow it.
    """


@vacation.command(name="list")
@USER
def list_planned(username: str) -> None:
    """Print your current and future vacations, and the days left."""
    with _of(username) as (handler, user):
        planned, left = vacation_commands.planned(handler.storage, user.id, handler.clock())
        for each in planned:
            say(f"{each.first}  {each.last}{'  automatic' if each.by_itself else ''}")
        say(f"Days left this year: {left}")


@vacation.command()
@click.argument("first", type=DAY)
@click.argument("last", type=DAY)
@USER
def plan(first: datetime, last: datetime, username: str) -> None:
    """Schedule a vacation from FIRST to LAST.

    Write dates as 2027-03-01. They are in your time zone. Exit code 4: the vacation is not allowed.
    """
    with _of(username) as (handler, user):
        vacation_commands.plan(handler.storage, user.id, first.date(), last.date(), handler.clock())


@vacation.command()
@click.argument("first", type=DAY)
@USER
def cancel(first: datetime, username: str) -> None:
    """Cancel the vacation that starts on FIRST. If it has started, the days up to today still count."""
    with _of(username) as (handler, user):
        if not vacation_commands.cancel(handler.storage, user.id, first.date(), handler.clock()):
            raise NotFound(f"{user.name} has no vacation that starts on {first.date()}.")


@contextmanager
def _of(username: str) -> Iterator[tuple[CommandHandler, User]]:
    """Yield the use cases and a user; report refusals within."""
    with open_daybook() as handler, refusals_as_errors():
        yield handler, found_user(handler.storage, username)
