"""Actions of administrators and their audit trail. The command line appoints administrators."""

from __future__ import annotations

from typing import Any

from service import auth, queries
from service.administration import actions
from service.api import idempotency
from service.api.blueprint import Resource, tagged
from service.api.game.tables import Tagged
from service.container import services
from service.presenters import administration, chat, games, people
from service.schemas.administration import (
    AdminActionsPage,
    AdminActionsQuery,
    MessageRemoval,
    NewSuspension,
    Retried,
    Suspension,
    UndeliverableEmail,
    VoidRequest,
)
from service.schemas.tables import Table

blueprint = Resource("administration", __name__, url_prefix="/api/admin", description="Administration")


@blueprint.route("/actions")
@blueprint.arguments(AdminActionsQuery, location="query")
@blueprint.returns(200, AdminActionsPage)
def action_list(query: dict[str, Any]) -> AdminActionsPage:
    """List the actions of administrators

    The latest come first. Only administrators can use the endpoints of this section.
    """
    auth.required_administrator()
    return administration.actions(query.get("cursor"), query.get("action"))


@blueprint.route("/suspensions")
@blueprint.returns(200, list[Suspension])
def suspensions() -> list[Suspension]:
    """List suspended accounts"""
    auth.required_administrator()
    return administration.closed_accounts()


@blueprint.route("/suspensions", methods=["POST"])
@blueprint.arguments(NewSuspension)
@blueprint.returns(200, list[Suspension])
def suspend(body: dict[str, Any]) -> list[Suspension]:
    """Suspend an account

    Its sessions end. Its password and API tokens stop working; the error gives the reason.
    """
    administrator = auth.required_administrator()
    actions.suspend(services().storage.database, people.id_of(body["name"]), administrator.id, body["reason"])
    return administration.closed_accounts()


@blueprint.route("/suspensions/<stream:user>", methods=["DELETE"])
@blueprint.response(204)
def reinstate(user: str) -> None:
    """Reinstate an account"""
    actions.reinstate(services().storage.database, user, auth.required_administrator().id)


@blueprint.route("/undeliverable-emails")
@blueprint.returns(200, list[UndeliverableEmail])
def undeliverable_emails() -> list[UndeliverableEmail]:
    """List undeliverable emails

    These emails are no longer retried. The oldest come first.
    """
    auth.required_administrator()
    return administration.undeliverable_emails(services().outbox.given_up(administration.MOST_EMAILS))


@blueprint.route("/undeliverable-emails/retry", methods=["POST"])
@blueprint.returns(200, Retried)
def retry_emails() -> Retried:
    """Retry undeliverable emails"""
    return Retried(actions.retry_emails(services().storage.database, auth.required_administrator().id))


@blueprint.route("/games/<stream:id>/void", methods=["POST"])
@blueprint.arguments(VoidRequest)
@blueprint.returns(200, Table)
def void_game(body: dict[str, Any], id: str) -> Tagged:
    """Void a game

    The game ends without a result, and its log gives the reason. If the game was already over, its result no longer
    counts. Until the game ends, hidden information stays hidden from you.
    """
    administrator = auth.required_administrator()
    command = idempotency.command_id(administrator.id)
    game = actions.void(services().handler, id, administrator.id, command, body["reason"], body["note"])
    now = queries.current_by_replay(game)
    seen = auth.ViewerContext(administrator, now, auth.viewer_of(administrator, now))
    return games.seated(seen), tagged(seen)


@blueprint.route("/games/<stream:id>/chat/<int:number>/removal", methods=["POST"])
@blueprint.arguments(MessageRemoval)
@blueprint.response(204)
def remove_message(body: dict[str, Any], id: str, number: int) -> None:
    """Remove a chat message

    A note in its place says that an administrator removed it. Removing a message does not give you access to a private
    table.
    """
    administrator = auth.required_administrator()
    actions.remove_message(services().storage.database, chat.word_of(id, number), administrator.id, body["reason"])
