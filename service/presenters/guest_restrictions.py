"""Restrictions on guests: they may play and sign up, but anything that other users would see needs an account."""

from __future__ import annotations

from flask import Flask, request

from domain.message import message
from service.auth import Forbidden, current_user

_READING = ("GET", "HEAD", "OPTIONS")
_ROOMS = ("moves", "play", "trying")
"""Blueprints whose writes are moves in the guest's own games."""
_BESIDE = ("accounts.log_out", "accounts.registered", "accounts.delete", "session.log_out", "session.leave")


def register(app: Flask) -> None:
    """Refuse other writes in this application."""
    app.before_request(_refuse)


def _refuse() -> None:
    if request.method in _READING or request.blueprint in _ROOMS or request.endpoint in _BESIDE:
        return
    user = current_user()
    if user is not None and user.trial:
        raise Forbidden(
            message(
                "site.registration-required", "Guests play against bots. Register to do this: your games stay yours."
            )
        )
