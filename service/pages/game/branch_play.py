"""Playing a branch in its game: a preview, then one confirmation."""

from __future__ import annotations

from collections.abc import Sequence

from flask import redirect, render_template, request, url_for
from flask_babel import gettext
from werkzeug.wrappers import Response

from domain.table.seating import seats_of
from projections.branches import Branch
from service import auth
from service.auth import ViewerContext
from service.container import services
from service.pages.blueprint import page_blueprint
from service.pages.forms import command_context, flash_note
from service.pages.game import position
from service.presenters import games, listings
from service.usecases import branch_play

blueprint = page_blueprint("branch_play", "/games/<stream:stream>/branches/<stream:branch>/play")


def offered(seen: ViewerContext, own: Sequence[Branch]) -> list[dict[str, str]]:
    """Return the user's branches, of these, that continue from the game's present, with their titles."""
    mine = seats_of(seen.now.table, seen.user.id) if seen.user else []
    if not mine or not own or seen.now.table.phase != "running":
        return []  # without a replay of the game
    found = branch_play.playable(services().handler, seen.game, [branch.stream for branch in own], mine)
    names = listings.titles_of([branch for branch in own if branch.stream in found])
    return [{"stream": stream, "name": names[stream]} for stream in found]


@blueprint.get("")
def page(stream: str, branch: str) -> str:
    """Show what the user's moves in a branch would do in the game now, and which no longer fit."""
    seen = auth.view_game(branch)
    acting = auth.authorize_seat(stream, request.args.get("seat", type=int))
    found = branch_play.fitting(services().handler, acting.game, branch, acting.seat)
    return render_template(
        "game/branch_play.html",
        stream=stream,
        branch=branch,
        title=acting.title,
        name=seen.title,
        seat=acting.seat,
        invite=auth.invitation_borne(seen.now),
        names=position.names(acting),
        rules=acting.now.ruleset,
        tried=games.foreseen(acting, found.acted),
        left=games.left_over(seen, found),
    )


@blueprint.post("")
def play(stream: str, branch: str) -> Response:
    """Make the moves, as far as they fit, on the version that the page showed."""
    auth.view_game(branch, invitation=request.form.get("invite"))
    acting = auth.authorize_seat(stream, request.form.get("seat", type=int))
    attempts = branch_play.play_branch(services().handler, stream, command_context(acting), branch)
    made = services().handler.committed(attempts)
    if made.outcome is not None and made.outcome.left:
        flash_note("wrong", gettext("Only the first moves were made. The others are no longer possible."))
    return redirect(url_for("game.page", stream=stream), 303)
