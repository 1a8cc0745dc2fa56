"""Vacations: days on which a user's clocks stop at the tables that allow it."""

from __future__ import annotations

from typing import Any

from flask_babel import gettext

from service.accounts.users import User
from service.api.blueprint import Resource
from service.auth import required_user
from service.calendars import vacation_commands
from service.container import services
from service.http.problems import Problem
from service.schemas.time import Vacation, VacationQuery, Vacations, VacationSchema

blueprint = Resource("vacations", __name__, url_prefix="/api/users/me/vacations", description="Vacations")


@blueprint.route("")
@blueprint.returns(200, Vacations)
def vacations() -> Vacations:
    """List your vacations"""
    return _shown(required_user())


@blueprint.route("", methods=["POST"])
@blueprint.arguments(VacationSchema)
@blueprint.returns(200, Vacations)
def plan(body: dict[str, Any]) -> Vacations:
    """Schedule a vacation

    Choose days in your time zone, from today on. You have 30 days a year. A vacation applies to turns that start
    after you schedule it; running deadlines do not move. There is one exception: at tables where vacations start
    automatically, a scheduled day extends a running turn just before your time runs out.
    """
    user, own = required_user(), services()
    vacation_commands.plan(own.storage, user.id, body["first"], body["last"], own.handler.clock())
    return _shown(user)


@blueprint.route("", methods=["DELETE"])
@blueprint.arguments(VacationQuery, location="query")
@blueprint.returns(200, Vacations)
def cancel(query: dict[str, Any]) -> Vacations:
    """Cancel a vacation

    Days that have started anywhere on Earth are used up. You get the other days back. In running turns, clocks that
    skipped those days count them again.
    """
    user, own = required_user(), services()
    if not vacation_commands.cancel(own.storage, user.id, query["first"], own.handler.clock()):
        raise Problem("not-found", gettext("Vacation not found."))
    return _shown(user)


def _shown(user: User) -> Vacations:
    planned, left = vacation_commands.planned(services().storage, user.id, services().handler.clock())
    return Vacations([Vacation(each.first, each.last, each.by_itself) for each in planned], left)
