"""The switch of the language in the footer of every page."""

from __future__ import annotations

from datetime import timedelta

from flask import Response, make_response, redirect, request
from flask_babel import gettext
from msgspec.structs import replace

from service.accounts import profiles
from service.auth import cookies, current_user
from service.container import services
from service.http.i18n import COOKIE, own_names
from service.http.problems import Problem
from service.pages.blueprint import page_blueprint, page_here

blueprint = page_blueprint("language")

KEPT = timedelta(days=365)


@blueprint.post("/language")
def choose() -> Response:
    """Use another language from now on, also in the account of a user, and return to the page."""
    chosen = request.form.get("language", "")
    if chosen not in own_names():
        raise Problem("invalid", gettext("Daybook isn't available in this language."))
    user = current_user()
    if user is not None:
        profile = profiles.of_user(services().storage.database, user.id)
        profiles.say(services().storage, user.id, replace(profile, language=chosen), services().handler.clock())
    answer = make_response(redirect(page_here() or "/", 303))
    cookies.keep(answer, COOKIE, chosen, KEPT)
    return answer
