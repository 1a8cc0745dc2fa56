"""Drawings of a game: the board and all other drawings."""

from __future__ import annotations

from typing import Any

from flask import url_for
from flask_babel import gettext
from msgspec import UNSET

from service import auth
from service.api.blueprint import Rendered, Resource, picture
from service.container import services
from service.http.problems import Problem
from service.presenters import drawings, games
from service.schemas.fields import LookAt
from service.schemas.play import Drawing, Motion, PicksQuery, PreviewDrawing, PreviewDrawings
from service.usecases import moves

blueprint = Resource("drawings", __name__, url_prefix="/api/games/<stream:id>", description="Drawings")


@blueprint.route("/board.svg")
@blueprint.etag
@blueprint.arguments(LookAt, location="query")
@blueprint.response(200, {"type": "string"}, content_type="image/svg+xml")
def board(query: dict[str, Any], id: str) -> Any:
    """Get the board as a drawing

    The drawing shows the latest position or an earlier version, as you see it.
    """
    seen = auth.view_game(id, query.get("seat"))
    blueprint.show_version(seen)
    at = query.get("at")
    return picture(drawings.board(seen, games.viewed(seen, at), at))


@blueprint.route("/drawings")
@blueprint.etag
@blueprint.arguments(LookAt, location="query")
@blueprint.returns(200, list[Drawing])
def parts(query: dict[str, Any], id: str) -> Rendered[list[Drawing]]:
    """List the drawings

    They show the parts of the board and the area of each seat, in the latest position or an earlier version.
    """
    seen, at = auth.view_game(id, query.get("seat")), query.get("at")
    return blueprint.kept(
        seen, ("drawings", *query.items()), lambda: [_drawing(seen, each, query) for each in _there(seen, at)]
    )


@blueprint.route("/drawings/<string:name>.svg")
@blueprint.etag
@blueprint.arguments(LookAt, location="query")
@blueprint.response(200, {"type": "string"}, content_type="image/svg+xml")
def part(query: dict[str, Any], id: str, name: str) -> Any:
    """Get a drawing

    The drawing shows only what you can see.
    """
    seen = auth.view_game(id, query.get("seat"))
    blueprint.show_version(seen)
    found = next((each for each in _there(seen, query.get("at")) if each.name == name), None)
    if found is None:
        raise Problem("not-found", gettext("This game has no drawing with this name."))
    return picture(found.svg)


@blueprint.route("/preview-drawings")
@blueprint.etag
@blueprint.arguments(PicksQuery, location="query")
@blueprint.returns(200, PreviewDrawings)
def preview_drawings(query: dict[str, Any], id: str) -> Rendered[PreviewDrawings]:
    """Preview a move in drawings

    Send picks that make a complete move. The response contains the drawings that the move would change, up to the point
    at which it would reveal hidden information.
    """
    acting, picks = auth.authorize_seat(id, query.get("seat")), query["picks"]
    return blueprint.kept(acting, ("preview-drawings", acting.seat, *picks), lambda: _foreseen(acting, picks))


def _foreseen(acting: auth.SeatContext, picks: list[str]) -> PreviewDrawings:
    before = games.viewed(acting)
    now = {each.name: each.svg for each in drawings.parts(acting, before)}
    facts = moves.preview(services().handler, acting.game, acting.seat, picks)
    outcome = games.known_outcome(acting, facts)
    then = drawings.foreseen(acting, before, outcome.shown)
    changed = [PreviewDrawing(each.name, each.svg) for each in then if each.svg != now[each.name]]
    motions = [motion for fact, _ in outcome.facts for motion in acting.now.ruleset.motions(fact)]
    return PreviewDrawings(acting.now.version, changed, [Motion(each.drawing, each.path) for each in motions])


def _there(seen: auth.ViewerContext, at: int | None) -> list[drawings.NamedDrawing]:
    """Return the drawings that are not empty."""
    return [each for each in drawings.parts(seen, games.viewed(seen, at), at) if each.svg]


def _drawing(seen: auth.ViewerContext, drawn: drawings.NamedDrawing, query: dict[str, Any]) -> Drawing:
    seat = UNSET if drawn.seat is None else drawn.seat
    link = url_for("drawings.part", id=seen.now.id, name=drawn.name, **query)
    return Drawing(name=drawn.name, title=drawn.title, place=drawn.place, seat=seat, link=link)
