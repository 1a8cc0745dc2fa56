"""Explanations of automatic decisions: part of a game's page, and a page of its own."""

from __future__ import annotations

from flask import render_template, request

from service import auth
from service.pages.blueprint import page_blueprint
from service.pages.game import position
from service.pages.game.shown_events import standalone, with_reasons
from service.presenters import games
from service.presenters.history.events import fact_at

blueprint = page_blueprint("explanations", "/games/<stream:stream>")


@blueprint.get("/explanations/<int:version>")
def page(stream: str, version: int) -> str:
    """Show one fact and its explanation; scripts copy it into the page of the game."""
    seen = auth.view_game(stream, request.args.get("seat", type=int))
    event, _ = fact_at(seen, version)
    return render_template(
        "game/explanation.html",
        **position.beside(seen, games.viewed(seen)),
        event=with_reasons(seen, standalone(event)),
    )
