"""Deadlines as a calendar feed at a private address, and vacations by forms."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from flask import Response, redirect, request, url_for
from flask_babel import gettext
from werkzeug.wrappers import Response as AnyResponse

from projections import game_list
from projections.db_protocol import parsed
from service import queries
from service.accounts.users import User
from service.auth import required_user
from service.calendars import vacation_commands
from service.container import services
from service.pages import feed
from service.pages.blueprint import page_blueprint
from service.pages.forms import InvalidForm, checked, flash_note
from service.presenters import listings
from service.schemas.time import VacationQuery, VacationSchema
from service.user_text import without_unfit

if TYPE_CHECKING:
    from icalendar import Event

blueprint = page_blueprint("calendar")

SHOWN = 200
"""The maximum of deadlines."""

DURATION = timedelta(minutes=15)
"""The duration of an event, from the deadline on: calendars hide events without a duration."""


@blueprint.get("/users/<stream:user>/deadlines.ics")
def deadlines(user: str) -> Response:
    """Return a calendar of a user's deadlines, for holders of its key: an entry per turn, which moves with the
    deadline.
    """
    from icalendar import Calendar  # slow to import, so only in processes that serve calendars

    found = feed.owner(user)
    calendar = Calendar()
    calendar.add("prodid", "-//Daybook//Deadlines//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", gettext("Deadlines for %(name)s", name=without_unfit(found.name)))
    with queries.latest("tables") as rows:
        games = game_list.find(rows, found.id, "my_turn", limit=SHOWN)
    known = listings.called(games)
    for table in games:
        for seat in table.seats:
            if seat.user == found.id and seat.deadline is not None:
                calendar.add_component(_event(table, known[table.stream].title, seat.seat, parsed(seat.deadline)))
    return Response(calendar.to_ical(), content_type="text/calendar; charset=utf-8")


def _event(table: game_list.ListedGame, title: str, seat: int, deadline: datetime) -> Event:
    from icalendar import Event

    event = Event()
    event.add("uid", f"{table.stream}-{seat}@daybook")
    event.add("dtstamp", parsed(table.updated_at).replace(microsecond=0))
    event.add("dtstart", deadline.replace(microsecond=0))
    event.add("duration", DURATION)
    event.add("summary", gettext("Deadline in %(name)s", name=without_unfit(title)))
    event.add("url", url_for("game.page", stream=table.stream, _external=True))
    return event


def address(user: User) -> str:
    """Return the URL of a user's calendar; like the feed's, it changes with the password."""
    return url_for("calendar.deadlines", user=user.id, key=feed.key_of(user), _external=True)


@blueprint.post("/account/vacations")
def add_vacation() -> AnyResponse:
    """Schedule a vacation."""
    user, own = required_user(), services()
    body, faults = checked(VacationSchema(), {name: request.form.get(name, "") for name in ("first", "last")})
    if faults:
        raise InvalidForm({"first": gettext("Enter the first and the last day.")})
    vacation_commands.plan(own.storage, user.id, body["first"], body["last"], own.handler.clock())
    flash_note(
        "good", gettext("Vacation scheduled. It applies to turns that start later, at tables that allow vacations.")
    )
    return redirect(url_for("accounts.account"), 303)


@blueprint.post("/account/vacations/cancel")
def cancel_vacation() -> AnyResponse:
    """Cancel a vacation."""
    user, own = required_user(), services()
    body, faults = checked(VacationQuery(), {"first": request.form.get("first", "")})
    if faults or not vacation_commands.cancel(own.storage, user.id, body["first"], own.handler.clock()):
        flash_note("wrong", gettext("Vacation not found. Reload the page to see your vacations."))
    return redirect(url_for("accounts.account"), 303)
