"""Catalogues of a few translated messages, for tests of languages other than English."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from tests.messages import messages


def write_catalogue(directory: Path, language: str, words: Mapping[str, str]) -> None:
    """Compile these translations into a directory of catalogues."""
    catalogue = Catalog(locale=language)
    for english, other in words.items():
        catalogue.add(english, other)
        for id in (id for id, text in messages() if text == english):
            catalogue.add(english, other, context=id)
    place = directory / language / "LC_MESSAGES"
    place.mkdir(parents=True)
    with (place / "messages.mo").open("wb") as file:
        write_mo(file, catalogue)
