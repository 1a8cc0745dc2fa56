"""Email addresses: change, confirmation, and password resets."""

from __future__ import annotations

from typing import Any

from flask import redirect, render_template, request, url_for
from flask_babel import gettext
from werkzeug.wrappers import Response

from service.auth import begin_session, required_user
from service.container import services
from service.http import limits
from service.pages.blueprint import page_blueprint
from service.pages.forms import Faults, InvalidForm, checked, flash_note, valid
from service.presenters import signed_links
from service.schemas.accounts import NewEmailAddress, PasswordReset, PasswordResetRequest

blueprint = page_blueprint("email_pages")


@blueprint.post("/account/email")
@limits.new_addresses
def set_address() -> Response:
    """Change the email address; a link is sent there."""
    user = required_user()
    values = {"address": request.form.get("address", "").strip(), "password": request.form.get("password", "")}
    body = valid(NewEmailAddress(), values)
    if not signed_links.want_address(user, body["password"], body["address"]):
        raise InvalidForm({"password": gettext("Wrong password. Try again.")})
    flash_note("good", gettext("Confirmation link sent. Open it to confirm the address."))
    return redirect(url_for("accounts.account"), 303)


@blueprint.post("/account/email/remove")
def remove_address() -> Response:
    """Remove the email address."""
    services().email_addresses.remove(required_user())
    flash_note("good", gettext("Email address removed."))
    return redirect(url_for("accounts.account"), 303)


@blueprint.get("/confirm-email/<token>")
def confirm_form(token: str) -> Any:
    """Show the button that confirms an address. Programs that scan emails follow the link too, so only the button
    confirms.
    """
    return render_template("accounts/confirm_email.html", address=signed_links.confirmed_by(token).address)


@blueprint.post("/confirm-email/<token>")
def confirm(token: str) -> Response:
    """Confirm the address."""
    flash_note("good", gettext("Email address confirmed: %(address)s", address=signed_links.confirm(token)))
    return redirect(url_for("accounts.account"), 303)


@blueprint.get("/forgot-password")
def forgot_password_form() -> Any:
    """Show the form for a forgotten password."""
    return _forgotten({})


@blueprint.post("/forgot-password")
@limits.recoveries
def request_reset() -> Any:
    """Send a link, if the name or address has an account; the response is the same if not."""
    body, faults = checked(PasswordResetRequest(), {"name": request.form.get("name", "").strip()})
    if faults:
        return _forgotten(faults)
    signed_links.help_to_recover(body["name"])
    flash_note("good", gettext("If this matches an account with a confirmed email address, a link is on its way."))
    return redirect(url_for("accounts.log_in_form"), 303)


def _forgotten(faults: Faults) -> Any:
    return render_template(
        "accounts/forgot_password.html", faults=faults, name=request.form.get("name", "")
    ), 422 if faults else 200


@blueprint.get("/reset-password/<token>")
def reset_form(token: str) -> Any:
    """Show the form for a new password."""
    return render_template("accounts/reset_password.html", user=signed_links.recovering(token).user, faults={})


@blueprint.post("/reset-password/<token>")
@limits.set_passwords
def reset_password(token: str) -> Any:
    """Set the new password, and log in."""
    found = signed_links.recovering(token)
    body, faults = checked(PasswordReset(), {"token": token, "password": request.form.get("password", "")})
    if faults:
        return render_template("accounts/reset_password.html", user=found.user, faults=faults), 422
    begin_session(signed_links.set_password(found, body["password"]))
    flash_note(
        "good", gettext("Password changed. Your other sessions have ended, and your API tokens have been revoked.")
    )
    return redirect(url_for("lobby.page"), 303)
