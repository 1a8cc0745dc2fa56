"""Rules in other languages: a file such as ``rules.ko.md`` beside a catalogue, with the same ids.

A translation may have only some of the rules. Its sections are recognised by the ids in them.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from domain.rules import rulebook

UNTRANSLATED = "[[en]]"
"""Marks a heading or a rule in English, after the heading or the id."""

_ITEM = re.compile(rf"^(?=- \*\*{rulebook.RULE_ID}\*\* )", re.MULTILINE)
_ID = re.compile(rf"- \*\*({rulebook.RULE_ID})\*\*")
_HEADING = re.compile(r"\A(#+ .*)$", re.MULTILINE)


def translation(catalogue: Path, language: str) -> Path | None:
    """Return the file with the rules in a language (``zh_Hant_TW``), if there is one."""
    file = catalogue.with_name(f"{catalogue.stem}.{language}{catalogue.suffix}")
    return file if language and file.exists() else None


@cache
def rules(catalogue: Path, language: str) -> dict[str, str]:
    """Return the rules that a language has, by id."""
    file = translation(catalogue, language)
    return rulebook.rules(file) if file else {}


def counted(catalogue: Path, language: str) -> tuple[int, int]:
    """Return how many rules for players a language has, and how many there are."""
    stated = {rule for section in rulebook.sections_for_players(catalogue) for rule in _items(section)[1]}
    return len(rules(catalogue, language).keys() & stated), len(stated)


@cache
def for_players(catalogue: Path, language: str) -> str:
    """Return the catalogue for players in a language; what it lacks is in English, and marked."""
    file = translation(catalogue, language)
    if file is None:
        return rulebook.for_players(catalogue)
    translated = [_items(section) for section in rulebook.sections_for_players(file)]
    return "".join(_merged(section, translated) for section in rulebook.sections_for_players(catalogue))


def _items(section: str) -> tuple[str, dict[str, str]]:
    """Return the beginning of a section, and its rules by id, each with everything up to the next one."""
    beginning, *items = _ITEM.split(section)
    return beginning, {rule: item for item in items for rule in _ID.findall(item)[:1]}


def _merged(section: str, translated: list[tuple[str, dict[str, str]]]) -> str:
    beginning, items = _items(section)
    alike = [each for each in translated if each[1].keys() & items.keys()]
    first = alike[0][0] if alike else _HEADING.sub(rf"\1 {UNTRANSLATED}", beginning)
    known = {rule: item for _, of_section in alike for rule, item in of_section.items()}
    return first + "".join(known.get(rule) or _marked(item) for rule, item in items.items())


def _marked(item: str) -> str:
    return _ID.sub(rf"\g<0> {UNTRANSLATED}", item, count=1)
