"""The language a reader gets: the best of those the site is translated into, by what their browser asks for."""

from __future__ import annotations

from babel import negotiate_locale
from flask import Flask, has_request_context, request
from flask_babel import Babel

CATALOGUES = "translations"
"""Where the catalogues are, beside the templates or absolute. English needs none."""


def register(app: Flask) -> None:
    """Choose a language for each request."""
    known: list[str] = []
    babel = Babel(app, default_translation_directories=CATALOGUES, locale_selector=lambda: _best_of(known))
    with app.app_context():
        known.extend(str(locale) for locale in babel.list_translations())


def _best_of(known: list[str]) -> str | None:
    if not has_request_context():
        return None
    wanted = [language.replace("-", "_") for language in request.accept_languages.values()]
    return negotiate_locale(wanted, known)
