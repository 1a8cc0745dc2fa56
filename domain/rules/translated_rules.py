"""Rules in other languages: a file such as ``rules.ko.md`` beside a catalogue, with the same ids.

A translation may have only some of the rules. Its sections are recognised by the ids in them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from domain.rules import rulebook

UNTRANSLATED = "[[en]]"
"""Marks a heading or a rule in English, after the heading or the id."""

Section = tuple[str, dict[str, str]]
"""The beginning of a section, and its rules by id."""

Place = tuple[str, int]
"""A rule, and a number of sections before it."""

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
    sections = [_items(section) for section in rulebook.sections_for_players(catalogue)]
    prose = {place: beginning for (beginning, _), places in _placed(translated) for place in places}
    return "".join(
        _merged(section, translated)
        if section[1]
        else next((prose[place] for place in places if place in prose), _marked_heading(section[0]))
        for section, places in _placed(sections)
    )


def _placed(sections: list[Section]) -> Iterator[tuple[Section, list[Place]]]:
    """Yield each section, and the places of one without rules: its distances from the rules after it."""
    for at, section in enumerate(sections):
        following = next((later for later in range(at, len(sections)) if sections[later][1]), None)
        rules = [""] if following is None else list(sections[following][1])
        distance = (len(sections) if following is None else following) - at
        yield section, [(rule, distance) for rule in rules if distance]


def _items(section: str) -> Section:
    """Return the beginning of a section, and its rules by id, each with everything up to the next one."""
    beginning, *items = _ITEM.split(section)
    return beginning, {rule: item for item in items for rule in _ID.findall(item)[:1]}


def _merged(section: Section, translated: list[Section]) -> str:
    beginning, items = section
    alike = [each for each in translated if each[1].keys() & items.keys()]
    first = alike[0][0] if alike else _marked_heading(beginning)
    known = {rule: item for _, of_section in alike for rule, item in of_section.items()}
    return first + "".join(known.get(rule) or _marked(item) for rule, item in items.items())


def _marked_heading(beginning: str) -> str:
    return _HEADING.sub(rf"\1 {UNTRANSLATED}", beginning)


def _marked(item: str) -> str:
    return _ID.sub(rf"\g<0> {UNTRANSLATED}", item, count=1)
