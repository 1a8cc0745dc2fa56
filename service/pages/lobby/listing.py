"""Lists of games, on the front page and on pages of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from flask import render_template, request
from flask_babel import gettext, lazy_gettext

from domain.game import ruleset, rulesets
from projections import game_list
from projections.game_list import Filter, ListedGame, Pace
from service import queries
from service.accounts.display_names import ResolvedNames
from service.accounts.users import User
from service.auth import current_user, required_user
from service.chat import read_receipts
from service.container import services
from service.http import messages, pagination
from service.http.problems import Problem
from service.pages.blueprint import page_blueprint
from service.pages.seat_markers import marking
from service.presenters import listings
from service.readmodels import failed_streams

blueprint = page_blueprint("listing", "/games")

SHOWN = 30
"""Games in each list."""
LISTS = {
    "mine": lazy_gettext("Your games"),
    "open": lazy_gettext("Open tables"),
    "needs_players": lazy_gettext("Replacements wanted"),
    "running": lazy_gettext("Games to watch"),
    "finished": lazy_gettext("Finished games"),
}

PACES = {
    "none": lazy_gettext("No clock"),
    "days_per_turn": lazy_gettext("Days per turn"),
    "bank": lazy_gettext("Time bank"),
}


@blueprint.get("")
def page() -> str:
    """Show a list of games, of one kind if requested, the latest change first; older ones page by page."""
    which, kind = request.args.get("list", "finished"), request.args.get("ruleset") or None
    pace = request.args.get("pace") or None
    if which not in LISTS or kind not in (None, *rulesets()) or pace not in (None, *PACES):
        raise Problem("not-found", gettext("Game list not found."))
    user = required_user() if which == "mine" else current_user()
    after = pagination.decode_cursor(request.args.get("cursor"), game_list.START, game_list.Cursor)
    with queries.latest("tables") as rows:
        name = user.id if user else ""
        found = game_list.find(
            rows, name, cast(Filter, which), ruleset=kind, pace=cast(Pace | None, pace), after=after, limit=SHOWN
        )
    older = pagination.encode_cursor((found[-1].updated_at, found[-1].stream)) if len(found) == SHOWN else None
    return render_template(
        "lobby/game_list.html",
        lists_of=LISTS,
        which=which,
        kind=kind,
        pace=pace,
        paces=PACES,
        rulesets=rulesets().values(),
        games=listed(found, unread_in(found, user)),
        failed=failed_streams.among(services().storage.database, (table.stream for table in found)),
        older=older,
    )


def listed(found: Sequence[ListedGame], unread: Mapping[str, int]) -> list[dict[str, Any]]:
    """Return the lines of a list: a running game with its position, an imported one with its importer.

    ``unread`` has the numbers of unread messages by game.
    """
    called, importers = listings.called(found), listings.importers_of(found)
    return [_line(table, called[table.stream], importers) | {"unread": unread.get(table.stream, 0)} for table in found]


def unread_in(found: Sequence[ListedGame], user: User | None) -> dict[str, int]:
    """Return the numbers of unread messages in the user's own games."""
    own = [table.stream for table in found if user and any(seat.user == user.id for seat in table.seats)]
    if user is None or not own:
        return {}
    with services().storage.database.reading() as rows:
        return read_receipts.unread_of(rows, own, user.id)


def _line(table: ListedGame, called: ResolvedNames, importers: Mapping[str, str]) -> dict[str, Any]:
    names = called.seats
    acting = [seat for seat in table.seats if seat.to_act]
    glance = table.glance if table.phase == "running" else None
    return {
        "id": table.stream,
        "name": called.title,
        "names": names,
        "title": ruleset(table.ruleset).title,
        "ruleset": table.ruleset,
        "version": table.version,
        "phase": table.phase,
        "private": table.private,
        "listed": table.listed,
        "imported": table.imported is not None,
        "importer": importers.get(table.imported.by) if table.imported else None,
        "seats": table.seats,
        "mark_of": marking(table.glance.emblems if table.glance else ()),
        "free": sum(seat.free for seat in table.seats),
        "acting": [names[seat.seat] for seat in acting],
        "reason": messages.text(acting[0].to_act, names) if acting and acting[0].to_act else "",
        "late": any(seat.late for seat in table.seats),
        "wanted": any(seat.offered for seat in table.seats),
        "deadline": min((seat.deadline for seat in table.seats if seat.deadline), default=None),
        "headline": messages.text(glance.headline, names) if glance else "",
        "points": glance.points if glance else [],
        "ranking": [(place, names[place.seat]) for place in table.ranking],
        "at": table.updated_at,
    }
