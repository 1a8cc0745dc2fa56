"""The language of a request: the best translation for the browser's preferences."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Protocol

from babel import Locale, negotiate_locale
from flask import Flask, current_app, g, has_app_context, has_request_context, request
from flask_babel import Babel, Domain, force_locale, get_locale, get_translations
from markupsafe import Markup
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from service.http.isolation import Isolating, isolated


class Translator(Protocol):
    """Translates English messages into one language; ``context`` is the id of a domain message."""

    def __call__(self, text: str, context: str = "", plural: str = "", count: int = 1) -> str:
        """Translate a text, or its plural if ``count`` needs it in that language."""


Reader = tuple[Translator, str]
"""A language code and the language's name."""

CATALOGUES = "translations"
"""The directory of the catalogues, absolute or relative to the templates. English needs no catalogue."""

ENGLISH = "en"
"""The language of the messages in the source."""

REMEMBERED = 16384
"""The maximum of cached messages per language: more than all games have, since imported figures may contain others."""


def register(app: Flask) -> None:
    """Choose a language for each request."""
    known: list[str] = []
    babel = Babel(app, default_translation_directories=CATALOGUES, locale_selector=lambda: _best_of(known))
    with app.app_context():
        known.extend(str(locale) for locale in babel.list_translations())
    babel.domain_instance = Isolated()
    app.context_processor(lambda: {"_": _in_templates(get_translations())})
    app.jinja_env.add_extension(Isolating)
    app.jinja_env.globals["_"] = app.jinja_env.globals["gettext"] = _said_in_templates
    app.jinja_env.globals["ngettext"] = _counted_in_templates


class Isolated(Domain):  # type: ignore[misc]
    """Translations that isolate the values inserted into them."""

    def gettext(self, string: str, **gaps: Any) -> str:
        """Return a message."""
        return str(super().gettext(string, **_isolated(gaps)))

    def ngettext(self, singular: str, plural: str, num: int, **gaps: Any) -> str:
        """Return a message with a number."""
        return str(super().ngettext(singular, plural, num, **_isolated(gaps)))


def translator() -> Translator:
    """Return the translator of the request's language. Fetch it once for many messages: fetching costs more than
    translating a message.
    """
    return reader()[0]


def language() -> str:
    """Return the name of the request's language."""
    return reader()[1]


def reader() -> Reader:
    """Return the language code and name of the reader. The command line uses English."""
    if not has_app_context():
        return _remembering(get_translations()), str(ENGLISH)
    return _reading(current_app.extensions["babel"].instance, get_locale())


@lru_cache(maxsize=64)
def _reading(_: Babel, locale: Locale | None) -> Reader:
    """Cached, because Babel takes long to compute it."""
    return _remembering(get_translations()), str(locale or ENGLISH)


@lru_cache(maxsize=64)
def _remembering(translations: Any) -> Translator:
    @lru_cache(maxsize=REMEMBERED)
    def word(text: str, context: str = "", plural: str = "", count: int = 1) -> str:
        if plural:
            return str(translations.npgettext(context, text, plural, count))
        return str(translations.pgettext(context, text) if context else translations.gettext(text))

    return word


@lru_cache(maxsize=64)
def _in_templates(translations: Any) -> Callable[..., Markup]:
    """The ``_`` of templates, like that of Jinja's extension: inserted values are escaped."""
    said = lru_cache(maxsize=REMEMBERED)(lambda msgid: Markup(translations.gettext(msgid)))  # noqa: S704 - our own words
    whole = lru_cache(maxsize=REMEMBERED)(lambda msgid: said(msgid) % {})
    return lambda msgid, **gaps: said(msgid) % _isolated(gaps) if gaps else whole(msgid)


def _said_in_templates(msgid: str, **gaps: Any) -> Markup:
    return _in_templates(get_translations())(msgid, **gaps)


def _counted_in_templates(singular: str, plural: str, num: int, **gaps: Any) -> Markup:
    told = get_translations().ungettext(singular, plural, num)
    return Markup(told) % _isolated({"num": num, **gaps})  # noqa: S704 - our own words


def _isolated(gaps: dict[str, Any]) -> dict[str, Any]:
    return {name: isolated(value) for name, value in gaps.items()}


def _best_of(known: list[str]) -> Locale | None:
    if not has_request_context():
        return None
    said = g.get("language_of_user", "")
    return _negotiated(f"{said}, {request.headers.get('Accept-Language', '')}".strip(", "), tuple(known))


def languages() -> list[str]:
    """Return all languages of the site."""
    return sorted({ENGLISH, *(str(locale) for locale in current_app.extensions["babel"].instance.list_translations())})


@contextmanager
def use_language(tag: str) -> Iterator[None]:
    """Use the best available translation for this language (``""``: English) within the block, regardless of the
    request.
    """
    with force_locale(_negotiated(tag, tuple(languages()))):
        yield


@lru_cache(maxsize=256)
def _negotiated(header: str, known: tuple[str, ...]) -> Locale:
    """Return the best available language; browsers send the same few headers repeatedly."""
    wanted = parse_accept_header(header, LanguageAccept).values()
    return Locale.parse(negotiate_locale([language.replace("-", "_") for language in wanted], known) or ENGLISH)
