"""Blocked users."""

from __future__ import annotations

from flask import redirect, request, url_for
from flask_babel import gettext
from werkzeug.wrappers import Response

from service.auth import required_user
from service.pages.blueprint import page_blueprint
from service.pages.forms import flash_note, valid
from service.presenters import people
from service.schemas.accounts import NewBlock

blueprint = page_blueprint("block_pages")


@blueprint.post("/account/blocks")
def block() -> Response:
    """Block a user by name."""
    body = valid(NewBlock(), {"name": request.form.get("name", "").strip()})
    people.block(required_user().id, body["name"])
    flash_note("good", gettext("User blocked."))
    return _back()


@blueprint.post("/account/blocks/<stream:user>/remove")
def unblock(user: str) -> Response:
    """Unblock a user."""
    people.unblock(required_user().id, user)
    flash_note("good", gettext("User unblocked."))
    return _back()


def _back() -> Response:
    return redirect(url_for("accounts.account", _anchor="blocks"), 303)
