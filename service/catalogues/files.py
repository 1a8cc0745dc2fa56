"""The files of the catalogues: updated for translators, compiled for the site."""

from __future__ import annotations

import io
from collections.abc import Iterable
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from service.catalogues import DIRECTORY, DOMAIN, LANGUAGES, TEMPLATE, catalogue_file

FORMER = "was: "
"""The beginning of a comment with the former English text of a message."""

_DROPPED = tuple(
    f'"{header}'.encode()
    for header in (
        *("POT-Creation-Date", "PO-Revision-Date", "Generated-By"),
        *("Project-Id-Version", "Report-Msgid-Bugs-To", "Last-Translator", "Language-Team"),
    )
)
"""Headers that would differ after every update, or that say nothing."""

_HEADER = "# Translations of Daybook. `make messages` updates this file."


def read(file: Path, language: str | None = None) -> Catalog:
    """Read a catalogue, or the template."""
    with file.open("rb") as opened:
        return read_po(opened, locale=language)


def update(languages: Iterable[str] = LANGUAGES, template: Path = TEMPLATE, directory: Path = DIRECTORY) -> None:
    """Bring the catalogues up to date with the source. A changed text becomes untranslated."""
    for language in languages:
        file = catalogue_file(language, directory=directory)
        catalogue = (
            read(file, language) if file.exists() else Catalog(locale=language, domain=DOMAIN, project="Daybook")
        )
        catalogue.fuzzy, catalogue.header_comment = False, _HEADER
        former = {each.context: _text(each) for each in catalogue if each.id and each.context}
        catalogue.update(read(template), no_fuzzy_matching=True)
        for each in catalogue:
            _note_former(each, former.get(each.context or ""))
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(_written(catalogue))


def _text(message: Message) -> str:
    return str(message.id if isinstance(message.id, str) else message.id[0])


def _note_former(message: Message, former: str | None) -> None:
    """Tell translators the former text of an untranslated message that was reworded."""
    noted = [comment for comment in message.user_comments if comment.startswith(FORMER)]
    if former not in (None, _text(message)):
        noted = [f"{FORMER}{former}"]
    others = [comment for comment in message.user_comments if not comment.startswith(FORMER)]
    message.user_comments = others if is_translated(message) else others + noted


def is_translated(message: Message) -> bool:
    """Return whether a message has a translation, in all plural forms."""
    return bool(strings(message)) and all(strings(message))


def strings(message: Message) -> tuple[str, ...]:
    """Return the translation of a message, in each plural form."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def _written(catalogue: Catalog) -> bytes:
    text = io.BytesIO()
    write_po(text, catalogue, no_location=True, sort_output=True, ignore_obsolete=True, width=120)
    return b"".join(line for line in text.getvalue().splitlines(keepends=True) if not line.startswith(_DROPPED))


def compile_all(directory: Path = DIRECTORY) -> list[str]:
    """Compile every catalogue, and return their languages."""
    languages = sorted(file.parents[1].name for file in directory.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))
    for language in languages:
        compiled = catalogue_file(language, "mo", directory)
        with compiled.with_suffix(".new").open("wb") as file:
            write_mo(file, read(catalogue_file(language, directory=directory), language))
        compiled.with_suffix(".new").replace(compiled)
    return languages
