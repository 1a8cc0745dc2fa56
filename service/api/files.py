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

blueprint = Resource("files", __name__, url_prefix="/api", description="Imports and exports")

NDJSON = "application/x-ndjson"
ZIP = "application/zip"


@blueprint.route("/games/<stream:id>/export")
@blueprint.etag
@blueprint.arguments(Look, location="query")
@blueprint.response(200, {"type": "string"}, content_type=NDJSON)
def export(query: dict[str, Any], id: str) -> Any:
    """Export a game

    The file of a finished game contains its complete log; ``daybook verify`` verifies it offline. The file of a running
    game contains what you can see.
    """
    seen = auth.view_game(id, query.get("seat"))
    blueprint.show_version(seen)
    name = f'attachment; filename="daybook-{id}.ndjson"'
    lines = b"".join(export_lines(services().handler, seen.game, seen.viewer))
    return Response(lines, content_type=NDJSON, headers={"Content-Disposition": name})


@blueprint.route("/users/me/data-export")
@blueprint.response(200, {"type": "string", "format": "binary"}, content_type=ZIP)
def data_export() -> Any:
    """Export your data

    The ZIP file contains your account in ``account.json``, your games as you can see them in ``games``, and the
    tournaments that you organise in ``tournaments``. It does not contain links, tokens, keys or other secrets,
    rate-limit counters, or responses stored for repeated requests.
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
        "description": "An export of Daybook or a record of play. Send a gzipped file as `application/gzip`.",
        "content": {
            NDJSON: {"schema": {"type": "string"}},
            "application/json": {"schema": {"type": "object"}},
        },
    }
)
def import_game() -> Tagged:
    """Import a game

    Daybook verifies an export, or replays a record of play command by command. If it finds an error, it stores
    nothing and reports the first wrong line. The game is marked as imported by you. It appears only in your own lists
    until you list it.
    """
    user = auth.required_user()
    try:
        with work_slot():
            game = import_file(services().handler, user.id, request.get_data())
    except WrongFile as error:
        raise _wrong(error) from error
    except AlreadyHere as error:
        here = url_for("games.one", id=error.stream)
        raise Problem("refused", gettext("This game has already been imported."), game=here) from error
    seen = auth.view_game(game)
    return games.seated(seen), tagged(seen) | {"Location": url_for("games.one", id=game)}


def _wrong(error: WrongFile) -> Problem:
    found = error.problem
    members: dict[str, Any] = {"line": found.line, "verdict": found.kind, "differences": found.differences}
    if found.rule is not None:
        members["rule"] = found.rule
    return Problem("illegal-record", messages.text(found.detail), **members)
