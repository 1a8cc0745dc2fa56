"""Rate limits: login attempts, new accounts per address, files and writes per user.

Limits are decorators of views; the limit on all writes applies to the whole application. One statement counts a request
under all of its limits; reads are not counted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache, lru_cache, wraps
from http import HTTPStatus
from ipaddress import IPv6Address, IPv6Network, ip_address
from math import ceil
from types import MappingProxyType
from typing import Any, NamedTuple, ParamSpec, TypeVar

import idna
from flask import Flask, current_app, request
from flask_babel import ngettext
from limits import RateLimitItem, parse_many

from service.accounts.users import folded
from service.auth import address, device_cookies, rate_limit_key
from service.container import services
from service.http.problems import Problem
from service.runtime.rate_limit_store import LimitExceeded

P = ParamSpec("P")
R = TypeVar("R")

_WRITING = ("POST", "PUT", "PATCH", "DELETE")

_LONGEST_NAME = 100
"""Characters of a name that are counted; users' names are shorter."""


class Limit(NamedTuple):
    """A limit: its key, its setting, and the user or address that it counts for."""

    scope: str
    setting: str
    who: Callable[[], str]

    def items(self) -> Mapping[str, RateLimitItem]:
        """Return the limits for this request, by the key under which they are counted; a setting may have several."""
        return _items(self.scope, self.who(), getattr(services().config, self.setting))


@lru_cache(4096)
def _items(scope: str, who: str, setting: str) -> Mapping[str, RateLimitItem]:
    return MappingProxyType({item.key_for(scope, who): item for item in _read(setting)})


@cache
def _read(text: str) -> tuple[RateLimitItem, ...]:
    return tuple(parse_many(text))


def register(app: Flask) -> None:
    """Count the writes of this application."""
    app.before_request(_count_write)


def _count_write() -> None:
    view = current_app.view_functions.get(request.endpoint or "")
    if request.method in _WRITING and view is not None and not hasattr(view, _COUNTS_ITSELF):
        _count(_WRITES)


def _reached(*limits: Limit) -> LimitExceeded | None:
    """Count under all of these limits; if one is reached, count under none and return that limit."""
    return services().rate_limits.add({name: item for limit in limits for name, item in limit.items().items()})


def _count(*limits: Limit) -> None:
    full = _reached(*limits)
    if full is not None:
        problem = Problem("too-many", _wait_in_words(full.seconds))
        problem.retry_after = full.seconds
        raise problem


def _wait_in_words(seconds: int) -> str:
    """Return when to try again, rounded up."""
    if seconds <= _MINUTE:
        return str(
            ngettext(
                "You have reached a limit. Try again in %(num)s second.",
                "You have reached a limit. Try again in %(num)s seconds.",
                seconds,
            )
        )
    if seconds <= _HOUR:
        return str(
            ngettext(
                "You have reached a limit. Try again in %(num)s minute.",
                "You have reached a limit. Try again in %(num)s minutes.",
                ceil(seconds / _MINUTE),
            )
        )
    return str(
        ngettext(
            "You have reached a limit. Try again in %(num)s hour.",
            "You have reached a limit. Try again in %(num)s hours.",
            ceil(seconds / _HOUR),
        )
    )


_MINUTE, _HOUR = 60, 3600

_COUNTS_ITSELF = "counts_itself"


def _counted_if_done(limit: Limit) -> Callable[[Callable[P, Any]], Callable[P, Any]]:
    """Limit a view as a write, and by a limit that a refused attempt does not use up.

    Attempts are counted before they are decided, so that concurrent ones cannot exceed the limit.
    """

    def decorated(view: Callable[P, Any]) -> Callable[P, Any]:
        @wraps(view)
        def counted(*args: P.args, **kwargs: P.kwargs) -> Any:
            _count(_WRITES, limit)
            done = False
            try:
                response = current_app.make_response(view(*args, **kwargs))
                done = response.status_code < HTTPStatus.BAD_REQUEST
            finally:
                if not done:
                    services().rate_limits.take_back(limit.items())
            return response

        setattr(counted, _COUNTS_ITSELF, True)
        return counted

    return decorated


def _limited(*limits: Limit) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Limit a view as a write, and by these limits."""

    def decorated(view: Callable[P, R]) -> Callable[P, R]:
        @wraps(view)
        def counted(*args: P.args, **kwargs: P.kwargs) -> R:
            _count(_WRITES, *limits)
            return view(*args, **kwargs)

        setattr(counted, _COUNTS_ITSELF, True)
        return counted

    return decorated


# --------------------------------------------------------------------------------------------------------------------
# Expensive requests
# --------------------------------------------------------------------------------------------------------------------


def _network() -> str:
    """Return the address of this request; for IPv6 its first 64 bits, which are one user's network."""
    with suppress(ValueError):
        found = ip_address(address())
        return str(IPv6Network((found, 64), strict=False)) if isinstance(found, IPv6Address) else str(found)
    return address()


