"""A check of the catalogues: missing, stale and unclear translations, and placeholders that do not match."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog, Message

from service.catalogues import COMPLETE, DIRECTORY, LANGUAGES, TEMPLATE, catalogue_file
from service.catalogues.files import is_translated, read, strings

_PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]|\{(\w+)\}")
_LONE_PERCENT = re.compile(r"%(?!\(\w+\)[sd]|%)")


def check(
    complete: Collection[str] = COMPLETE,
    languages: Iterable[str] = LANGUAGES,
    template: Path = TEMPLATE,
    directory: Path = DIRECTORY,
) -> tuple[list[str], list[str]]:
    """Return a line for each language, and the faults of all languages.

    In a language that is not complete, only a wrong placeholder is a fault.
    """
    source = read(template)
    lines, found = [], []
    for language in languages:
        file = catalogue_file(language, directory=directory)
        catalogue = read(file, language) if file.exists() else Catalog(locale=language)
        known = {_key(each): each for each in catalogue if each.id}
        translated = sum(each.id != "" and _key(each) in known and is_translated(known[_key(each)]) for each in source)
        lines.append(f"{language}: {translated} of {len(source)} messages translated")
        faults = [*_wrong(known.values()), *(_incomplete(source, known) if language in complete else ())]
        found += [f"{language}: {fault}" for fault in faults]
    return lines, found


def _key(message: Message) -> tuple[str | None, object]:
    return message.context, message.id


def _incomplete(source: Catalog, known: dict[tuple[str | None, object], Message]) -> Iterator[str]:
    wanted = {_key(each) for each in source if each.id}
    for context, text in sorted(wanted, key=repr):
        message = known.get((context, text))
        if message is None or not is_translated(message):
            yield f"missing: {context or ''} {text!r}"
        elif message.fuzzy:
            yield f"fuzzy: {context or ''} {text!r}"
    for context, text in sorted(known.keys() - wanted, key=repr):
        yield f"stale: {context or ''} {text!r}"


def _wrong(messages: Iterable[Message]) -> Iterator[str]:
    """Yield translations that lose or invent a placeholder, or that cannot be formatted."""
    for message in messages:
        sources = (message.id,) if isinstance(message.id, str) else tuple(message.id)
        for string in filter(None, strings(message)):
            if not _fits(string, sources):
                yield f"placeholders differ: {sources[-1]!r} → {string!r}"


def _fits(string: str, sources: tuple[str, ...]) -> bool:
    if all(_placeholders(string) != _placeholders(source) for source in sources):
        return False
    if _LONE_PERCENT.search(string) and not any(map(_LONE_PERCENT.search, sources)):
        return False
    return not _has_braces(sources) or _can_be_parsed(string)


def _placeholders(text: str) -> set[str]:
    return {found[0] for found in _PLACEHOLDER.finditer(text)}


def _has_braces(sources: tuple[str, ...]) -> bool:
    return any("{" in source for source in sources)


def _can_be_parsed(string: str) -> bool:
    try:
        return all(name is None or name.isidentifier() for _, name, _, _ in Formatter().parse(string))
    except ValueError:
        return False
