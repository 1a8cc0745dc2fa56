"""Limits on guessing and on work: passwords, new accounts per address, files and writes per user.

They stand as decorators at the views they limit; that on writes of every kind holds for the whole application.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from http import HTTPStatus
from time import time
from typing import ParamSpec, TypeVar

from flask import Flask, Response, request
from flask_limiter import ApplicationLimit, Limiter
from flask_limiter.util import get_remote_address

from service.access import asker_id, known_browsers
from service.config import Config
from service.people.accounts import folded
from service.services import services

P = ParamSpec("P")
R = TypeVar("R")

_WRITING = ("POST", "PUT", "PATCH", "DELETE")
_SOON = 3
"""Seconds after which to come back, where no limit says more."""

_LONGEST_NAME = 100
"""Characters of a name that are looked at; those of users are shorter."""


def _setting(name: str) -> Callable[[], str]:
    return lambda: str(getattr(services().config, name))


limiter = Limiter(
    get_remote_address,
    application_limits=[ApplicationLimit(_setting("write_limit"), key_function=asker_id, methods=_WRITING)],
    strategy="moving-window",
)


def register(app: Flask, config: Config) -> None:
    """Count for this application."""
    app.config["RATELIMIT_STORAGE_URI"] = config.limits_storage
    limiter.init_app(app)
    app.after_request(_say_when)


def _say_when(answer: Response) -> Response:
    """Who is told that it is too much is told when to come back, in seconds; nobody else is told of limits."""
    if answer.status_code == HTTPStatus.TOO_MANY_REQUESTS:
        reached = limiter.current_limit
        if reached and reached.breached:
            answer.headers["Retry-After"] = str(max(1, int(reached.reset_at - time())))
        else:
            answer.headers.setdefault("Retry-After", str(_SOON))
    return answer


# --------------------------------------------------------------------------------------------------------------------
# Work
# --------------------------------------------------------------------------------------------------------------------

new_accounts = limiter.shared_limit(_setting("register_limit"), scope="register")
imports = limiter.shared_limit(_setting("import_limit"), scope="import", key_func=asker_id)

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
    return f"{get_remote_address()} {_name_tried()}"


def _name_or_known_browser() -> str:
    name = _name_tried()
    if name is None:
        return get_remote_address()
    browser = known_browsers.browser_of(name)
    return f"name {name}" if browser is None else f"browser {browser}"


_BY_NAME = ("log in by name and address", "log in by name")

_by_address = limiter.shared_limit(_setting("log_in_limit_by_address"), scope="log in by address")
_by_name_and_address = limiter.shared_limit(_setting("log_in_limit"), scope=_BY_NAME[0], key_func=_name_and_address)
_by_name = limiter.shared_limit(_setting("log_in_limit_by_name"), scope=_BY_NAME[1], key_func=_name_or_known_browser)
old_passwords = limiter.shared_limit(_setting("log_in_limit"), scope="change password", key_func=asker_id)


def log_ins(view: Callable[P, R]) -> Callable[P, R]:
    """Limits guesses at a name from one address, from one address at any name, and from anywhere at one name.

    The last is slower, and a browser that is known under the name is counted by itself: nobody locks out another.
    Guesses count before they are looked at, so that many at once are no way around.
    """
    return _by_address(_by_name_and_address(_by_name(view)))


def forgive_log_ins() -> None:
    """The password was right: the guesses at this name that led to it count no longer, and nor does this one."""
    for counted in limiter.current_limits:
        if counted.request_args[-1] in _BY_NAME:
            limiter.limiter.clear(counted.limit, *counted.request_args)
