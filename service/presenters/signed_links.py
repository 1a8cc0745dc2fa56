"""Account emails with signed links."""

from __future__ import annotations

import hashlib
import secrets
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from flask import render_template, url_for
from flask_babel import gettext
from itsdangerous import BadData, URLSafeTimedSerializer

from service.accounts.email_addresses import AddressTaken
from service.accounts.users import LinkExpired, PasswordChanged, User
from service.container import services
from service.http import i18n, limits
from service.http.problems import Problem
from service.notifications import channels

CONFIRM_WITHIN = timedelta(days=7)
"""The validity of a link that confirms an address."""

RECOVER_WITHIN = timedelta(hours=2)
"""The validity of a link to reset a password; a new password or a changed address ends it, too."""

_NOBODY = User(id="", name="", stamp="")


def want_address(user: User, password: str, address: str) -> bool:
    """Send a link that confirms a user's new address. Return False for a wrong password.

    Raises Problem if the address has been sent too many of these emails.
    """
    known = services().accounts.authenticated(user.name, password)
    if known is None:
        return False
    limits.count_confirmation(address)
    stamp = secrets.token_hex(16)
    link = _link("email_pages.confirm_form", _signer("confirmation").dumps([user.id, known.stamp, stamp, address]))
    services().email_addresses.want(user, address, stamp)
    services().outbox.post(
        address,
        gettext("Confirm your email address for Daybook"),
        render_template("mail/confirm_email.txt", user=user, link=link, days=CONFIRM_WITHIN.days),
        user.id,
        CONFIRM_WITHIN,
    )
    return True


class AddressConfirmation(NamedTuple):
    """The address of a user that a link confirms, and the link's stamp."""

    user_id: str
    address: str
    stamp: str


def confirmed_by(token: str) -> AddressConfirmation:
    """Return what a link confirms. Raise Problem for an invalid or expired link, or after a change of the password."""
    try:
        user_id, password, stamp, address = _signer("confirmation").loads(
            token, max_age=int(CONFIRM_WITHIN.total_seconds())
        )
    except BadData:
        raise _over() from None
    user = services().accounts.user(user_id)
    if user is None or user.stamp != password:
        raise _over()
    return AddressConfirmation(user_id, address, stamp)


def confirm(token: str) -> str:
    """Confirm an address by its link, and return it. Raise Problem if the link has expired, or another
    account has it.
    """
    found = confirmed_by(token)
    try:
        with services().storage.database.transaction() as rows:
            if services().email_addresses.confirm(rows, *found):
                channels.address_changed(rows, found.user_id, datetime.now(UTC))
    except LinkExpired:
        raise _over() from None
    except AddressTaken:
        raise Problem("refused", gettext("Another account uses this email address.")) from None
    return found.address


def help_to_recover(name_or_address: str) -> None:
    """Send a link to reset a password, if the user has an address; without one it takes as long."""
    user, address, stamp = services().email_addresses.reached(name_or_address) or (_NOBODY, "", "")
    if not limits.may_recover(address or name_or_address, user.name):
        user, address, stamp = _NOBODY, "", ""
    link = _link("email_pages.reset_form", _signer("new password").dumps([user.id, stamp]))
    with i18n.use_language(user.language or i18n.language()):
        services().outbox.post(
            address,
            gettext("Reset your Daybook password"),
            render_template(
                "mail/reset_password.txt", user=user, link=link, hours=RECOVER_WITHIN // timedelta(hours=1)
            ),
            user.id,
            RECOVER_WITHIN,
        )


class Recovering(NamedTuple):
    """A user who may set a new password, and the stamp that their link names."""

    user: User
    stamp: str


def recovering(token: str) -> Recovering:
    """Return the user who may set a new password by a link. Raise Problem for an invalid, used or expired link."""
    try:
        user_id, stamp = _signer("new password").loads(token, max_age=int(RECOVER_WITHIN.total_seconds()))
    except BadData:
        raise _over() from None
    user = services().accounts.user(user_id)
    if user is None or not services().email_addresses.recovering(user_id, stamp):
        raise _over()
    return Recovering(user, stamp)


def set_password(found: Recovering, password: str) -> User:
    """Set a new password by a link, which works once. Raise Problem for all other requests with it."""
    try:
        return services().accounts.set_password(found.user, password, found.stamp)
    except (LinkExpired, PasswordChanged):
        raise _over() from None


def _over() -> Problem:
    return Problem("not-found", gettext("This link has expired. Request a new one."))


def _signer(purpose: str) -> URLSafeTimedSerializer:
    salt, hashing = f"letter: {purpose}", {"digest_method": hashlib.sha256}
    return URLSafeTimedSerializer(services().config.secret_key, salt=salt, signer_kwargs=hashing)


def _link(endpoint: str, token: str) -> str:
    """Return the URL of a link. The host of a request can be forged: it is used only if one process does everything and
    prints its emails. Raise Problem if no emails are sent, or if other processes send them and this one does not know
    the site's URL.
    """
    config = services().config
    if config.embedded and not config.smtp_url:
        raise Problem("unavailable", gettext("This site doesn't send email."))
    if config.site_url:
        return config.site_url.rstrip("/") + url_for(endpoint, token=token)
    if not config.embedded:
        raise Problem("unavailable", gettext("This site doesn't send email."))
    return url_for(endpoint, token=token, _external=True)
