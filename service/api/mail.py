"""Email addresses and password resets."""

from __future__ import annotations

from typing import Any

from flask_babel import gettext

from service.accounts import users
from service.api.blueprint import Resource
from service.auth import required_user
from service.container import services
from service.http import limits
from service.http.problems import Problem
from service.presenters import signed_links
from service.schemas.accounts import EmailAddress, LinkToken, NewEmailAddress, PasswordReset, PasswordResetRequest, User

blueprint = Resource("email", __name__, url_prefix="/api", description="Email addresses and password resets")


@blueprint.route("/users/me/email-address")
@blueprint.returns(200, EmailAddress)
def email_address() -> EmailAddress:
    """Get your email address"""
    return _shown(required_user())


@blueprint.route("/users/me/email-address", methods=["PUT"])
@limits.new_addresses
@blueprint.arguments(NewEmailAddress)
@blueprint.returns(200, EmailAddress)
def set_email_address(body: dict[str, Any]) -> EmailAddress:
    """Change your email address

    Daybook sends a link to the new address. Until you confirm the new address with this link, emails go to the previous
    address.
    """
    user = required_user()
    if not signed_links.want_address(user, body["password"], body["address"]):
        raise Problem("not-yours", gettext("Wrong password."))
    return _shown(user)


@blueprint.route("/users/me/email-address", methods=["DELETE"])
@blueprint.response(204)
def remove_email_address() -> None:
    """Remove your email address

    Daybook sends you no more emails.
    """
    services().email_addresses.remove(required_user())


@blueprint.route("/email-confirmations", methods=["POST"])
@blueprint.arguments(LinkToken)
@blueprint.response(204)
def confirm_email(body: dict[str, Any]) -> None:
    """Confirm an email address

    Send the token at the end of the emailed link. You can repeat the request. The link stops working when you set a
    new password, or change or remove the address.
    """
    signed_links.confirm(body["token"])


@blueprint.route("/password-reset-requests", methods=["POST"])
@limits.recoveries
@blueprint.arguments(PasswordResetRequest)
@blueprint.response(204)
def request_password_reset(body: dict[str, Any]) -> None:
    """Request a password reset

    Send a username or a confirmed email address. Daybook emails a link to the confirmed address of that account.
    The response is the same if no account matches.
    """
    signed_links.help_to_recover(body["name"])


@blueprint.route("/password-resets", methods=["POST"])
@limits.set_passwords
@blueprint.arguments(PasswordReset)
@blueprint.returns(200, User)
def reset_password(body: dict[str, Any]) -> User:
    """Reset your password

    Send the token at the end of the emailed link. It works once, and stops working when the password or the email
    address changes. The reset ends all sessions and revokes all API tokens. It does not log you in.
    """
    user = signed_links.set_password(signed_links.recovering(body["token"]), body["password"])
    return User(user.id, user.name)


def _shown(user: users.User) -> EmailAddress:
    address = services().email_addresses.of_user(user)
    return EmailAddress(address.confirmed or None, address.wanted or None)
