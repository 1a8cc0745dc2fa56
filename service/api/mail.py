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

blueprint = Resource("mail", __name__, url_prefix="/api", description="Mail addresses, and forgotten passwords")


@blueprint.route("/users/me/mail-address")
@blueprint.returns(200, EmailAddress)
def mail_address() -> EmailAddress:
    """Where do I get mail?"""
    return _shown(required_user())


@blueprint.route("/users/me/mail-address", methods=["PUT"])
@limits.new_addresses
@blueprint.arguments(NewEmailAddress)
@blueprint.returns(200, EmailAddress)
def want_mail_address(body: dict[str, Any]) -> EmailAddress:
    """Say where you want mail

    A link is sent there. Until it is followed mail goes where it went before.
    """
    user = required_user()
    if not signed_links.want_address(user, body["password"], body["address"]):
        raise Problem("not-yours", gettext("Wrong password."))
    return _shown(user)


@blueprint.route("/users/me/mail-address", methods=["DELETE"])
@blueprint.response(204)
def remove_mail_address() -> None:
    """Get no more mail"""
    services().email_addresses.remove(required_user())


@blueprint.route("/mail-confirmations", methods=["POST"])
@blueprint.arguments(LinkToken)
@blueprint.response(204)
def confirm(body: dict[str, Any]) -> None:
    """Confirm an address

    By the end of the link that was sent there. A repetition changes nothing. A new password, and a newer wish or a
    removal of the address, end the link.
    """
    signed_links.confirm(body["token"])


@blueprint.route("/password-recoveries", methods=["POST"])
@limits.recoveries
@blueprint.arguments(PasswordResetRequest)
@blueprint.response(204)
def recover(body: dict[str, Any]) -> None:
    """Forget a password

    A link is sent to the confirmed address of whoever goes by this name or address; if nobody does, the answer is
    the same.
    """
    signed_links.help_to_recover(body["name"])


@blueprint.route("/new-passwords", methods=["POST"])
@limits.set_passwords
@blueprint.arguments(PasswordReset)
@blueprint.returns(200, User)
def set_password(body: dict[str, Any]) -> User:
    """Set a new password

    By the end of the link that was sent for it, once. Any new password, and any change of the address, end the link.
    All sessions end and all API tokens are void. This does not log in.
    """
    user = signed_links.set_password(signed_links.recovering(body["token"]), body["password"])
    return User(user.id, user.name)


def _shown(user: users.User) -> EmailAddress:
    address = services().email_addresses.of_user(user)
    return EmailAddress(address.confirmed or None, address.wanted or None)
