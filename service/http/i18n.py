"""The language of a request: the account's, else the one chosen in the footer, else the best for the browser."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Protocol

from babel import Locale, UnknownLocaleError
from flask import Flask, current_app, g, has_app_context, has_request_context, request
from flask_babel import Babel, Domain, force_locale, get_locale, get_translations, refresh
from markupsafe import Markup
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from service.http.isolation import Isolating, isolated
from service.http.korean import with_particles


class Translator(Protocol):
    """Translates English messages into one language; ``context`` is the id of a domain message."""

    def __call__(self, text: str, context: str = "", plural: str = "", count: int = 1) -> str:
        """Translate a text, or its plural if ``count`` needs it in that language."""


Reader = tuple[Translator, str]
"""The translator into the reader's language, and the language's code."""

COOKIE = "language"
"""The cookie with the language that was chosen in the footer of a page."""

_TAG = re.compile(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,3}")

_LANGUAGES = "daybook_languages"

CATALOGUES = "translations"
"""The directory of the catalogues, absolute or relative to the templates. English needs no catalogue."""

ENGLISH = "en"
"""The language of the messages in the source."""

REMEMBERED = 16384
"""The maximum of cached messages per language: more than all games have, since imported figures may contain others."""


def register(app: Flask) -> None:
    """Choose a language for each request."""
    babel = Babel(app, default_translation_directories=CATALOGUES, locale_selector=_best)
    with app.app_context():
        app.extensions[_LANGUAGES] = tuple(sorted({ENGLISH, *map(str, babel.list_translations())}))
    babel.domain_instance = Isolated()
    app.context_processor(lambda: {"_": _in_templates(get_translations())})
    app.jinja_env.add_extension(Isolating)
    app.jinja_env.globals["_"] = app.jinja_env.globals["gettext"] = _said_in_templates
    app.jinja_env.globals["ngettext"] = _counted_in_templates
    app.jinja_env.globals["languages"] = own_names


class Isolated(Domain):  # type: ignore[misc]
    """Translations that isolate the values inserted into them."""

    def gettext(self, string: str, **gaps: Any) -> str:
        """Return a message."""
        said = str(super().gettext(string, **_isolated(gaps)))
        return with_particles(said, said)

    def ngettext(self, singular: str, plural: str, num: int, **gaps: Any) -> str:
        """Return a message with a number."""
        said = str(super().ngettext(singular, plural, num, **_isolated(gaps)))
        return with_particles(said, said)


def translator() -> Translator:
    """Return the translator of the request's language. Fetch it once for many messages: fetching costs more than
    translating a message.
    """
    return reader()[0]


def language() -> str:
    """Return the code of the request's language."""
    return reader()[1]


def reader() -> Reader:
    """Return the translator and the code of the request's language. The command line uses English."""
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
    return lambda msgid, **gaps: _filled(said(msgid), gaps) if gaps else whole(msgid)


def _said_in_templates(msgid: str, **gaps: Any) -> Markup:
    return _in_templates(get_translations())(msgid, **gaps)


def _counted_in_templates(singular: str, plural: str, num: int, **gaps: Any) -> Markup:
    sentence = get_translations().ungettext(singular, plural, num)
    return _filled(Markup(sentence), {"num": num, **gaps})  # noqa: S704 - our own words


def _filled(sentence: Markup, gaps: dict[str, Any]) -> Markup:
    filled = sentence % _isolated(gaps)
    return Markup(with_particles(sentence, filled)) if "(" in sentence else filled  # noqa: S704 - escaped already


def _isolated(gaps: dict[str, Any]) -> dict[str, Any]:
    return {name: isolated(value) for name, value in gaps.items()}


def _best() -> Locale | None:
    """Choose the language of a request: the account's, else the one in the cookie, else the browser's."""
    if not has_request_context():
        return None
    said, chosen = g.get("language_of_user", ""), request.cookies.get(COOKIE, "")
    wanted = ", ".join(filter(_TAG.fullmatch, (said, chosen)))
    return _negotiated(f"{wanted}, {request.headers.get('Accept-Language', '')}".strip(", "), languages())


def prefer(language: str) -> None:
    """Answer this request in the language of the user it is about, if they have chosen one."""
    g.language_of_user = language
    refresh()


def languages() -> tuple[str, ...]:
    """Return all languages of the site."""
    known: tuple[str, ...] = current_app.extensions[_LANGUAGES]
    return known


def own_names() -> dict[str, str]:
    """Return the tags of all languages of the site, and the names of the languages in themselves."""
    return _own_names(languages())


@lru_cache(maxsize=8)
def _own_names(known: tuple[str, ...]) -> dict[str, str]:
    return {tag(name): _own_name(Locale.parse(name)) for name in known}


def _own_name(locale: Locale) -> str:
    written = locale.languages.get(f"{locale.language}_{locale.script}")  # zh_Hant: 繁體中文
    return str(written or locale.get_display_name() or locale)


def tag(name: str) -> str:
    """Return the tag of a language for pages and headers: ``zh-Hant-TW``."""
    return name.replace("_", "-")


def page_language() -> str:
    """Return the tag of this request's language."""
    return tag(str(get_locale() or ENGLISH))


@contextmanager
def use_language(tag: str) -> Iterator[None]:
    """Use the best available translation for this language (``""``: English) within the block, regardless of the
    request.
    """
    with force_locale(_negotiated(tag, languages())):
        yield


@lru_cache(maxsize=256)
def _negotiated(header: str, known: tuple[str, ...]) -> Locale:
    """Return the best available language; browsers send the same few headers repeatedly."""
    wanted = parse_accept_header(header, LanguageAccept).values()
    found = next(filter(None, (_matching(tag, known) for tag in wanted)), ENGLISH)
    return Locale.parse(found)


def _matching(tag: str, known: tuple[str, ...]) -> str | None:
    """Return the language of the site for a tag: the same one, or the same language in the same script."""
    try:
        wanted = Locale.parse(tag, sep="-" if "-" in tag else "_")
    except (ValueError, UnknownLocaleError):
        return None
    if str(wanted) in known:
        return str(wanted)
    parsed = {name: Locale.parse(name) for name in known}
    alike = (name for name, each in parsed.items() if (each.language, each.script) == (wanted.language, wanted.script))
    return next(alike, None)
