"""Import of games from files, and listing them."""

from __future__ import annotations

from typing import Any

from flask import redirect, render_template, request, url_for
from flask_babel import gettext
from werkzeug.wrappers import Response

from service import auth
from service.container import services
from service.http import limits, messages
from service.http.request_bodies import work_slot
from service.pages.blueprint import page_blueprint
from service.pages.forms import flash_note
from service.pages.game.seats import back
from service.transfer.file_problems import FileProblem, WrongFile
from service.transfer.importing import AlreadyHere, import_file
from service.usecases import visibility

blueprint = page_blueprint("imports", "/games")


@blueprint.get("/import")
def upload_form() -> str:
    """Show the form to choose a file."""
    auth.required_user()
    return render_template("lobby/import_game.html", wrong=None)


@blueprint.post("/import")
@limits.imports
def upload() -> Any:
    """Verify the file and store its game; the first wrong line is shown beside the form, and nothing is stored."""
    user = auth.required_user()
    sent = request.files.get("file")
    try:
        with work_slot():
            stream = import_file(services().handler, user.id, sent.read() if sent else b"")
    except WrongFile as error:
        return render_template("lobby/import_game.html", wrong=_shown_problem(error.problem)), 422
    except AlreadyHere as error:
        stream = error.stream
        flash_note("good", gettext("This game already exists here."))
    return redirect(url_for("game.page", stream=stream), 303)


@blueprint.post("/<stream:stream>/listing")
def set_listed(stream: str) -> Response:
    """List an imported game, or unlist it."""
    game = auth.require_owner(stream).game
    visibility.set_listed(services().storage, game, request.form.get("listed") == "yes")
    return back(stream)


def _shown_problem(problem: FileProblem) -> dict[str, Any]:
    return {"line": problem.line, "detail": messages.text(problem.detail), "rule": problem.rule}
