"""Forms that were sent after the session had ended: the user logs in, and the page of the form is shown again with
everything that was typed except passwords. Nothing is sent automatically.

The page for logging in keeps the form in a hidden field, compressed and encrypted, for a week. It is shown to its own
user only, whom the token of the ended session names. A browser that sends the same page once more, for example from
its history after the user has logged out, is not logged in.
"""

from __future__ import annotations

import base64
import hmac
import secrets
import zlib
from datetime import timedelta
from typing import TYPE_CHECKING

import msgspec
from flask import Response, current_app, render_template, request, session
from flask_babel import gettext
from werkzeug.datastructures import MultiDict

from service.accounts import sessions
from service.accounts.users import User
from service.auth import current_user, session_token
from service.container import services
from service.http.problems import Problem
from service.http.request_bodies import brings_file
from service.pages.filled_forms import Refusal, filled
from service.pages.forms import flash_note
from service.pages.refused_forms import OF_BUTTONS, candidate_pages, opened

if TYPE_CHECKING:
    from cryptography.fernet import Fernet

FIELD = "unsent"
"""The field of the page for logging in."""

_KINDS = ("not-logged-in", "not-found", "not-yours")
"""Problems that may be due to the end of a session; private games are not found then."""

_PASSWORDS = ("password", "old")
"""The names of fields for passwords."""

_LARGEST = 48 * 1024
"""The largest form in its field: with it, the page for logging in sends less than a body may have."""

_KEPT = timedelta(days=7)
"""The time after which a kept form can no longer be shown."""

_LOG_IN = "log-in page"
"""The id of a browser's pages for logging in, until someone does, in the browser's data."""


class UnsentForm(msgspec.Struct, array_like=True):
    """A form, and for whom it is kept."""

    owner: str
    browser: str
    """The id of the browser's pages for logging in."""
    action: str
    pages: list[tuple[str, str]]
    """The pages that may have it, path and query."""
    values: list[tuple[str, str]]

    @property
    def is_from_earlier(self) -> bool:
        """Whether someone has logged in here since the page was shown."""
        return session.get(_LOG_IN) != self.browser


def log_in_page(problem: Problem) -> tuple[str, int] | None:
    """Return the page for logging in with the form that was sent; None if there was no session, or nothing typed."""
    if problem.kind not in _KINDS or request.method != "POST" or request.routing_exception is not None:
        return None
    if brings_file() or "Authorization" in request.headers:
        return None
    try:
        form = _sent_too_late()
        if form is None or len(kept := _encrypted(form)) > _LARGEST:
            return None
        path, query = form.pages[0] if form.pages else ("", "")
        target = f"{path}?{query}".removesuffix("?") or None
        return render_template("accounts/log_in.html", faults={}, name="", unsent=kept, target=target), 401
    except Exception:
        current_app.logger.exception("%s could not be kept until the next login", request.endpoint)
        return None


def _sent_too_late() -> UnsentForm | None:
    """Return the form of this request if it was sent after its user's session had ended."""
    named = sessions.named_by(session_token())
    values = [each for each in request.form.items(multi=True) if each[0] not in _PASSWORDS]
    if not named or {name for name, _ in values} <= OF_BUTTONS or current_user() is not None:
        return None
    owner = services().accounts.user(named)
    if owner is None or owner.trial:  # Guests have no password to log in with.
        return None
    browser = session.setdefault(_LOG_IN, secrets.token_hex(16))
    return UnsentForm(owner.id, browser, request.path, list(candidate_pages()), values)


def received() -> UnsentForm | None:
    """Return the form kept by the page for logging in that was sent; None without a valid one."""
    return decrypted(request.form.get(FIELD, ""))


def shown_again(form: UnsentForm | None, user: User, token: str) -> Response | None:
    """Return the page with the form, for its own user in the session with this token; None if it cannot be shown."""
    if form is None:
        return None
    if form.owner != user.id:
        detail = gettext("Another user is logged in now. The choices and text of the previous user were discarded.")
        flash_note("wrong", detail)
        return None
    detail = gettext("You are logged in again. Check the form, then send it.")
    refusal = Refusal(form.action, MultiDict(form.values), detail, look="good")
    try:
        for path, query in form.pages:
            page = opened(path, query, token)
            written = page and filled(page, f"{path}?{query}".removesuffix("?"), refusal)
            if written:
                return Response(written, content_type="text/html; charset=utf-8")
    except Exception:
        current_app.logger.exception("%s could not be shown again after logging in", form.action)
    flash_note("wrong", gettext("The form that you sent can no longer be sent."))
    return None


def _encrypted(form: UnsentForm) -> str:
    return _fernet().encrypt(zlib.compress(msgspec.json.encode(form))).decode()


def decrypted(text: str) -> UnsentForm | None:
    """Return the form in a field of the page for logging in; None if the text is empty, forged or too old."""
    from cryptography.fernet import InvalidToken  # slow to import

    try:
        content = _fernet().decrypt(text.encode(), ttl=int(_KEPT.total_seconds()))
    except InvalidToken:
        return None
    return msgspec.json.decode(zlib.decompress(content), type=UnsentForm)


def _fernet() -> Fernet:
    from cryptography.fernet import Fernet  # slow to import

    key = hmac.digest(services().config.secret_key.encode(), b"unsent form", "sha256")
    return Fernet(base64.urlsafe_b64encode(key))
