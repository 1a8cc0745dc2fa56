"""Isolation of right-to-left names and texts in sentences and pages.

Text with right-to-left letters is *isolated*: in HTML by ``<bdi>``; in sentences, options and attributes by two
invisible characters of Unicode. :func:`isolated` is called when sentences are filled (``service/http/messages.py``,
``service/http/i18n.py``), and :class:`Isolating` finds the right form for each ``{{ … }}`` of the templates. In
the same places, negative numbers get their minus sign.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Literal

from jinja2 import Environment
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from markupsafe import Markup

from domain.numerals import numeral

FIRST_STRONG_ISOLATE, POP_DIRECTIONAL_ISOLATE = "\u2068", "\u2069"

_TURNING = re.compile(
    "[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
"""The blocks of right-to-left scripts, and the characters that change the direction of text."""


def isolated(value: Any) -> Any:
    """Isolate right-to-left text by characters and give negative numbers a minus sign; leave the rest unchanged."""
    if type(value) is str:
        turns = not value.isascii() and _TURNING.search(value)
        return f"{FIRST_STRONG_ISOLATE}{value}{POP_DIRECTIONAL_ISOLATE}" if turns else value
    return numeral(value) if isinstance(value, int) and value < 0 else value


def isolated_in_html(value: Any) -> Any:
    """Isolate right-to-left text by an element and give negative numbers a minus sign; leave the rest unchanged."""
    if type(value) is str:
        turns = not value.isascii() and _TURNING.search(value)
        return Markup("<bdi>{}</bdi>").format(value) if turns else value
    return numeral(value) if isinstance(value, int) and value < 0 else value


# --------------------------------------------------------------------------------------------------------------------
# Templates
# --------------------------------------------------------------------------------------------------------------------

_SHOWN_ATTRIBUTES = ("title", "aria-label", "alt")
"""Attributes with text for users that no program compares or sends back."""

_PLAIN = ("title", "option", "svg")
"""Elements that contain text but no HTML elements."""

_EXACT = ("textarea", "script", "style")
"""Elements with text that is sent back, or read by a program."""

_BLOCKS = {"title": "title", "body_class": "script", "body_data": "script", "page_name": "script", "session": "script"}
"""Blocks of templates outside of elements, and the elements whose text is treated in the same way."""

_MARKS = re.compile(r"<(/?)([a-zA-Z][\w-]*)|([\w-]+)\s*=\s*([\"'])|([\"'>])")

Filter = Literal["isolated", "isolated_in_html"]


class Isolating(Extension):
    """Applies the filter for its place to each ``{{ … }}`` of an HTML template."""

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        environment.filters["isolated"] = isolated
        environment.filters["isolated_in_html"] = isolated_in_html

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """Yield the tokens of a template with the filters inserted."""
        place = _Place()
        chosen: Filter | None = None
        before = ""
        for token in stream:
            if token.type == "data":
                place.read(token.value)
            elif token.value == "endblock":
                place.element = ""
            elif before == "block":
                place.element = _BLOCKS.get(token.value, "")
            before = token.value if token.type == "name" else ""
            if token.type == "variable_end" and chosen is not None:
                yield from (Token(token.lineno, *each) for each in (("rparen", ")"), ("pipe", "|"), ("name", chosen)))
            yield token
            if token.type == "variable_begin":
                chosen = place.filter if (stream.name or "").endswith(".html") else None
                if chosen is not None:
                    yield Token(token.lineno, "lparen", "(")


class _Place:
    """The place in a document: the element or attribute that the template's text is in."""

    def __init__(self) -> None:
        self.element = ""
        self.in_tag = False
        self.attribute = self.quote = ""

    def read(self, text: str) -> None:
        """Advance to the end of a piece of the template."""
        for closing, name, attribute, quote, mark in _MARKS.findall(text):
            if self.quote:
                if self.quote in (quote, mark):
                    self.attribute = self.quote = ""
            elif self.in_tag:
                if attribute:
                    self.attribute, self.quote = attribute, quote
                self.in_tag = mark != ">"
            elif name:
                self.in_tag = True
                self._enter_or_leave(name.lower(), closing)

    def _enter_or_leave(self, name: str, closing: str) -> None:
        if not self.element and not closing and name in (*_PLAIN, *_EXACT):
            self.element = name
        elif name == self.element and closing:
            self.element = ""

    @property
    def filter(self) -> Filter | None:
        """Return the filter for text at this place."""
        if self.in_tag:
            return "isolated" if self.attribute in _SHOWN_ATTRIBUTES else None
        if self.element in _EXACT:
            return None
        return "isolated" if self.element in _PLAIN else "isolated_in_html"