_WRITES = Limit("write", "write_limit", rate_limit_key)
_NEW_ACCOUNTS = Limit("register", "register_limit", _network)
_GUESTS = Limit("trial", "trial_limit", _network)
_MAILS = Limit("mail", "mail_limit", rate_limit_key)
_IMPORTS = Limit("import", "import_limit", rate_limit_key)

new_accounts = _counted_if_done(_NEW_ACCOUNTS)
imports = _limited(_IMPORTS)


def count_guest() -> None:
    """Count a new guest account."""
    _count(_GUESTS)


def count_picture() -> None:
    """Count a picture that is not cached and must be drawn."""
    _count(
        Limit("picture", "picture_limit", rate_limit_key),
        Limit("picture by address", "picture_limit_by_address", address),
    )


def count_animation() -> None:
    """Count an animation that is not cached and must be drawn."""
    by_address = Limit("animation by address", "animation_limit_by_address", address)
    _count(Limit("animation", "animation_limit", rate_limit_key), by_address)


# --------------------------------------------------------------------------------------------------------------------
# Password guesses
# --------------------------------------------------------------------------------------------------------------------


def _name_tried() -> str | None:
    """Return the name in the body, in any format; a body without one is refused before any password is checked."""
    body = request.get_json(silent=True) or request.form
    name = body.get("name") if isinstance(body, Mapping) else None
    # Pages ignore spaces around a name as typing errors.
    return folded(name.strip()[:_LONGEST_NAME]) if isinstance(name, str) else None


def _name_and_address() -> str:
    return f"{address()} {_name_tried()}"


def _name_or_known_browser() -> str:
    name = _name_tried()
    if name is None:
        return address()
    browser = device_cookies.browser_of(name)
    return f"name {name}" if browser is None else f"browser {browser}"


_BY_ADDRESS = Limit("log in by address", "log_in_limit_by_address", address)
_BY_NAME_AND_ADDRESS = Limit("log in by name and address", "log_in_limit", _name_and_address)
_BY_NAME = Limit("log in by name", "log_in_limit_by_name", _name_or_known_browser)
_OLD_PASSWORDS = Limit("change password", "log_in_limit", rate_limit_key)

log_ins = _limited(_BY_ADDRESS, _BY_NAME_AND_ADDRESS, _BY_NAME)
"""Limits guesses at a name from one address, from one address at any name, and from any address at one name.

The last limit is lower, and a browser that is known under the name has a separate limit, so that no one can lock users
out. Guesses are counted before they are checked, so concurrent guesses cannot avoid the limit.
"""

old_passwords = _limited(_OLD_PASSWORDS)
new_addresses = _limited(_OLD_PASSWORDS, _MAILS)
"""Limits guesses at the user's own password, and emails to any address."""

recoveries = _limited(_MAILS)
"""Limits password reset emails by requester; by recipient, see :func:`may_recover`."""


def count_confirmation(recipient: str) -> None:
    """Count an email that confirms an address; raise Problem at a limit.

    Requesters have lower limits than the recipient, so that no one can prevent the owner of an address from confirming
    it.
    """
    _count(*_email_limits(recipient, "confirmation"))


def may_recover(recipient: str, name: str) -> bool:
    """Count an email that sets a password. Return False at a limit, which the response must not reveal.

    A browser that is known under the user's name is counted separately, so that no one can prevent the user's reset.
    Resets are counted separately from confirmations, which must neither prevent them nor reveal them.
    """
    browser = device_cookies.browser_of(name)
    known = Limit("recovery by browser", "mail_limit_by_requester", lambda: f"browser {browser}")
    limits = _email_limits(recipient, "recovery") if browser is None else [known]
    return _reached(*limits) is None


def _email_limits(recipient: str, kind: str) -> list[Limit]:
    """Return the limits on emails of a kind to an address."""
    mailbox = _mailbox(recipient)
    by_requester, by_network = f"{rate_limit_key()} {mailbox}", f"{_network()} {mailbox}"
    return [
        Limit(f"{kind} by requester", "mail_limit_by_requester", lambda: by_requester),
        Limit(f"{kind} by network", "mail_limit_by_ip_address", lambda: by_network),
        Limit(f"{kind} to", "mail_limit_by_recipient", lambda: mailbox),
    ]


def _mailbox(recipient: str) -> str:
    """Return the mailbox of an address: without a tag (``ada+tag@example.org``), and with the domain in one form."""
    local, _, domain = folded(recipient).rpartition("@")
    with suppress(idna.IDNAError):
        domain = idna.encode(domain, uts46=True).decode()
    return f"{local.partition('+')[0]}@{domain}"


_TRIES = Limit("tries", "mail_limit", rate_limit_key)

tries = _limited(_TRIES)
"""Limits tests of notification channels."""


def count_try() -> None:
    """Count a test, if the view does not always send one."""
    _count(_TRIES)


set_passwords = _limited(_BY_ADDRESS)
"""Limits guesses at links."""


def forgive_log_ins() -> None:
    """Forget this and earlier guesses at a name, because the password was right."""
    services().rate_limits.forget([*_BY_NAME_AND_ADDRESS.items(), *_BY_NAME.items()])
