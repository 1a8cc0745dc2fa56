"""Positions, choices, moves, undo and redo."""

from __future__ import annotations

from typing import Any

from flask import Response
from msgspec.structs import asdict

from service import auth
from service.api.blueprint import Rendered, Resource
from service.api.commands import branch_preview, command_context, given, respond, tried, writing
from service.container import services
from service.presenters import board_input, games
from service.schemas.fields import Look, LookAt
from service.schemas.play import (
    BoardChoice,
    BoardChoiceQuery,
    BoardElements,
    BotTurn,
    BranchMoved,
    BranchMoveResponseSchema,
    BranchPlayQuery,
    BranchPreview,
    BranchToPlay,
    Choice,
    DryRun,
    Moved,
    MoveResponseSchema,
    MoveSchema,
    PicksQuery,
    Preview,
    Refusals,
    RefusalsQuery,
    State,
    TargetVersion,
    UndoResponse,
)
from service.usecases import branch_play, moves

blueprint = Resource("play", __name__, url_prefix="/api/games/<stream:id>", description="Positions and moves")


@blueprint.route("/state")
@blueprint.etag
@blueprint.arguments(LookAt, location="query")
@blueprint.returns(200, State)
def state(query: dict[str, Any], id: str) -> Rendered[State]:
    """Get the position

    The response contains the latest position or an earlier version. While the game runs, you see only your own hand.
    When it is over, you see everything.
    """
    seen, at = auth.view_game(id, query.get("seat")), query.get("at")
    if at is None:
        auth.record_last_seen(seen)
    return blueprint.kept(seen, ("state", at), lambda: games.state(seen, at))


@blueprint.route("/choices")
@blueprint.etag
@blueprint.arguments(PicksQuery, location="query")
@blueprint.returns(200, Choice)
def choices(query: dict[str, Any], id: str) -> Rendered[Choice]:
    """List the next choices

    A move is chosen field by field. Send the picks so far to get the possible values of the next field. When the move
    is complete, you get its command and a preview.
    """
    acting, picks = auth.authorize_seat(id, query.get("seat")), query["picks"]
    return blueprint.kept(acting, ("choices", acting.seat, *picks), lambda: games.choice(acting, picks))


@blueprint.route("/board-elements")
@blueprint.etag
@blueprint.arguments(Look, location="query")
@blueprint.returns(200, BoardElements)
def board_elements(query: dict[str, Any], id: str) -> Rendered[BoardElements]:
    """List selectable board elements

    These are the parts of the drawing that your possible moves concern: towns, slots, links, cards, spaces. The
    response also lists actions that are not possible now; `refusals` explains why.
    """
    acting = auth.authorize_seat(id, query.get("seat"))
    return blueprint.kept(acting, ("board-elements", acting.seat), lambda: board_input.selectable(acting))


@blueprint.route("/board-choices")
@blueprint.etag
@blueprint.arguments(BoardChoiceQuery, location="query")
@blueprint.returns(200, BoardChoice)
def board_choices(query: dict[str, Any], id: str) -> Rendered[BoardChoice]:
    """List choices for selected board elements

    This works like `choices`, but offers only options that lead to moves concerning all selected elements. If there is
    only one such option, or one of them is usual, it is picked automatically. `picks` lists all picks made so far. To
    change a pick, request `choices` with the picks before it. For numbers that were picked automatically, `decrement`
    and `increment` are the neighbouring values. If one value is usual, `alternatives` lists all options.
    """
    acting, picks, elements = auth.authorize_seat(id, query.get("seat")), query["picks"], query["elements"]
    return blueprint.kept(
        acting,
        ("board-choices", acting.seat, *picks, None, *elements),
        lambda: board_input.select(acting, picks, elements),
    )


@blueprint.route("/refusals")
@blueprint.etag
@blueprint.arguments(RefusalsQuery, location="query")
@blueprint.returns(200, Refusals)
def refusals(query: dict[str, Any], id: str) -> Rendered[Refusals]:
    """Explain why a move is not possible

    The response explains why moves with this board element, or with this action, are refused. It gives no
    reasons if such a move is possible or does not exist.
    """
    acting, element = auth.authorize_seat(id, query.get("seat")), query["element"]
    return blueprint.kept(acting, ("refusals", acting.seat, element), lambda: board_input.refusals(acting, element))


