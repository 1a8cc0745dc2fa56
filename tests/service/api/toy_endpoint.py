"""A minimal endpoint, which follows service/api/README.md."""

from __future__ import annotations

from typing import Annotated, Any

from marshmallow import Schema
from msgspec import Struct

from service.api.blueprint import Resource
from service.auth import required_user, view_game
from service.schemas.fields import described, text
from service.schemas.from_struct import about

blueprint = Resource("toy", __name__, url_prefix="/api/games/<stream:id>/toy", description="A toy")


class NewNote(Schema):
    """A note."""

    note = text(20, required=True, metadata=described("What you note", "well played"))


class Note(Struct):
    """A note on a game."""

    game: Annotated[str, about("The game's title", "Evening")]
    note: Annotated[str, about("What was noted", "well played")]
    by: Annotated[str, about("The user's name", "Ada")]


@blueprint.route("", methods=["POST"])
@blueprint.arguments(NewNote)
@blueprint.returns(200, Note)
def note(body: dict[str, Any], id: str) -> Note:
    """Note something"""
    return Note(view_game(id).title, body["note"], required_user().name)
