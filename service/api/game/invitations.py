"""Invitations by name, and rematches."""

from __future__ import annotations

from typing import Any

from service import auth
from service.api.blueprint import Resource
from service.api.game.tables import Tagged, made
from service.container import services
from service.presenters import people
from service.schemas.tables import Guest, Inviting, Table
from service.usecases import invitees
from service.usecases.rematch import rematch as opened_rematch

blueprint = Resource("invitations", __name__, url_prefix="/api", description="Invitations by name, and rematches")


@blueprint.route("/users/me/invitations")
@blueprint.returns(200, list[Guest])
def list_invitations() -> list[Guest]:
    """Where am I invited?

    To tables by name, the latest 50; those at which you sit by now or that have started are among them.
    """
    user = auth.required_user()
    with services().storage.database.reading() as rows:
        found = invitees.of_person(rows, user.id)
    return people.told(found)


@blueprint.route("/games/<stream:id>/invitees")
@blueprint.returns(200, list[Guest])
def list_invitees(id: str) -> list[Guest]:
    """Who is invited by name

    Only the owner of the table can ask.
    """
    return people.told(invitees.of_table(services().storage.database, auth.require_owner(id).now.id))


@blueprint.route("/games/<stream:id>/invitees", methods=["POST"])
@blueprint.arguments(Inviting)
@blueprint.returns(200, list[Guest])
def invite(body: dict[str, Any], id: str) -> list[Guest]:
    """Invite somebody by name

    They find the table among their invitations, and see it if it is private. A seat can be kept for them. Only the
    owner of a table that has not started can do this.
    """
    people.invite(auth.require_owner(id), body["name"], body.get("seat"))
    return people.told(invitees.of_table(services().storage.database, id))


@blueprint.route("/games/<stream:id>/invitees/<stream:user>", methods=["DELETE"])
@blueprint.response(204)
def uninvite(id: str, user: str) -> None:
    """Take an invitation back, or decline it

    The owner of the table does the one, who is invited the other.
    """
    if auth.required_user().id != user:
        auth.require_owner(id)
    invitees.uninvite(services().storage.database, id, user)


@blueprint.route("/games/<stream:id>/rematch", methods=["POST"])
@blueprint.returns(200, Table)
def rematch(id: str) -> Tagged:
    """Play again with the same people

    Of a game that is over: opens a table with the same options at which everybody sits one seat further on. You and
    the bots sit there at once; the seats of the others are kept for them, and who of them asks for a rematch, too, is
    answered the same table. Only those who have played can do this.
    """
    user = auth.required_user()
    seen = auth.view_game(id)
    return made(user, opened_rematch(services().handler, seen.game, user.id))
