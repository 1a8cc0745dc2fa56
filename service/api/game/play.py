"""Positions, choices, moves, undo and redo."""

from __future__ import annotations

from typing import Any

from flask import Response
from msgspec.structs import asdict

from service import auth
from service.api.blueprint import Rendered, Resource
from service.api.commands import command_context, given, line_tried, respond, tried, writing
from service.container import services
from service.presenters import board_input, games
from service.schemas.fields import Look, LookAt
from service.schemas.play import (
    AnsweringUndo,
    Choice,
    DryRun,
    GoingOnSchema,
    GoingTo,
    LineAnswerSchema,
    LineMoved,
    LinePreview,
    LineSchema,
    MoveAnswerSchema,
    Moved,
    MoveSchema,
    Picking,
    Preview,
    State,
    Touchable,
    Touching,
    Way,
    WhyNot,
    Wondering,
)
from service.usecases import branch_play, moves

blueprint = Resource("play", __name__, url_prefix="/api/games/<stream:id>", description="Playing a game or a branch")


@blueprint.route("/state")
@blueprint.etag
@blueprint.arguments(LookAt, location="query")
@blueprint.returns(200, State)
def state(query: dict[str, Any], id: str) -> Rendered[State]:
    """The position, now or at a version

    As you may see it: with your own hand only while the game runs, with everything when it is over.
    """
    seen, at = auth.view_game(id, query.get("seat")), query.get("at")
    if at is None:
        auth.record_last_seen(seen)
    return blueprint.kept(seen, ("state", at), lambda: games.state(seen, at))


@blueprint.route("/choices")
@blueprint.etag
@blueprint.arguments(Picking, location="query")
@blueprint.returns(200, Choice)
def choices(query: dict[str, Any], id: str) -> Rendered[Choice]:
    """What is to be decided next

    One field at a time: send the picks so far, get the values on offer for the next field; when nothing is left to
    decide, the finished command and what it would do.
    """
    acting, picks = auth.authorize_seat(id, query.get("seat")), query["picks"]
    return blueprint.kept(acting, ("choices", acting.seat, *picks), lambda: games.choice(acting, picks))


@blueprint.route("/board-elements")
@blueprint.etag
@blueprint.arguments(Look, location="query")
@blueprint.returns(200, Touchable)
def board_elements(query: dict[str, Any], id: str) -> Rendered[Touchable]:
    """What can be touched

    The parts of the drawing that some move of yours concerns now: towns, slots, links, cards, spaces. And the actions
    that are not possible: `why-not` says why.
    """
    acting = auth.authorize_seat(id, query.get("seat"))
    return blueprint.kept(acting, ("board-elements", acting.seat), lambda: board_input.touchable(acting))


@blueprint.route("/board-choices")
@blueprint.etag
@blueprint.arguments(Touching, location="query")
@blueprint.returns(200, Way)
def board_choices(query: dict[str, Any], id: str) -> Rendered[Way]:
    """What can be done with what was touched, or what picks usually mean

    As `choices`, with only those options that lead to moves that concern all that was touched. Where one option alone
    leads there, or most people mean one, it is taken: `picks` names all picks made so far. To decide something else
    there, ask `choices` with the picks before it. Of numbers that were taken `fewer` and `more` are those next to them;
    where something is usual, `among` has all that is on offer.
    """
    acting, picks, elements = auth.authorize_seat(id, query.get("seat")), query["picks"], query["elements"]
    return blueprint.kept(
        acting,
        ("board-choices", acting.seat, *picks, None, *elements),
        lambda: board_input.way(acting, picks, elements),
    )


@blueprint.route("/refusals")
@blueprint.etag
@blueprint.arguments(Wondering, location="query")
@blueprint.returns(200, WhyNot)
def refusals(query: dict[str, Any], id: str) -> Rendered[WhyNot]:
    """Why something is not possible now

    What a move would be refused with that concerns a part of the drawing, or that begins with an action. No reasons
    where a way is open, or where nothing can be meant by it.
    """
    acting, element = auth.authorize_seat(id, query.get("seat")), query["element"]
    return blueprint.kept(acting, ("refusals", acting.seat, element), lambda: board_input.refusals(acting, element))


