"""Playing: the position, what may be decided, moves, taking back and bringing again."""

from __future__ import annotations

from typing import Any

from service import access
from service.api.blueprint import Resource, picture
from service.api.writing import given, tried, writing, written
from service.services import services
from service.web import answers, drawings
from service.web.fields import LookAt
from service.web.schemas_play import (
    AnsweringUndo,
    ChoiceSchema,
    DryRun,
    GoingTo,
    MoveAnswerSchema,
    MovedSchema,
    MoveSchema,
    Picking,
    StateSchema,
)

blueprint = Resource("play", __name__, url_prefix="/api/games/<stream:id>", description="Playing a game or a branch")


@blueprint.route("/state")
@blueprint.etag
@blueprint.arguments(LookAt, location="query")
@blueprint.sends(200, StateSchema)
def state(query: dict[str, Any], id: str) -> Any:
    """The position, now or at a version

    As you may see it: with your own hand only while the game runs, with everything when it is over.
    """
    seen, at = access.look(id, query.get("seat")), query.get("at")
    return blueprint.kept(seen, ("state", at), lambda: answers.state(seen, at))


@blueprint.route("/board.svg")
@blueprint.etag
@blueprint.arguments(LookAt, location="query")
@blueprint.response(200, {"type": "string"}, content_type="image/svg+xml")
def board(query: dict[str, Any], id: str) -> Any:
    """The board, now or at a version, drawn as you may see it"""
    seen = access.look(id, query.get("seat"))
    blueprint.show_version(seen)
    return picture(drawings.board(seen, answers.viewed(seen, query.get("at"))))


@blueprint.route("/choices")
@blueprint.etag
@blueprint.arguments(Picking, location="query")
@blueprint.sends(200, ChoiceSchema)
def choices(query: dict[str, Any], id: str) -> Any:
    """What is to be decided next

    One field at a time: send the picks so far, get the values on offer for the next field; when nothing is left to
    decide, the finished command and what it would do.
    """
    acting, picks = access.act(id, query.get("seat")), query["picks"]
    return blueprint.kept(acting, ("choices", acting.seat, *picks), lambda: answers.choice(acting, picks))


@blueprint.route("/moves", methods=["POST"])
@blueprint.etag
@blueprint.arguments(DryRun, location="query")
@blueprint.arguments(MoveSchema)
@blueprint.sends(200, MoveAnswerSchema)
def move(query: dict[str, Any], body: dict[str, Any], id: str) -> Any:
    """Make a move

    By the picks that lead to it, or by its command.
    """
    if query["dry_run"]:
        acting = access.act(id, body.get("seat"))
        blueprint.show_version(acting)
        return tried(acting, given(acting.now.ruleset, body))
    acting = writing(id, body)
    command = given(acting.now.ruleset, body)
    return written(acting, lambda write: services().daybook.move(id, write, command))


@blueprint.route("/undo", methods=["POST"])
@blueprint.etag
@blueprint.arguments(GoingTo)
@blueprint.sends(200, MovedSchema)
def undo(body: dict[str, Any], id: str) -> Any:
    """Take moves back at once, as far as the table's policy lets you"""
    acting = writing(id, body)
    return written(acting, lambda write: services().daybook.undo(id, write, body.get("to")))


@blueprint.route("/redo", methods=["POST"])
@blueprint.etag
@blueprint.arguments(GoingTo)
@blueprint.sends(200, MovedSchema)
def redo(body: dict[str, Any], id: str) -> Any:
    """Bring back what was taken back"""
    acting = writing(id, body)
    return written(acting, lambda write: services().daybook.redo(id, write, body.get("to")))


@blueprint.route("/undo-requests", methods=["POST"])
@blueprint.etag
@blueprint.arguments(GoingTo)
@blueprint.sends(200, MovedSchema)
def request_undo(body: dict[str, Any], id: str) -> Any:
    """Ask the other players to take moves back

    Where the table's policy is consent. The game goes back when all of them have granted it.
    """
    acting = writing(id, body)
    return written(acting, lambda write: services().daybook.request_undo(id, write, body.get("to")))


@blueprint.route("/undo-requests/answers", methods=["POST"])
@blueprint.etag
@blueprint.arguments(AnsweringUndo)
@blueprint.sends(200, MovedSchema)
def answer_undo(body: dict[str, Any], id: str) -> Any:
    """Grant the standing request to take moves back, or refuse it

    Who asked withdraws the request by refusing it.
    """
    acting = writing(id, body)
    return written(acting, lambda write: services().daybook.answer_undo(id, write, body["granted"]))
