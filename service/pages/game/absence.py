"""Seats and time of a running game, by forms: offered, taken over, swapped; a bot that stands in; pauses."""

from __future__ import annotations

from flask import request
from werkzeug.wrappers import Response

from service import access
from service.competitions import acts, replacements
from service.pages.blueprint import page_blueprint
from service.pages.forms import write_of
from service.pages.game.seats import back, chosen_seat
from service.services import services
from service.web import organising

blueprint = page_blueprint("away", "/games/<stream:stream>")


@blueprint.post("/offer")
def offer(stream: str) -> Response:
    """Offer a seat to somebody new, or no longer."""
    acting, offered = access.act(stream), request.form.get("offered") != "no"
    services().daybook.offer_seat(stream, write_of(acting), chosen_seat(), offered)
    return back(stream)


@blueprint.post("/takeover")
def take_over(stream: str) -> Response:
    """Go on at a seat that is offered."""
    access.required_user()
    seen = access.look(stream, invitation=request.form.get("invite"))
    acts.take_over(services().daybook, stream, write_of(seen), chosen_seat())
    return back(stream)


@blueprint.post("/replacement")
def replace(stream: str) -> Response:
    """Take over the seat that an organiser asked the reader to, or decline."""
    user, seen = access.required_user(), access.look(stream)
    if request.form.get("agrees") == "no":
        replacements.decline(services().storage.database, stream, user.id)
    else:
        organising.replace(seen, write_of(seen))
    return back(stream)


@blueprint.post("/stand-in")
def stand_in(stream: str) -> Response:
    """Let a bot stand in for somebody whose time has run out."""
    acting = access.act(stream)
    services().daybook.stand_in(stream, write_of(acting), chosen_seat())
    return back(stream)


@blueprint.post("/return")
def come_back(stream: str) -> Response:
    """Play again where a bot stood in."""
    acting = access.act(stream, chosen_seat())
    services().daybook.come_back(stream, write_of(acting))
    return back(stream)


@blueprint.post("/swap")
def swap(stream: str) -> Response:
    """Ask to change places, or answer whoever asked."""
    acting, daybook = access.act(stream, chosen_seat()), services().daybook
    other = request.form.get("other", type=int)
    if other is None:
        daybook.answer_swap(stream, write_of(acting), request.form.get("agrees") == "yes")
    else:
        daybook.propose_swap(stream, write_of(acting), other)
    return back(stream)


@blueprint.post("/pause")
def pause(stream: str) -> Response:
    """Let the clocks stand still when all agree, or go on."""
    acting = access.act(stream, chosen_seat())
    services().daybook.agree_to_pause(stream, write_of(acting), request.form.get("agrees") == "yes")
    return back(stream)
