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
from service.schemas.accounts import Followed, Forgotten, MailAddress, NewMailAddress, NewPassword, User

blueprint = Resource("email", __name__, url_prefix="/api", description="Mail addresses, and forgotten passwords")


@blueprint.route("/users/me/email-address")
@blueprint.returns(200, MailAddress)
def email_address() -> MailAddress:
    """Where do I get mail?"""
    return _shown(required_user())


@blueprint.route("/users/me/email-address", methods=["PUT"])
@limits.new_addresses
@blueprint.arguments(NewMailAddress)
@blueprint.returns(200, MailAddress)
def set_email_address(body: dict[str, Any]) -> MailAddress:
    """Say where you want mail

    A link is sent there. Until it is followed mail goes where it went before.
    """
    user = required_user()
    if not signed_links.want_address(user, body["password"], body["address"]):
        raise Problem("not-yours", gettext("The password is not right."))
    return _shown(user)


@blueprint.route("/users/me/email-address", methods=["DELETE"])
@blueprint.response(204)
def remove_email_address() -> None:
    """Get no more mail"""
    services().email_addresses.remove(required_user())


@blueprint.route("/email-confirmations", methods=["POST"])
@blueprint.arguments(Followed)
@blueprint.response(204)
def confirm_email(body: dict[str, Any]) -> None:
    """Confirm an address

    By the end of the link that was sent there. A repetition changes nothing. A new password, and a newer wish or a
    removal of the address, end the link.
    """
    signed_links.confirm(body["token"])


@blueprint.route("/password-reset-requests", methods=["POST"])
@limits.recoveries
@blueprint.arguments(Forgotten)
@blueprint.response(204)
def request_password_reset(body: dict[str, Any]) -> None:
    """Forget a password

    A link is sent to the confirmed address of whoever goes by this name or address; if nobody does, the answer is
    the same.
    """
    signed_links.help_to_recover(body["name"])


@blueprint.route("/password-resets", methods=["POST"])
@limits.set_passwords
@blueprint.arguments(NewPassword)
@blueprint.returns(200, User)
def reset_password(body: dict[str, Any]) -> User:
    """Set a new password

    By the end of the link that was sent for it, once. Any new password, and any change of the address, end the link.
    All sessions end and all API tokens are void. This does not log in.
    """
    user = signed_links.set_password(signed_links.recovering(body["token"]), body["password"])
    return User(user.id, user.name)


def _shown(user: users.User) -> MailAddress:
    address = services().email_addresses.of_user(user)
    return MailAddress(address.confirmed or None, address.wanted or None)
