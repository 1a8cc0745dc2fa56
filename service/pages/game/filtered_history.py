"""The history by seat, kind and place: a page of its own, whose entries scripts load into the game's page."""

from __future__ import annotations

from flask import render_template, request

from service import auth
from service.pages.blueprint import page_blueprint
from service.pages.game import position
from service.pages.game.shown_events import standalone
from service.presenters import games
from service.presenters.history import filters as history_filters
from service.presenters.history.events import events
from service.presenters.history.filters import HistoryFilter

blueprint = page_blueprint("filtered_history", "/games/<stream:stream>")

ENTRIES = 50
"""The maximum of entries on a page; earlier ones are on further pages."""


@blueprint.get("/history")
def page(stream: str) -> str:
    """Show the history by ``?player_seat=``, ``?kind=`` and ``?place=``, the latest first, ``?before=`` a version."""
    seen = auth.view_game(stream, request.args.get("seat", type=int))
    filters = HistoryFilter(
        request.args.get("player_seat", type=int), request.args.get("kind") or None, request.args.get("place") or None
    )
    after_now = seen.now.version + 1
    before = min(request.args.get("before", after_now, type=int), after_now)
    found = history_filters.backward(seen, filters, before, ENTRIES)
    return render_template(
        "game/filtered_history.html",
        **position.beside(seen, games.viewed(seen)),
        first=seen.now.first,
        filters=filters,
        kinds=history_filters.kinds(seen),
        events=[standalone(event) for event in events(seen, found.happened)],
        reached=found.reached,
    )
