"""A pseudo-locale, in which every message of the source is longer, accented and in brackets: "⟦Ŝávé ššš⟧".

It shows texts that are not translated, and places where longer words do not fit. Its tag is that of Esperanto, whose
plural forms are like those of English.
"""

from __future__ import annotations

import re
from math import ceil
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from tests.catalogues import extracted

LANGUAGE = "eo"
GROWTH = 0.35
"""The fraction by which a text is longer than in English."""

_KEPT = re.compile(r"(%\(\w+\)[sd]|%%|\{\w*\}|<[^>]*>|&\w+;|\*\*|`[^`]*`|/rules/\S*|[A-Z]{2,}-[A-Z0-9.]+)")
"""Placeholders, tags, entities, Markdown marks and ids of rules, which stay unchanged."""
_ACCENTED = str.maketrans("aceghijlnosuyzACEGHIJLNOSUYZ", "áčéğĥíĵľñöšúýžÁČÉĞĤÍĴĽÑÖŠÚÝŽ")


PLAIN = re.compile("[aceghijlnosuyz]")
"""A small letter that the pseudo-locale never leaves without an accent."""


def pseudo(text: str) -> str:
    """Return a text in the pseudo-locale."""
    parts = _KEPT.split(text)
    letters = sum(len(part) for part in parts[::2])
    accented = "".join(part if number % 2 else part.translate(_ACCENTED) for number, part in enumerate(parts))
    return f"⟦{accented}{_padding(ceil(letters * GROWTH))}⟧"


def _padding(length: int) -> str:
    """Return padding of about this length, in words of at most eight letters."""
    return "".join(f" {'š' * min(8, length - start)}" for start in range(0, length, 9) if length > start)


def write_pseudo(directory: Path) -> Path:
    """Compile the pseudo-locale into a directory of catalogues, and return the directory."""
    catalogue = Catalog(locale=LANGUAGE)
    for message in extracted():
        if message.id:
            forms = (message.id,) if isinstance(message.id, str) else tuple(message.id)
            strings = tuple(map(pseudo, forms))
            catalogue.add(message.id, strings[0] if len(forms) == 1 else strings, context=message.context)
    place = directory / LANGUAGE / "LC_MESSAGES"
    place.mkdir(parents=True, exist_ok=True)
    with (place / "messages.mo").open("wb") as file:
        write_mo(file, catalogue)
    return directory
