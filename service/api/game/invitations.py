"""Invitations by name, and rematches."""

from __future__ import annotations

from typing import Any

from service import auth
from service.api.blueprint import Resource
from service.api.game.tables import Tagged, made
from service.container import services
from service.presenters import people
from service.schemas.tables import Invitee, NewInvitee, Table
from service.usecases import invitees
from service.usecases.rematch import rematch as opened_rematch

blueprint = Resource("invitations", __name__, url_prefix="/api", description="Invitations and rematches")


@blueprint.route("/users/me/invitations")
@blueprint.returns(200, list[Invitee])
def list_invitations() -> list[Invitee]:
    """List your invitations

    The response lists the latest 50 tables to which you have been invited by name. It includes tables that you have
    joined and games that have started.
    """
    user = auth.required_user()
    with services().storage.database.reading() as rows:
        found = invitees.of_person(rows, user.id)
    return people.invitee_list(found)


@blueprint.route("/games/<stream:id>/invitees")
@blueprint.returns(200, list[Invitee])
def list_invitees(id: str) -> list[Invitee]:
    """List invitees

    Only the host can see who has been invited by name.
    """
    return people.invitee_list(invitees.of_table(services().storage.database, auth.require_owner(id).now.id))


@blueprint.route("/games/<stream:id>/invitees", methods=["POST"])
@blueprint.arguments(NewInvitee)
@blueprint.returns(200, list[Invitee])
def invite(body: dict[str, Any], id: str) -> list[Invitee]:
    """Invite a user

    The user finds the table in their list of invitations and can see it even if it is private. You can reserve a seat
    for them. Only the host can do this, before the start.
    """
    people.invite(auth.require_owner(id), body["name"], body.get("seat"))
    return people.invitee_list(invitees.of_table(services().storage.database, id))


@blueprint.route("/games/<stream:id>/invitees/<stream:user>", methods=["DELETE"])
@blueprint.response(204)
def uninvite(id: str, user: str) -> None:
    """Withdraw or decline an invitation

    The host withdraws invitations; invitees decline their own.
    """
    if auth.required_user().id != user:
        auth.require_owner(id)
    invitees.uninvite(services().storage.database, id, user)


@blueprint.route("/games/<stream:id>/rematch", methods=["POST"])
@blueprint.returns(200, Table)
def rematch(id: str) -> Tagged:
    """Create a rematch

    You can do this when the game is over. The new table has the same options, and everyone moves one seat along. You
    and the bots join at once. The seats of the other players are reserved for them. If they request a rematch too, they
    get the same table. Only players of the game can do this.
    """
    user = auth.required_user()
    seen = auth.view_game(id)
    return made(user, opened_rematch(services().handler, seen.game, user.id))
