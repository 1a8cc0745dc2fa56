"""Letters to people about their accounts: each has a link that is signed, and says what happens without it."""

from __future__ import annotations

import hashlib
from datetime import timedelta

from flask import render_template, url_for
from flask_babel import gettext
from itsdangerous import BadData, URLSafeTimedSerializer

from service.people.accounts import User
from service.services import services

CONFIRM_WITHIN = timedelta(days=7)
"""How long the link in a letter confirms an address."""

RECOVER_WITHIN = timedelta(hours=2)
"""How long a link lets in who has forgotten the password; it ends as well with a new password."""

_NOBODY = User(id="", name="", stamp="")


def ask_to_confirm(user: User, address: str) -> None:
    """Ask whoever reads mail at an address whether this is theirs."""
    link = _link("by_mail.confirm", _signer("address").dumps([user.id, address]))
    services().outbox.post(
        address,
        gettext("Confirm your address for Daybook"),
        render_template("mail/confirm.txt", user=user, link=link, days=CONFIRM_WITHIN.days),
    )


def confirmed_by(token: str) -> tuple[str, str] | None:
    """The user's id and the address that a link confirms; None for what is no such link, or one that is over."""
    try:
        user_id, address = _signer("address").loads(token, max_age=int(CONFIRM_WITHIN.total_seconds()))
    except BadData:
        return None
    return user_id, address


def help_to_recover(name_or_address: str) -> None:
    """Send a link to who has forgotten the password, if they can be reached; it takes as long if they cannot."""
    user, address = services().addresses.reached(name_or_address) or (_NOBODY, "")
    link = _link("by_mail.new_password", _signer("recovery").dumps([user.id, user.stamp]))
    services().outbox.post(
        address,
        gettext("A new password for Daybook"),
        render_template("mail/recover.txt", user=user, link=link, hours=RECOVER_WITHIN // timedelta(hours=1)),
    )


def recovering(token: str) -> User | None:
    """Who may set a new password by a link; None for what is no such link, or one that is over or was used."""
    try:
        user_id, stamp = _signer("recovery").loads(token, max_age=int(RECOVER_WITHIN.total_seconds()))
    except BadData:
        return None
    user = services().accounts.user(user_id)
    return user if user is not None and user.stamp == stamp else None


def _signer(purpose: str) -> URLSafeTimedSerializer:
    salt, hashing = f"letter: {purpose}", {"digest_method": hashlib.sha256}
    return URLSafeTimedSerializer(services().config.secret_key, salt=salt, signer_kwargs=hashing)


def _link(endpoint: str, token: str) -> str:
    """The address of a request is whatever its sender made it: it is believed only where no mail goes out."""
    site = services().config.site_url
    return site.rstrip("/") + url_for(endpoint, token=token) if site else url_for(endpoint, token=token, _external=True)
