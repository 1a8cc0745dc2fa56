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
    ActsPage,
    FromAct,
    Letter,
    RemovingWord,
    Suspending,
    Suspension,
    Tried,
    Voiding,
)
from service.schemas.tables import Table

blueprint = Resource("administration", __name__, url_prefix="/api/admin", description="What operators of the site do")


@blueprint.route("/actions")
@blueprint.arguments(FromAct, location="query")
@blueprint.returns(200, ActsPage)
def action_list(query: dict[str, Any]) -> ActsPage:
    """The record of what operators did

    The latest first. Operators only, here and in all that follows.
    """
    auth.required_operator()
    return administration.acts(query.get("cursor"), query.get("action"))


@blueprint.route("/suspensions")
@blueprint.returns(200, list[Suspension])
def suspensions() -> list[Suspension]:
    """Accounts that are closed"""
    auth.required_operator()
    return administration.closed_accounts()


@blueprint.route("/suspensions", methods=["POST"])
@blueprint.arguments(Suspending)
@blueprint.returns(200, list[Suspension])
def suspend(body: dict[str, Any]) -> list[Suspension]:
    """Close an account

    Its sessions end; neither its password nor its API tokens let anybody in, who are told why.
    """
    operator = auth.required_operator()
    actions.suspend(services().storage.database, people.id_of(body["name"]), operator.id, body["reason"])
    return administration.closed_accounts()


@blueprint.route("/suspensions/<stream:user>", methods=["DELETE"])
@blueprint.response(204)
def reinstate(user: str) -> None:
    """Open an account again"""
    actions.reinstate(services().storage.database, user, auth.required_operator().id)


@blueprint.route("/undeliverable-emails")
@blueprint.returns(200, list[Letter])
def undeliverable_emails() -> list[Letter]:
    """Mails that nobody took

    Those that are not tried any more, the oldest first.
    """
    auth.required_operator()
    return administration.letters(services().outbox.given_up(administration.LETTERS))


@blueprint.route("/undeliverable-emails/retry", methods=["POST"])
@blueprint.returns(200, Tried)
def retry_emails() -> Tried:
    """Try these mails again"""
    return Tried(actions.try_letters_again(services().storage.database, auth.required_operator().id))


@blueprint.route("/games/<stream:id>/void", methods=["POST"])
@blueprint.arguments(Voiding)
@blueprint.returns(200, Table)
def void_game(body: dict[str, Any], id: str) -> Tagged:
    """Make a game void

    It ends without a result, and its log says why; the result of one that is over counts for nothing. What is hidden
    stays hidden from the operator until then.
    """
    operator = auth.required_operator()
    command = idempotency.command_id(operator.id)
    game = actions.void(services().handler, id, operator.id, command, body["reason"], body["note"])
    now = queries.current_by_replay(game)
    seen = auth.ViewerContext(operator, now, auth.viewer_of(operator, now))
    return games.seated(seen), tagged(seen)


@blueprint.route("/games/<stream:id>/chat/<int:number>/removal", methods=["POST"])
@blueprint.arguments(RemovingWord)
@blueprint.response(204)
def remove_message(body: dict[str, Any], id: str, number: int) -> None:
    """Take away what somebody said at a table

    Its place stays there, and says that it was an operator. Nothing of a private table is shown to the operator.
    """
    operator = auth.required_operator()
    actions.remove_word(services().storage.database, chat.word_of(id, number), operator.id, body["reason"])
