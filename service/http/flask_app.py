"""Flask without the work that it would repeat for each request."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask, Response, request
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import URLSafeTimedSerializer

from service import typeface
from service.runtime import build_id
from service.runtime.paths import loggable

A_YEAR = 365 * 24 * 60 * 60
"""Seconds."""


class SignedOnce(SecureCookieSessionInterface):
    """Creates the signer of an application's cookies on first use; the key does not change."""

    def __init__(self) -> None:
        self._serializer: URLSafeTimedSerializer | None = None

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """Return the serializer of this application."""
        if self._serializer is None:
            self._serializer = super().get_signing_serializer(app)
        return self._serializer


class Application(Flask):
    """An application whose views and hooks are plain functions.

    The URLs of its static files contain the build id, so browsers never need to request them again. Scripts import each
    other by relative URLs, which contain the id too.
    """

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.session_interface = SignedOnce()
        self.program = build_id.digest()
        self.jinja_env.globals["static"] = f"{self.static_url_path}/{self.program}"
        self.jinja_env.globals["program"] = self.program
        self.jinja_env.globals["typeface"] = typeface.files()

    def send_static_file(self, filename: str) -> Response:
        """Send a static file; a URL with another build id, during a rollout, gets the current file."""
        asked, _, name = filename.partition("/")
        response = super().send_static_file(name if build_id.is_digest(asked) else filename)
        if asked == self.program:
            response.headers["Cache-Control"] = f"public, max-age={A_YEAR}, immutable"
        return response

    def log_exception(self, exc_info: Any) -> None:
        """Log an unhandled error, without the secrets in paths."""
        self.logger.error("%s %s failed", request.method, loggable(request.path), exc_info=exc_info)

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function itself: Flask would check a dozen times per request whether it is a coroutine."""
        return func
