"""Seats of a running game: offers, takeovers, swaps, substitute bots, pauses."""

from __future__ import annotations

from typing import Any

from service import auth
from service.api.blueprint import Resource
from service.api.commands import command_context
from service.api.game.tables import Tagged, seated
from service.container import services
from service.presenters import organisers
from service.schemas.tables import SeatSelection, Table
from service.schemas.time import NewSubstituteBot, PauseRequest, SeatOffer, SeatTakeover, SwapRequest
from service.tournaments import organiser_actions, replacements
from service.usecases import clock_commands, seat_changes

blueprint = Resource(
    "replacements", __name__, url_prefix="/api/games/<stream:id>", description="Replacements, seat swaps and pauses"
)


@blueprint.route("/seat-offer", methods=["POST"])
@blueprint.arguments(SeatOffer)
@blueprint.returns(200, Table)
def offer_seat(body: dict[str, Any], id: str) -> Tagged:
    """Offer a seat, or cancel the offer

    You can offer your own seat at any time. It stays yours until someone takes it over. If the table allows it, you can
    also offer the seat of a player who is out of time, until they act. If other players offer your seat, the offer
    lasts 24 hours; during that time, you can keep your seat only by making a move.
    """
    acting = auth.authorize_seat(id)
    return seated(
        acting, seat_changes.offer_seat(services().handler, id, command_context(acting), body["seat"], body["offered"])
    )


@blueprint.route("/takeover", methods=["POST"])
@blueprint.arguments(SeatTakeover)
@blueprint.returns(200, Table)
def take_over(body: dict[str, Any], id: str) -> Tagged:
    """Take over an offered seat

    The log still names the previous player. You cannot take over a seat that you had before.
    """
    auth.required_user()
    seen = auth.view_game(id)
    return seated(seen, organiser_actions.take_over(services().handler, id, command_context(seen), body["seat"]))


@blueprint.route("/replacement", methods=["POST"])
@blueprint.returns(200, Table)
def replace(id: str) -> Tagged:
    """Accept a replacement request

    You take over the seat that an organiser asked you to play, including its hand. The request is refused if the player
    has returned.
    """
    auth.required_user()
    seen = auth.view_game(id)
    return seated(seen, organisers.replace(seen, command_context(seen)))


@blueprint.route("/replacement", methods=["DELETE"])
@blueprint.response(204)
def decline(id: str) -> None:
    """Decline a replacement request"""
    replacements.decline(services().storage.database, id, auth.required_user().id)


@blueprint.route("/substitute-bot", methods=["POST"])
@blueprint.arguments(NewSubstituteBot)
@blueprint.returns(200, Table)
def substitute_bot(body: dict[str, Any], id: str) -> Tagged:
    """Add a substitute bot

    If the table allows it, a bot plays for a player who is out of time. Its moves are marked. The player can return
    when the bot has completed the turn in which their time ran out.
    """
    acting = auth.authorize_seat(id)
    return seated(
        acting,
        seat_changes.substitute_bot(services().handler, id, command_context(acting), body["seat"], body.get("bot")),
    )


@blueprint.route("/return", methods=["POST"])
@blueprint.arguments(SeatSelection)
@blueprint.returns(200, Table)
def return_to_seat(body: dict[str, Any], id: str) -> Tagged:
    """Return to your seat

    A substitute bot stops playing for you. You have the time that you had left; returning adds no time. If you ran out
    of time, you can return when the bot has completed that turn. If all players agree, the bot's moves can be undone:
    request an undo to the version at which it took over.
    """
    acting = auth.authorize_seat(id, body.get("seat"))
    return seated(acting, seat_changes.return_to_seat(services().handler, id, command_context(acting)))


@blueprint.route("/swap", methods=["POST"])
@blueprint.arguments(SwapRequest)
@blueprint.returns(200, Table)
def swap(body: dict[str, Any], id: str) -> Tagged:
    """Propose or answer a seat swap

    The seats change when all players agree.
    """
    acting, handler = auth.authorize_seat(id, body.get("seat")), services().handler
    if "other" in body:
        return seated(acting, seat_changes.propose_swap(handler, id, command_context(acting), body["other"]))
    return seated(acting, seat_changes.answer_swap(handler, id, command_context(acting), body["agrees"]))


@blueprint.route("/pause", methods=["POST"])
@blueprint.arguments(PauseRequest)
@blueprint.returns(200, Table)
def pause(body: dict[str, Any], id: str) -> Tagged:
    """Pause or resume the clocks

    The clocks pause when all players agree. Any player can resume them.
    """
    acting = auth.authorize_seat(id, body.get("seat"))
    return seated(
        acting, clock_commands.agree_to_pause(services().handler, id, command_context(acting), body["agrees"])
    )
