"""Signing up, logging in and out, and the account page with its sessions and API tokens."""

from __future__ import annotations

import re
from typing import Any
from zoneinfo import available_timezones

from flask import redirect, render_template, request, url_for
from flask_babel import gettext
from werkzeug.wrappers import Response

from service.account_deletion.delete_account import delete_user
from service.accounts import profiles
from service.accounts.profiles import Profile
from service.accounts.users import NameTaken, PasswordChanged, User
from service.auth import begin_session, current_user, end_session, keep_invitation, required_user, session_token
from service.calendars import vacation_commands
from service.container import services
from service.http import i18n, limits, messages
from service.pages import calendar, unsent_forms
from service.pages.blueprint import page_blueprint
from service.pages.feed import address
from service.pages.forms import Faults, InvalidForm, checked, command_id, flash_note, valid
from service.presenters import people
from service.schemas.accounts import Credentials, NewAccount, NewToken, ProfileSchema

blueprint = page_blueprint("accounts")

_INSIDE = re.compile(r"/(?![/\\])[!-~]*")
"""A URL of this site. Browsers skip tabs and line ends: ``/<tab>/`` leads to another site as ``//`` does."""


@blueprint.get("/sign-up")
def sign_up_form() -> Any:
    """Show the form for a new account."""
    user = current_user()
    return _redirect_to_next() if user and not user.trial else _form("accounts/sign_up.html", {})


@blueprint.post("/sign-up")
@limits.new_accounts
def sign_up() -> Any:
    """Create the account and log in."""
    body, faults = checked(NewAccount(), _credentials())
    if faults:
        return _form("accounts/sign_up.html", faults)
    try:
        user = _new_account(body["name"], body["password"])
    except NameTaken:
        return _form(
            "accounts/sign_up.html",
            {"name": gettext("This name, or one that looks like it, is taken. Choose another name.")},
        )
    zone, faults = checked(ProfileSchema(only=["time_zone"]), {"time_zone": request.form.get("time_zone", "")})
    if not faults:
        said = Profile(**zone, language=_language_of_page())
        profiles.say(services().storage, user.id, said, services().handler.clock())
    begin_session(user)
    keep_invitation(user, request.values.get("next", ""))
    return _redirect_to_next()


def _language_of_page() -> str:
    """Return the language in which the user signs up, for emails; none for English, which needs no choice."""
    language = i18n.page_language()
    return "" if language == i18n.ENGLISH else language


def _new_account(name: str, password: str) -> User:
    """Return the new account; a guest account becomes it."""
    guest = current_user()
    if guest is not None and guest.trial:
        user = services().accounts.keep(guest, name, password)
        services().display_names.changed()
        return user
    return services().accounts.register(name, password)


@blueprint.get("/log-in")
def log_in_form() -> Any:
    """Show the form to log in."""
    return _redirect_to_next() if current_user() else _form("accounts/log_in.html", {})


@blueprint.post("/log-in")
@limits.log_ins
def log_in() -> Any:
    """Log in, and redirect to the page that requested it, or show a form that was sent after the session had ended."""
    unsent, known = unsent_forms.received(), current_user()
    body, faults = checked(Credentials(), _credentials())
    if unsent is not None and unsent.is_from_earlier and known is None:
        return _form("accounts/log_in.html", {"password": gettext("This page has expired. Log in again.")})
    if unsent is not None and known is not None and _is_named(known, body.get("name", "")):
        return unsent_forms.shown_again(unsent, known, session_token()) or _redirect_to_next()
    user = None if faults else services().accounts.authenticated(body["name"], body["password"])
    if user is None:
        return _form(
            "accounts/log_in.html",
            {"password": gettext("Wrong username or password. Try again, or reset your password.")},
            unsent=request.form.get(unsent_forms.FIELD, ""),
        )
    limits.forgive_log_ins()
    token = begin_session(user)
    return unsent_forms.shown_again(unsent, user, token) or _redirect_to_next()


@blueprint.get("/log-out")
def log_out_form() -> Any:
    """Tell a guest that their games will be lost, before they log out."""
    if current_user() is None:
        return _redirect_to_next()
    return render_template("accounts/log_out.html", back=_next())


@blueprint.post("/log-out")
def log_out() -> Response:
    """Log out; a guest only after the page that tells what they lose."""
    user = current_user()
    if user is not None and user.trial and "lose" not in request.form:
        return redirect(url_for("accounts.log_out_form"), 303)
    end_session()
    return redirect(url_for("lobby.page"), 303)


@blueprint.get("/account")
def account() -> Any:
    """Show the account page."""
    return _account({})


