"""Seats of a running game: offers, takeovers, swaps, substitute bots, pauses."""

from __future__ import annotations

from typing import Any

from service import auth
from service.api.blueprint import Resource
from service.api.commands import command_context
from service.api.game.tables import Tagged, seated
from service.container import services
from service.presenters import organisers
from service.schemas.tables import AtSeat, Table
from service.schemas.time import OfferingSeat, Pausing, StandingIn, Swapping, TakingOver
from service.tournaments import organiser_actions, replacements
from service.usecases import clock_commands, seat_changes

blueprint = Resource(
    "replacements", __name__, url_prefix="/api/games/<stream:id>", description="Seats that change hands, and pauses"
)


@blueprint.route("/seat-offer", methods=["POST"])
@blueprint.arguments(OfferingSeat)
@blueprint.returns(200, Table)
def offer_seat(body: dict[str, Any], id: str) -> Tagged:
    """Offer a seat to somebody new, or no longer

    Your own at any time: it stays yours until somebody takes it. That of somebody whose time has run out, where the
    table agreed on that: until they act after all. An offer that you did not make yourself stands for 24 hours: before
    then you keep your seat only by moving.
    """
    acting = auth.authorize_seat(id)
    return seated(
        acting, seat_changes.offer_seat(services().handler, id, command_context(acting), body["seat"], body["offered"])
    )


@blueprint.route("/takeover", methods=["POST"])
@blueprint.arguments(TakingOver)
@blueprint.returns(200, Table)
def take_over(body: dict[str, Any], id: str) -> Tagged:
    """Go on at a seat that is offered

    Who sat there before stays in the record. You cannot take over a seat that you had before.
    """
    auth.required_user()
    seen = auth.view_game(id)
    return seated(seen, organiser_actions.take_over(services().handler, id, command_context(seen), body["seat"]))


@blueprint.route("/replacement", methods=["POST"])
@blueprint.returns(200, Table)
def replace(id: str) -> Tagged:
    """Take over the seat that an organiser asked you to

    The seat is yours from now on, with its hand. Refused if its player has returned meanwhile.
    """
    auth.required_user()
    seen = auth.view_game(id)
    return seated(seen, organisers.replace(seen, command_context(seen)))


@blueprint.route("/replacement", methods=["DELETE"])
@blueprint.response(204)
def decline(id: str) -> None:
    """Decline to take over a seat"""
    replacements.decline(services().storage.database, id, auth.required_user().id)


@blueprint.route("/substitute-bot", methods=["POST"])
@blueprint.arguments(StandingIn)
@blueprint.returns(200, Table)
def substitute_bot(body: dict[str, Any], id: str) -> Tagged:
    """Let a bot stand in for somebody whose time has run out

    Where the table agreed on that. Its moves are marked. The player may return once the bot has taken the turn whose
    time ran out.
    """
    acting = auth.authorize_seat(id)
    return seated(
        acting,
        seat_changes.substitute_bot(services().handler, id, command_context(acting), body["seat"], body.get("bot")),
    )


@blueprint.route("/return", methods=["POST"])
@blueprint.arguments(AtSeat)
@blueprint.returns(200, Table)
def return_to_seat(body: dict[str, Any], id: str) -> Tagged:
    """Play again where a bot stood in

    You have the time that you had left; returning adds none. If your time ran out, you can return when the bot has
    taken that turn. What it did can be undone when all agree: ask to go back to the version at which it came.
    """
    acting = auth.authorize_seat(id, body.get("seat"))
    return seated(acting, seat_changes.return_to_seat(services().handler, id, command_context(acting)))


@blueprint.route("/swap", methods=["POST"])
@blueprint.arguments(Swapping)
@blueprint.returns(200, Table)
def swap(body: dict[str, Any], id: str) -> Tagged:
    """Change places with somebody, when all agree"""
    acting, handler = auth.authorize_seat(id, body.get("seat")), services().handler
    if "other" in body:
        return seated(acting, seat_changes.propose_swap(handler, id, command_context(acting), body["other"]))
    return seated(acting, seat_changes.answer_swap(handler, id, command_context(acting), body["agrees"]))


@blueprint.route("/pause", methods=["POST"])
@blueprint.arguments(Pausing)
@blueprint.returns(200, Table)
def pause(body: dict[str, Any], id: str) -> Tagged:
    """Let the clocks stand still when all agree, or go on when somebody wants to"""
    acting = auth.authorize_seat(id, body.get("seat"))
    return seated(
        acting, clock_commands.agree_to_pause(services().handler, id, command_context(acting), body["agrees"])
    )
