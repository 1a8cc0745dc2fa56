"""Letters to people about their accounts: each has a link that is signed, and says what happens without it."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta

from flask import render_template, url_for
from flask_babel import gettext
from itsdangerous import BadData, URLSafeTimedSerializer

from service.notices import channels
from service.people.accounts import User
from service.people.addresses import AddressTaken
from service.services import services
from service.web import language
from service.web.http.problems import Problem

CONFIRM_WITHIN = timedelta(days=7)
"""How long the link in a letter confirms an address."""

RECOVER_WITHIN = timedelta(hours=2)
"""How long a link lets in who has forgotten the password; it ends as well with a new password."""

_NOBODY = User(id="", name="", stamp="")


def want_address(user: User, password: str, address: str) -> bool:
    """A user wants mail at an address: ask whoever reads it whether it is theirs. False for a wrong password."""
    if services().accounts.authenticated(user.name, password) is None:
        return False
    link = _link("by_mail.confirm", _signer("address").dumps([user.id, address]))
    services().addresses.want(user, address)
    services().outbox.post(
        address,
        gettext("Confirm your address for Daybook"),
        render_template("mail/confirm.txt", user=user, link=link, days=CONFIRM_WITHIN.days),
        user.id,
    )
    return True


def confirmed_by(token: str) -> tuple[str, str]:
    """The user's id and the address that a link confirms; a Problem for what is no such link, or one that is over."""
    try:
        user_id, address = _signer("address").loads(token, max_age=int(CONFIRM_WITHIN.total_seconds()))
    except BadData:
        raise _over() from None
    return user_id, address


def confirm(token: str) -> str:
    """Confirm an address by its link, and answer it; a Problem where the link is over, or another account has it."""
    user_id, address = confirmed_by(token)
    try:
        if not services().addresses.confirm(user_id, address):
            raise _over()
        with services().storage.database.transaction() as rows:
            channels.add(rows, user_id, "mail", "", "", datetime.now(UTC))
    except AddressTaken:
        raise Problem("refused", gettext("Another account has this address.")) from None
    return address


def help_to_recover(name_or_address: str) -> None:
    """Send a link to who has forgotten the password, if they can be reached; it takes as long if they cannot."""
    user, address = services().addresses.reached(name_or_address) or (_NOBODY, "")
    link = _link("by_mail.new_password", _signer("recovery").dumps([user.id, user.stamp]))
    with language.spoken(user.language or language.language()):
        services().outbox.post(
            address,
            gettext("A new password for Daybook"),
            render_template("mail/recover.txt", user=user, link=link, hours=RECOVER_WITHIN // timedelta(hours=1)),
            user.id,
        )


def recovering(token: str) -> User:
    """Who may set a new password by a link; a Problem for what is no such link, or one that is over or was used."""
    try:
        user_id, stamp = _signer("recovery").loads(token, max_age=int(RECOVER_WITHIN.total_seconds()))
    except BadData:
        raise _over() from None
    user = services().accounts.user(user_id)
    if user is None or user.stamp != stamp:
        raise _over()
    return user


def _over() -> Problem:
    return Problem("not-found", gettext("This link is over. Ask for another one."))


def _signer(purpose: str) -> URLSafeTimedSerializer:
    salt, hashing = f"letter: {purpose}", {"digest_method": hashlib.sha256}
    return URLSafeTimedSerializer(services().config.secret_key, salt=salt, signer_kwargs=hashing)


def _link(endpoint: str, token: str) -> str:
    """The address of a request is whatever its sender made it: it is believed only where one process does everything
    and prints its letters. A Problem where others send them and this one does not know where the site is.
    """
    config = services().config
    if config.site_url:
        return config.site_url.rstrip("/") + url_for(endpoint, token=token)
    if not config.embedded:
        raise Problem("unavailable", gettext("This site sends no mails."))
    return url_for(endpoint, token=token, _external=True)
