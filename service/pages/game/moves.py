"""Forms for a player's actions other than moves: undo, redo, undo requests, ending turns automatically, resigning;
opening, commenting and hiding branches, and letting a bot continue them.

Scripts make moves through the API.
"""

from __future__ import annotations

from flask import redirect, request, url_for
from flask_babel import gettext
from werkzeug.wrappers import Response

from domain.game import Viewer
from service import auth
from service.auth import SeatContext
from service.container import services
from service.pages.blueprint import page_blueprint
from service.pages.forms import command_context, valid
from service.pages.game.seats import back
from service.schemas.history import BranchComment, BranchName, NewBranch
from service.usecases import branch_links, branch_play, branches, moves, tables

blueprint = page_blueprint("moves", "/games/<stream:stream>")


@blueprint.post("/undo")
def undo(stream: str) -> Response:
    """Undo moves at once."""
    acting = _acting(stream)
    services().handler.run(moves.undo(services().handler, stream, command_context(acting), _to()))
    return back(stream)


@blueprint.post("/redo")
def redo(stream: str) -> Response:
    """Redo what was undone."""
    acting = _acting(stream)
    services().handler.run(moves.redo(services().handler, stream, command_context(acting), _to()))
    return back(stream)


@blueprint.post("/undo-request")
def request_undo(stream: str) -> Response:
    """Ask the other players for an undo."""
    acting = _acting(stream)
    services().handler.run(moves.request_undo(services().handler, stream, command_context(acting), _to()))
    return back(stream)


@blueprint.post("/undo-response")
def answer_undo(stream: str) -> Response:
    """Grant or refuse the open undo request; its sender withdraws it by refusing."""
    acting = _acting(stream)
    services().handler.run(
        moves.answer_undo(services().handler, stream, command_context(acting), request.form.get("granted") == "yes")
    )
    return back(stream)


@blueprint.post("/confirmation")
def set_confirmation(stream: str) -> Response:
    """Let your turns end automatically, or confirm each."""
    acting = _acting(stream)
    automatic = "automatic" in request.form
    tables.set_turn_confirmation(services().handler, stream, command_context(acting), automatic)
    return back(stream)


@blueprint.post("/abandon")
def abandon(stream: str) -> Response:
    """Agree to end the game without a result, or withdraw the agreement."""
    acting = _acting(stream)
    agrees = request.form.get("agrees") == "yes"
    tables.agree_to_abandon(services().handler, stream, command_context(acting), agrees)
    return back(stream)


@blueprint.post("/branch")
def open_branch(stream: str) -> Response:
    """Open a branch at a version, and go there."""
    auth.required_user()
    seen = auth.view_game(stream, invitation=request.form.get("invite"))
    at = request.form.get("at", type=int)
    wanted = {"at": seen.now.version if at is None else at, "name": request.form.get("name", "").strip()}
    body = valid(NewBranch(), wanted if wanted["name"] else {**wanted, "name": gettext("Branch")})
    viewer: Viewer = seen.viewer
    opened = branches.open_branch(
        services().handler, stream, command_context(seen), at=body["at"], viewer=viewer, name=body["name"]
    )
    return redirect(url_for("game.page", stream=opened.id, invite=auth.invitation_to_root(seen.now)), 303)


@blueprint.post("/rename")
def rename_branch(stream: str) -> Response:
    """Rename your own branch."""
    user = auth.required_user()
    seen = auth.view_game(stream)
    body = valid(BranchName(), {"name": request.form.get("name", "").strip()})
    branches.rename(services().storage.database, seen.game, user.id, body["name"])
    services().display_names.changed()
    return back(stream)


@blueprint.post("/comment")
def comment_branch(stream: str) -> Response:
    """Comment on your own branch."""
    user = auth.required_user()
    seen = auth.view_game(stream)
    body = valid(BranchComment(), {"comment": " ".join(request.form.get("comment", "").split())})
    branches.comment(services().storage.database, seen.game, user.id, body["comment"])
    services().display_names.changed()
    return back(stream)


@blueprint.post("/hide")
def hide_branch(stream: str) -> Response:
    """Hide your own branch, or show it again."""
    user = auth.required_user()
    seen, hidden = auth.view_game(stream), request.form.get("hidden") == "yes"
    branches.set_hidden(services().storage.database, seen.game, seen.now.root, user.id, hidden)
    return back(stream)


@blueprint.post("/link")
def share_branch(stream: str) -> Response:
    """Share your own branch by a link, or revoke the link."""
    user = auth.required_user()
    change = branch_links.share if request.form.get("shared") == "yes" else branch_links.end
    change(services().storage.database, auth.view_game(stream).game, user.id)
    return back(stream)


@blueprint.post("/play-bot")
def play_bot_turn(stream: str) -> Response:
    """Let a bot take the current turn of a branch."""
    acting = _acting(stream)
    services().handler.run(
        branch_play.play_bot_turn(services().handler, stream, command_context(acting), request.form.get("bot", ""))
    )
    return back(stream)


def _acting(stream: str) -> SeatContext:
    return auth.authorize_seat(stream, request.form.get("seat", type=int))


def _to() -> int | None:
    return request.form.get("to", type=int)
