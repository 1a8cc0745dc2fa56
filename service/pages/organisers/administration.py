"""The page of administrators: suspensions, voided games, undeliverable email, and the audit trail."""

from __future__ import annotations

import re
from typing import get_args

from flask import redirect, render_template, request, url_for
from flask_babel import gettext
from msgspec.structs import asdict
from werkzeug.wrappers import Response

from service import auth
from service.administration import actions
from service.administration.audit_trail import Action
from service.container import services
from service.http.problems import Problem
from service.pages.blueprint import page_blueprint
from service.pages.forms import command_id, flash_note, valid
from service.presenters import administration, chat, people
from service.schemas.administration import REASONS, AdminActionsQuery, MessageRemoval, NewSuspension, VoidRequest

blueprint = page_blueprint("administration_pages", "/admin")

_GAME = re.compile("[0-9a-f]{32}")
_WORD = re.compile("(?P<game>[0-9a-f]{32})/chat.*#message-(?P<number>[0-9]{1,9})")


@blueprint.get("")
def page() -> str:
    """Show everything on one page; the audit trail has further pages."""
    auth.required_administrator()
    query = valid(
        AdminActionsQuery(), {name: value for name, value in request.args.items() if name == "action" and value}
    )
    kind = query.get("action")
    return render_template(
        "organisers/administration.html",
        **asdict(administration.actions(request.args.get("cursor"), kind)),
        kind=kind,
        kinds=get_args(Action),
        closed=administration.closed_accounts(),
        undeliverable=administration.undeliverable_emails(services().outbox.given_up(administration.MOST_EMAILS)),
        reasons=REASONS,
        game=request.args.get("game", ""),
    )


@blueprint.post("/suspensions")
def suspend() -> Response:
    """Suspend an account."""
    administrator = auth.required_administrator()
    form = {"name": request.form.get("name", "").strip(), "reason": request.form.get("reason", "").strip()}
    body = valid(NewSuspension(), form)
    actions.suspend(services().storage.database, people.id_of(body["name"]), administrator.id, body["reason"])
    flash_note("good", gettext("Account suspended."))
    return _back()


@blueprint.post("/suspensions/<stream:user>/end")
def reinstate(user: str) -> Response:
    """Reinstate an account."""
    actions.reinstate(services().storage.database, user, auth.required_administrator().id)
    flash_note("good", gettext("Account reinstated."))
    return _back()


@blueprint.post("/emails/retry")
def retry_emails() -> Response:
    """Retry undeliverable email."""
    actions.retry_emails(services().storage.database, auth.required_administrator().id)
    return _back()


@blueprint.post("/void")
def void_game() -> Response:
    """Void a game, given by its id or the URL of its page."""
    administrator = auth.required_administrator()
    found = _GAME.search(request.form.get("game", ""))
    if found is None:
        raise Problem("invalid", gettext("Enter the URL of the game."))
    form = {"reason": request.form.get("reason", ""), "note": request.form.get("note", "").strip()}
    body = valid(VoidRequest(), form)
    actions.void(services().handler, found[0], administrator.id, command_id(), body["reason"], body["note"])
    flash_note("good", gettext("Game voided."))
    return _back()


@blueprint.post("/messages/removal")
def remove_message() -> Response:
    """Delete a chat message, given by its URL."""
    administrator = auth.required_administrator()
    found = _WORD.search(request.form.get("word", ""))
    if found is None:
        raise Problem(
            "invalid", gettext("Enter the URL of the chat message. Copy the link from the message's timestamp.")
        )
    body = valid(MessageRemoval(), {"reason": request.form.get("reason", "").strip()})
    word = chat.word_of(found["game"], int(found["number"]))
    actions.remove_message(services().storage.database, word, administrator.id, body["reason"])
    flash_note("good", gettext("Message removed."))
    return _back()


def _back() -> Response:
    return redirect(url_for("administration_pages.page"), 303)
