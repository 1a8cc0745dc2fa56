"""Rate limits: login attempts, new accounts per address, files and writes per user.

They stand as decorators at the views they limit; that on writes of every kind holds for the whole application. A
request is counted by one statement under all limits that hold for it; what is only read is not counted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache, lru_cache, wraps
from ipaddress import IPv6Address, IPv6Network, ip_address
from types import MappingProxyType
from typing import NamedTuple, ParamSpec, TypeVar

import idna
from flask import Flask, current_app, request
from flask_babel import gettext
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
"""Characters of a name that are looked at; those of users are shorter."""


class Limit(NamedTuple):
    """What is counted, the setting that says how often it may be done, and for whom it is counted."""

    scope: str
    setting: str
    who: Callable[[], str]

    def items(self) -> Mapping[str, RateLimitItem]:
        """What holds for this request, by the name it is counted under: a setting may have several."""
        return _items(self.scope, self.who(), getattr(services().config, self.setting))


@lru_cache(4096)
def _items(scope: str, who: str, setting: str) -> Mapping[str, RateLimitItem]:
    return MappingProxyType({item.key_for(scope, who): item for item in _read(setting)})


@cache
def _read(text: str) -> tuple[RateLimitItem, ...]:
    return tuple(parse_many(text))


def register(app: Flask) -> None:
    """Count what is written in this application."""
    app.before_request(_count_write)


def _count_write() -> None:
    view = current_app.view_functions.get(request.endpoint or "")
    if request.method in _WRITING and view is not None and not hasattr(view, _COUNTS_ITSELF):
        _count(_WRITES)


def _reached(*limits: Limit) -> LimitExceeded | None:
    """Count under all these limits, or under none and return the one that is reached."""
    return services().rate_limits.add({name: item for limit in limits for name, item in limit.items().items()})


def _count(*limits: Limit) -> None:
    full = _reached(*limits)
    if full is not None:
        told = gettext("No more than {limit} can be sent here. Wait a little and try again.")
        problem = Problem("too-many", told.format(limit=full.limit))
        problem.retry_after = full.seconds
        raise problem


_COUNTS_ITSELF = "counts_itself"


def _limited(*limits: Limit) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Limits a view, as a write and by these limits."""

    def decorated(view: Callable[P, R]) -> Callable[P, R]:
        @wraps(view)
        def counted(*args: P.args, **kwargs: P.kwargs) -> R:
            _count(_WRITES, *limits)
            return view(*args, **kwargs)

        setattr(counted, _COUNTS_ITSELF, True)
        return counted

    return decorated


# --------------------------------------------------------------------------------------------------------------------
# Work
# --------------------------------------------------------------------------------------------------------------------

_WRITES = Limit("write", "write_limit", rate_limit_key)
_NEW_ACCOUNTS = Limit("register", "register_limit", address)
_TRIALS = Limit("trial", "trial_limit", address)
_MAILS = Limit("mail", "mail_limit", rate_limit_key)
_IMPORTS = Limit("import", "import_limit", rate_limit_key)

new_accounts = _limited(_NEW_ACCOUNTS)
trials = _limited(_TRIALS)
imports = _limited(_IMPORTS)


def count_picture() -> None:
    """Count a picture that is not kept and has to be drawn."""
    _count(
        Limit("picture", "picture_limit", rate_limit_key),
        Limit("picture by address", "picture_limit_by_address", address),
    )


def count_animation() -> None:
    """Count an animation that is not kept and has to be drawn."""
    by_address = Limit("animation by address", "animation_limit_by_address", address)
    _count(Limit("animation", "animation_limit", rate_limit_key), by_address)


# --------------------------------------------------------------------------------------------------------------------
# Guesses at passwords
# --------------------------------------------------------------------------------------------------------------------


def _name_tried() -> str | None:
    """The name in the body, whatever its shape; a body that holds none is refused before any password is looked at."""
    body = request.get_json(silent=True) or request.form
    name = body.get("name") if isinstance(body, Mapping) else None
    # The pages take spaces around a name for slips of the hand.
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
"""Limits guesses at a name from one address, from one address at any name, and from anywhere at one name.

The last is slower, and a browser that is known under the name is counted by itself: nobody locks out another.
Guesses count before they are looked at, so that many at once are no way around.
"""

old_passwords = _limited(_OLD_PASSWORDS)
new_addresses = _limited(_OLD_PASSWORDS, _MAILS)
"""Limits guesses at one's own password, and the mails to whatever address."""

recoveries = _limited(_MAILS)
"""Limits mails to people who have forgotten their password, by who asks: by recipient, see :func:`may_recover`."""


def count_confirmation(recipient: str) -> None:
    """Count an email that confirms an address. Raises Problem at a limit.

    Requesters have lower limits than the recipient, so that nobody keeps the owner of an address from confirming it.
    """
    _count(*_mails_to(recipient, "confirmation"))


def may_recover(recipient: str, name: str) -> bool:
    """Count an email that sets a password. False at a limit, which the response must not reveal.

    A browser that is known under the user's name is counted separately: nobody keeps the user from a new password.
    Recoveries count apart from confirmations, which must neither prevent them nor tell of them.
    """
    browser = device_cookies.browser_of(name)
    known = Limit("recovery by browser", "mail_limit_by_requester", lambda: f"browser {browser}")
    limits = _mails_to(recipient, "recovery") if browser is None else [known]
    return _reached(*limits) is None


def _mails_to(recipient: str, kind: str) -> list[Limit]:
    """The limits on emails of a kind to an address."""
    mailbox = _mailbox(recipient)
    by_requester, by_network = f"{rate_limit_key()} {mailbox}", f"{_network()} {mailbox}"
    return [
        Limit(f"{kind} by requester", "mail_limit_by_requester", lambda: by_requester),
        Limit(f"{kind} by network", "mail_limit_by_ip_address", lambda: by_network),
        Limit(f"{kind} to", "mail_limit_by_recipient", lambda: mailbox),
    ]


def _network() -> str:
    """The address of this request; of an IPv6 address the first 64 bits, since one user has all the others."""
    with suppress(ValueError):
        found = ip_address(address())
        return str(IPv6Network((found, 64), strict=False)) if isinstance(found, IPv6Address) else str(found)
    return address()


def _mailbox(recipient: str) -> str:
    """Addresses that differ only in a tag (``ada+tag@example.org``) or in the form of the domain are one mailbox."""
    local, _, domain = folded(recipient).rpartition("@")
    with suppress(idna.IDNAError):
        domain = idna.encode(domain, uts46=True).decode()
    return f"{local.partition('+')[0]}@{domain}"


_TRIES = Limit("tries", "mail_limit", rate_limit_key)

tries = _limited(_TRIES)
"""Limits what somebody has sent to see whether it arrives."""


def count_try() -> None:
    """Count one of these where the view does not always send something."""
    _count(_TRIES)


set_passwords = _limited(_BY_ADDRESS)
"""Limits guesses at links."""


def forgive_log_ins() -> None:
    """The password was right: the guesses at this name that led to it count no longer, and nor does this one."""
    services().rate_limits.forget([*_BY_NAME_AND_ADDRESS.items(), *_BY_NAME.items()])
