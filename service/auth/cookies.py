"""Attributes of cookies, which hide them from scripts, other sites and plain HTTP."""

from __future__ import annotations

from datetime import timedelta

from flask import Response

from service.container import services


def keep(answer: Response, name: str, value: str, age: timedelta) -> None:
    """Set a cookie in a response for a time."""
    secure = services().config.secure_cookies
    answer.set_cookie(name, value, max_age=age, secure=secure, httponly=True, samesite="Lax")


def forget(answer: Response, name: str) -> None:
    """Delete a cookie in a response."""
    keep(answer, name, "", timedelta())
