"""Flask, without what it does anew for each request and this service needs once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import URLSafeTimedSerializer


class SignedOnce(SecureCookieSessionInterface):
    """Makes what signs an application's cookies when it is first needed; the key does not change."""

    def __init__(self) -> None:
        self._serializer: URLSafeTimedSerializer | None = None

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """The serializer of the one application this is for."""
        if self._serializer is None:
            self._serializer = super().get_signing_serializer(app)
        return self._serializer


class Application(Flask):
    """An application whose views are plain functions, as is everything around them."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.session_interface = SignedOnce()

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """The function itself: whether it is a coroutine would be found out a dozen times for each request."""
        return func