@blueprint.route("/moves", methods=["POST"])
@blueprint.etag
@blueprint.arguments(DryRun, location="query")
@blueprint.arguments(MoveSchema)
@blueprint.returns(200, Preview, MoveAnswerSchema())
def move(query: dict[str, Any], body: dict[str, Any], id: str) -> Preview | Response:
    """Make a move

    By the picks that lead to it, or by its command.
    """
    if query["dry_run"]:
        acting = auth.authorize_seat(id, body.get("seat"))
        blueprint.show_version(acting)
        return tried(acting, given(acting.now.ruleset, body), body["ends_turn"])
    acting = writing(id, body)
    command = given(acting.now.ruleset, body)
    return respond(acting, moves.move(services().handler, id, command_context(acting), command, body["ends_turn"]))


@blueprint.route("/moves/from-branch", methods=["POST"])
@blueprint.etag
@blueprint.arguments(DryRun, location="query")
@blueprint.arguments(LineSchema)
@blueprint.returns(200, LinePreview, LineAnswerSchema())
def play_branch(query: dict[str, Any], body: dict[str, Any], id: str) -> LinePreview | Response:
    """Play a what-if for real

    What your seat did there since the present position of the game is made as one move, as far as the game still allows
    it; `left` says what no longer fits, and by which rule. It goes no further than a move that brings something hidden
    to light.
    """
    line = auth.view_game(body["line"])
    if query["dry_run"]:
        acting = auth.authorize_seat(id, body.get("seat"))
        blueprint.show_version(acting)
        return line_tried(acting, line)
    acting = writing(id, body)
    handler = services().handler
    attempts = branch_play.play_branch(handler, id, command_context(acting), line.now.id)
    return respond(
        acting,
        attempts,
        lambda moved, prepared: (
            LineMoved(**asdict(moved), left=games.left_over(line, prepared.outcome)) if prepared.outcome else moved
        ),
    )


@blueprint.route("/moves/by-bot", methods=["POST"])
@blueprint.etag
@blueprint.arguments(GoingOnSchema)
@blueprint.returns(200, Moved)
def play_bot(body: dict[str, Any], id: str) -> Response:
    """Let a bot go on in a what-if

    It makes the moves of the turn that the what-if is in, as one move, from what its seat may see there.
    """
    acting = writing(id, body)
    return respond(acting, branch_play.play_bot_turn(services().handler, id, command_context(acting), body["bot"]))


@blueprint.route("/undo", methods=["POST"])
@blueprint.etag
@blueprint.arguments(GoingTo)
@blueprint.returns(200, Moved)
def undo(body: dict[str, Any], id: str) -> Response:
    """Take moves back at once, as far as the table's policy lets you"""
    acting = writing(id, body)
    return respond(acting, moves.undo(services().handler, id, command_context(acting), body.get("to")))


@blueprint.route("/redo", methods=["POST"])
@blueprint.etag
@blueprint.arguments(GoingTo)
@blueprint.returns(200, Moved)
def redo(body: dict[str, Any], id: str) -> Response:
    """Bring back what was taken back"""
    acting = writing(id, body)
    return respond(acting, moves.redo(services().handler, id, command_context(acting), body.get("to")))


@blueprint.route("/undo-requests", methods=["POST"])
@blueprint.etag
@blueprint.arguments(GoingTo)
@blueprint.returns(200, Moved)
def request_undo(body: dict[str, Any], id: str) -> Response:
    """Ask the other players to take moves back

    Where the table's policy is consent. The game goes back when all of them have granted it.
    """
    acting = writing(id, body)
    return respond(acting, moves.request_undo(services().handler, id, command_context(acting), body.get("to")))


@blueprint.route("/undo-requests/responses", methods=["POST"])
@blueprint.etag
@blueprint.arguments(AnsweringUndo)
@blueprint.returns(200, Moved)
def answer_undo(body: dict[str, Any], id: str) -> Response:
    """Grant the standing request to take moves back, or refuse it

    Who asked withdraws the request by refusing it.
    """
    acting = writing(id, body)
    return respond(acting, moves.answer_undo(services().handler, id, command_context(acting), body["granted"]))