@blueprint.route("/moves", methods=["POST"])
@blueprint.etag
@blueprint.arguments(DryRun, location="query")
@blueprint.arguments(MoveSchema)
@blueprint.returns(200, Preview, MoveResponseSchema())
def move(query: dict[str, Any], body: dict[str, Any], id: str) -> Preview | Response:
    """Make a move

    Send the picks that lead to the move, or its command.
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
@blueprint.arguments(BranchPlayQuery, location="query")
@blueprint.arguments(BranchToPlay)
@blueprint.returns(200, BranchPreview, BranchMoveResponseSchema())
def play_branch(query: dict[str, Any], body: dict[str, Any], id: str) -> BranchPreview | Response:
    """Play a branch in its game

    Your seat's moves in the branch since the current position are made as one move, as far as the game allows them.
    `rejected` contains the moves that are now illegal, and the rule that forbids the first one. The move stops as soon
    as it reveals hidden information.
    """
    branch = auth.view_game(body["branch"])
    if query["dry_run"]:
        acting = auth.authorize_seat(id, body.get("seat"))
        blueprint.show_version(acting)
        return branch_preview(acting, branch)
    acting = writing(id, body)
    handler = services().handler
    attempts = branch_play.play_branch(handler, id, command_context(acting), branch.now.id)
    return respond(
        acting,
        attempts,
        lambda moved, prepared: (
            BranchMoved(**asdict(moved), rejected=games.left_over(branch, prepared.outcome))
            if prepared.outcome
            else moved
        ),
    )


@blueprint.route("/moves/by-bot", methods=["POST"])
@blueprint.etag
@blueprint.arguments(BotTurn)
@blueprint.returns(200, Moved)
def play_bot(body: dict[str, Any], id: str) -> Response:
    """Let a bot finish the turn

    In a branch, a bot makes the remaining moves of the turn as one move. It knows only what its seat can see.
    """
    acting = writing(id, body)
    return respond(acting, branch_play.play_bot_turn(services().handler, id, command_context(acting), body["bot"]))


@blueprint.route("/undo", methods=["POST"])
@blueprint.etag
@blueprint.arguments(TargetVersion)
@blueprint.returns(200, Moved)
def undo(body: dict[str, Any], id: str) -> Response:
    """Undo moves

    The table's undo policy limits how far you can go back.
    """
    acting = writing(id, body)
    return respond(acting, moves.undo(services().handler, id, command_context(acting), body.get("to")))


@blueprint.route("/redo", methods=["POST"])
@blueprint.etag
@blueprint.arguments(TargetVersion)
@blueprint.returns(200, Moved)
def redo(body: dict[str, Any], id: str) -> Response:
    """Redo undone moves"""
    acting = writing(id, body)
    return respond(acting, moves.redo(services().handler, id, command_context(acting), body.get("to")))


@blueprint.route("/undo-requests", methods=["POST"])
@blueprint.etag
@blueprint.arguments(TargetVersion)
@blueprint.returns(200, Moved)
def request_undo(body: dict[str, Any], id: str) -> Response:
    """Request an undo

    You can do this if the table's undo policy is `consent`. The moves are undone when all other players agree.
    """
    acting = writing(id, body)
    return respond(acting, moves.request_undo(services().handler, id, command_context(acting), body.get("to")))


@blueprint.route("/undo-requests/responses", methods=["POST"])
@blueprint.etag
@blueprint.arguments(UndoResponse)
@blueprint.returns(200, Moved)
def answer_undo(body: dict[str, Any], id: str) -> Response:
    """Answer an undo request

    Accept or decline the request. Declining your own request withdraws it.
    """
    acting = writing(id, body)
    return respond(acting, moves.answer_undo(services().handler, id, command_context(acting), body["granted"]))
