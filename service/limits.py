"""Limits on guessing and on work: attempts to log in, new accounts per address, files and writes per user."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from http import HTTPStatus
from time import time
from typing import Any

from flask import Flask, Response, request
from flask_limiter import ApplicationLimit, Limiter
from flask_limiter.util import get_remote_address

from service.access import asker_id
from service.accounts import folded
from service.config import Config

_WRITING = ("POST", "PUT", "PATCH", "DELETE")
_SOON = 3
"""Seconds after which to come back, where no limit says more."""


def register(app: Flask, config: Config) -> None:
    """Put the limits before the views that need them."""
    limiter = Limiter(
        get_remote_address,
        app=app,
        application_limits=[ApplicationLimit(config.write_limit, asker_id, methods=_WRITING)],
        storage_uri=config.limits_storage,
        strategy="moving-window",
    )
    app.after_request(partial(_say_when, limiter))
    views: dict[str, Any] = app.view_functions
    by_address = limiter.shared_limit(config.log_in_limit, scope="log in by address")
    by_name = limiter.shared_limit(config.log_in_limit, scope="log in by name", key_func=_name_tried)
    by_registration = limiter.shared_limit(config.register_limit, scope="register")
    for view in ("session.log_in", "accounts.logged_in"):
        views[view] = by_address(by_name(views[view]))
    for view in ("session.register", "accounts.registered"):
        views[view] = by_registration(views[view])
    views["accounts.change_password"] = limiter.shared_limit(
        config.log_in_limit, scope="change password", key_func=asker_id
    )(views["accounts.change_password"])
    by_importer = limiter.shared_limit(config.import_limit, scope="import", key_func=asker_id)
    for view in ("files.bring_in", "records.bring_in"):
        views[view] = by_importer(views[view])


def _say_when(limiter: Limiter, answer: Response) -> Response:
    """Who is told that it is too much is told when to come back, in seconds; nobody else is told of limits."""
    if answer.status_code == HTTPStatus.TOO_MANY_REQUESTS:
        reached = limiter.current_limit
        left = reached.reset_at - time() if reached and reached.breached else _SOON
        answer.headers.setdefault("Retry-After", str(max(1, int(left))))
    return answer


def _name_tried() -> str:
    """The name in the body, whatever its shape; a body that holds none is refused before any password is looked at."""
    body = request.get_json(silent=True) or request.form
    name = body.get("name") if isinstance(body, Mapping) else None
    # The pages take spaces around a name for slips of the hand.
    return f"name:{folded(name.strip())}" if isinstance(name, str) else get_remote_address()
