"""Export and import of games."""

from __future__ import annotations

from typing import Any

from flask import Response, request, url_for
from flask_babel import gettext

from service import auth
from service.api.blueprint import Resource, tagged
from service.api.game.tables import Tagged
from service.container import services
from service.http import limits, messages
from service.http.problems import Problem
from service.http.request_bodies import work_slot
from service.presenters import games
from service.schemas.fields import Look
from service.schemas.tables import Table
from service.transfer.export import export_lines
from service.transfer.file_problems import WrongFile
from service.transfer.importing import AlreadyHere, import_file
from service.transfer.personal_data_export import archive

blueprint = Resource("files", __name__, url_prefix="/api", description="Games as files")

NDJSON = "application/x-ndjson"
ZIP = "application/zip"


@blueprint.route("/games/<stream:id>/export")
@blueprint.etag
@blueprint.arguments(Look, location="query")
@blueprint.response(200, {"type": "string"}, content_type=NDJSON)
def export(query: dict[str, Any], id: str) -> Any:
    """The whole log as a file

    Of a game that is over: complete, to be verified offline with ``daybook verify``. Of a running one: as you may see
    it.
    """
    seen = auth.view_game(id, query.get("seat"))
    blueprint.show_version(seen)
    name = f'attachment; filename="daybook-{id}.ndjson"'
    lines = b"".join(export_lines(services().handler, seen.game, seen.viewer))
    return Response(lines, content_type=NDJSON, headers={"Content-Disposition": name})


@blueprint.route("/users/me/data-export")
@blueprint.response(200, {"type": "string", "format": "binary"}, content_type=ZIP)
def data_export() -> Any:
    """All that is held about you

    A ZIP file: your account in ``account.json``, your games in ``games``, as you may see them, and the tournaments
    that you organise in ``tournaments``. It contains no links, tokens, keys or other secrets, no counts for limits,
    and no responses that are kept for repeated requests.
    """
    user = auth.required_user()
    with work_slot():
        content = archive(services(), user)
    headers = {"Content-Disposition": 'attachment; filename="daybook-data.zip"', "Cache-Control": "no-store"}
    return Response(content, content_type=ZIP, headers=headers)


@blueprint.route("/import", methods=["POST"])
@limits.imports
@blueprint.returns(201, Table)
@blueprint.doc(
    requestBody={
        "required": True,
        "description": "An export of Daybook, or a record of play; packed with gzip as `application/gzip`",
        "content": {
            NDJSON: {"schema": {"type": "string"}},
            "application/json": {"schema": {"type": "object"}},
        },
    }
)
def import_game() -> Tagged:
    """Bring in a game from a file

    An export is verified, a record of play is played again command by command; where something is wrong, nothing is
    stored, and the first wrong line is named. The game says that it was brought in, and by whom; it is in no list but
    your own until you list it.
    """
    user = auth.required_user()
    try:
        with work_slot():
            game = import_file(services().handler, user.id, request.get_data())
    except WrongFile as error:
        raise _wrong(error) from error
    except AlreadyHere as error:
        here = url_for("games.one", id=error.stream)
        raise Problem("refused", gettext("This game is here already."), game=here) from error
    seen = auth.view_game(game)
    return games.seated(seen), tagged(seen) | {"Location": url_for("games.one", id=game)}


def _wrong(error: WrongFile) -> Problem:
    found = error.problem
    members: dict[str, Any] = {"line": found.line, "verdict": found.kind, "differences": found.differences}
    if found.rule is not None:
        members["rule"] = found.rule
    return Problem("illegal-record", messages.text(found.detail), **members)