def _account(faults: Faults, new_token: str | None = None) -> Any:
    user = required_user()
    own = services()
    here = own.sessions.of_token(session_token())
    shown = {
        "faults": faults,
        "sessions": sorted(own.sessions.of_user(user), key=lambda found: here is None or found.id != here.id),
        "here": here,
        "browser": messages.browser,
        "tokens": own.accounts.tokens(user),
        "made": new_token,
        "feed": address(user),
        "calendar": calendar.address(user),
        "vacations": vacation_commands.planned(own.storage, user.id, own.handler.clock()),
        "mail": own.email_addresses.of_user(user),
        "blocked": people.blocked_by(user.id),
        "profile": profiles.of_user(own.storage.database, user.id),
        "zones": sorted(available_timezones()),
    }
    return render_template("accounts/account.html", **shown), 422 if faults else 200


@blueprint.post("/account/tokens")
def add_token() -> Any:
    """Create an API token. Its text is only in this response: a cookie would store it on the user's disk."""
    user = required_user()
    body = valid(NewToken(), {"label": request.form.get("label", "").strip() or "API"})
    _, text = services().accounts.add_token(user, body["label"], command_id())
    return _account({}, text)


@blueprint.post("/account/tokens/<stream:token>/revoke")
def revoke_token(token: str) -> Response:
    """Revoke an API token."""
    services().accounts.revoke(required_user(), token)
    return redirect(url_for("accounts.account"), 303)


@blueprint.post("/account/sessions/<stream:session_id>/end")
def revoke_session(session_id: str) -> Response:
    """End a session, in any browser."""
    if services().sessions.end(required_user(), session_id):
        flash_note("good", gettext("Session ended."))
    return redirect(url_for("accounts.account"), 303)


@blueprint.post("/account/sessions/end-others")
def end_other_sessions() -> Response:
    """End all sessions except this one."""
    services().sessions.end_all(required_user(), but=session_token())
    flash_note("good", gettext("Other sessions ended."))
    return redirect(url_for("accounts.account"), 303)


@blueprint.post("/account/password")
@limits.old_passwords
def change_password() -> Any:
    """Set a new password; end other sessions, revoke API tokens."""
    user = required_user()
    known = services().accounts.authenticated(user.name, request.form.get("old", ""))
    body, faults = checked(NewAccount(only=["password"]), {"password": request.form.get("password", "")})
    if known is None:
        faults["old"] = gettext("Wrong password. Try again.")
    if faults or known is None:
        return _account(faults)
    try:
        changed = services().accounts.set_password(known, body["password"], session=session_token())
    except PasswordChanged:
        return _account({"old": gettext("Wrong password. Try again.")})
    begin_session(changed)
    flash_note(
        "good", gettext("Password changed. Your other sessions have ended, and your API tokens have been revoked.")
    )
    return redirect(url_for("accounts.account"), 303)


@blueprint.post("/account/profile")
def update_profile() -> Any:
    """Change display name, time zone and language."""
    user = required_user()
    body, faults = checked(ProfileSchema(), {name: request.form.get(name, "").strip() for name in _PROFILE})
    if not faults:
        try:
            profiles.say(services().storage, user.id, Profile(**body), services().handler.clock())
        except NameTaken:
            faults = {"display_name": gettext("This name, or one that looks like it, is taken. Choose another name.")}
    if faults:
        raise InvalidForm(faults)
    services().display_names.changed()
    flash_note("good", gettext("Settings saved."))
    return redirect(url_for("accounts.account"), 303)


_PROFILE = ("display_name", "time_zone", "language")


@blueprint.post("/account/delete")
@limits.old_passwords
def delete_account() -> Any:
    """Delete the account."""
    user = required_user()
    if not services().accounts.is_own(user, request.form.get("password", "")):
        return _account({"leaving": gettext("Wrong password. Try again.")})
    delete_user(services(), user)
    end_session()
    flash_note("good", gettext("Account deleted."))
    return redirect(url_for("lobby.page"), 303)


def _is_named(user: User, name: str) -> bool:
    named = services().accounts.named(name)
    return named is not None and named.id == user.id


def _credentials() -> dict[str, str]:
    return {"name": request.form.get("name", "").strip(), "password": request.form.get("password", "")}


def _form(template: str, faults: Faults, **more: str) -> Any:
    return render_template(template, faults=faults, name=request.form.get("name", ""), **more), 422 if faults else 200


def _redirect_to_next() -> Response:
    """Return the URL of the page that requested a login, if it is on this site."""
    return redirect(_next(), 303)


def _next() -> str:
    wanted = request.values.get("next", "")
    return wanted if _INSIDE.fullmatch(wanted) else url_for("lobby.page")
