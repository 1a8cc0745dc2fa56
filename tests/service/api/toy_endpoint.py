"""An endpoint as small as one can be, which follows service/api/README.md."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields

from service.api.blueprint import Resource
from service.auth import required_user, view_game
from service.schemas.fields import described, text

blueprint = Resource("toy", __name__, url_prefix="/api/games/<stream:id>/toy", description="A toy")


class NewNote(Schema):
    """A note."""

    note = text(20, required=True, metadata=described("What you note", "well played"))


class NoteSchema(Schema):
    """A note on a game."""

    game = fields.String(required=True, metadata=described("The game's title", "Evening"))
    note = fields.String(required=True, metadata=described("What was noted", "well played"))
    by = fields.String(required=True, metadata=described("The user's name", "Ada"))


@blueprint.route("", methods=["POST"])
@blueprint.arguments(NewNote)
@blueprint.response(200, NoteSchema)
def note(body: dict[str, Any], id: str) -> Any:
    """Note something"""
    return {"game": view_game(id).title, "note": body["note"], "by": required_user().name}
