"""A language other than English, for tests: a catalogue of a few messages."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from tests.messages import messages


def write_catalogue(directory: Path, language: str, words: Mapping[str, str]) -> None:
    """Put a catalogue where the site finds it whose catalogues are in this directory."""
    catalogue = Catalog(locale=language)
    for english, other in words.items():
        catalogue.add(english, other)
        for id in (id for id, text in messages() if text == english):
            catalogue.add(english, other, context=id)
    place = directory / language / "LC_MESSAGES"
    place.mkdir(parents=True)
    with (place / "messages.mo").open("wb") as file:
        write_mo(file, catalogue)
