"""Forms for seats and clocks of a running game: offers, takeovers, swaps, substitute bots, pauses."""

from __future__ import annotations

from flask import request
from werkzeug.wrappers import Response

from service import auth
from service.container import services
from service.pages.blueprint import page_blueprint
from service.pages.forms import command_context
from service.pages.game.seats import back, chosen_seat
from service.presenters import organisers
from service.tournaments import organiser_actions, replacements
from service.usecases import clock_commands, seat_changes

blueprint = page_blueprint("seat_changes", "/games/<stream:stream>")


@blueprint.post("/offer")
def offer(stream: str) -> Response:
    """Offer a seat to a replacement, or withdraw the offer."""
    acting, offered = auth.authorize_seat(stream), request.form.get("offered") != "no"
    seat_changes.offer_seat(services().handler, stream, command_context(acting), chosen_seat(), offered)
    return back(stream)


@blueprint.post("/takeover")
def take_over(stream: str) -> Response:
    """Take over a seat that is offered."""
    auth.required_user()
    seen = auth.view_game(stream, invitation=request.form.get("invite"))
    organiser_actions.take_over(services().handler, stream, command_context(seen), chosen_seat())
    return back(stream)


@blueprint.post("/replacement")
def replace(stream: str) -> Response:
    """Take over the seat that an organiser requested, or decline."""
    user, seen = auth.required_user(), auth.view_game(stream)
    if request.form.get("agrees") == "no":
        replacements.decline(services().storage.database, stream, user.id)
    else:
        organisers.replace(seen, command_context(seen))
    return back(stream)


@blueprint.post("/substitute-bot")
def substitute_bot(stream: str) -> Response:
    """Let a bot play for a player who is out of time."""
    acting = auth.authorize_seat(stream)
    seat_changes.substitute_bot(services().handler, stream, command_context(acting), chosen_seat())
    return back(stream)


@blueprint.post("/return")
def return_to_seat(stream: str) -> Response:
    """Return to a seat with a substitute bot."""
    acting = auth.authorize_seat(stream, chosen_seat())
    seat_changes.return_to_seat(services().handler, stream, command_context(acting))
    return back(stream)


@blueprint.post("/swap")
def swap(stream: str) -> Response:
    """Propose to swap seats, or answer a proposal."""
    acting, handler = auth.authorize_seat(stream, chosen_seat()), services().handler
    other = request.form.get("other", type=int)
    if other is None:
        seat_changes.answer_swap(handler, stream, command_context(acting), request.form.get("agrees") == "yes")
    else:
        seat_changes.propose_swap(handler, stream, command_context(acting), other)
    return back(stream)


@blueprint.post("/pause")
def pause(stream: str) -> Response:
    """Pause the clocks when all agree, or resume them."""
    acting = auth.authorize_seat(stream, chosen_seat())
    clock_commands.agree_to_pause(
        services().handler, stream, command_context(acting), request.form.get("agrees") == "yes"
    )
    return back(stream)
