"""Restrictions on guests: they may play and sign up, but anything that other users would see needs an account."""

from __future__ import annotations

from flask import Flask, request

from domain.message import message
from service.auth import Forbidden, current_user

_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
_ALLOWED_BLUEPRINTS = ("moves", "play", "guest_play", "guide")
"""Blueprints whose writes are moves in the guest's own games."""
_ALLOWED_ENDPOINTS = (
    "accounts.log_out",
    "accounts.sign_up",
    "accounts.delete_account",
    "session.log_out",
    "session.delete_account",
)


def register(app: Flask) -> None:
    """Refuse other writes in this application."""
    app.before_request(_refuse)


def _refuse() -> None:
    if (
        request.method in _SAFE_METHODS
        or request.blueprint in _ALLOWED_BLUEPRINTS
        or request.endpoint in _ALLOWED_ENDPOINTS
    ):
        return
    user = current_user()
    if user is not None and user.trial:
        raise Forbidden(
            message(
                "site.registration-required",
                "Guests can only play against bots. To do more, sign up. You will keep your games.",
            )
        )
