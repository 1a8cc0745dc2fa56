"""Rule catalogues: the ``rules.md`` beside each game, where every rule is one list item with its own id."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path

RULE_ID = r"[A-Z]{2,}-(?:[A-Z]+\.)?[0-9]+(?:\.[0-9]+)?"
"""The pattern of a rule's id, such as ``BB-4.2``."""

_ITEM = re.compile(rf"^- \*\*(?P<id>{RULE_ID})\*\* (?P<text>.+(?:\n  +\S.*)*)", re.MULTILINE)
_SECTION = re.compile(r"^#+ (?P<heading>.+)$", re.MULTILINE)
_KIND = re.compile(r"\s*<!-- (?P<kind>remarks|corrections|readings) -->")
"""Marks the heading of a section that states no rules: remarks for developers on sources, other editions and history;
corrected rules; readings where the rulebook is silent, which players see.
"""
_FOR_DEVELOPERS = ("remarks", "corrections")
_CORRECTION = re.compile(r"(?P<date>\d{4}-\d{2}-\d{2}): (?P<text>.+)")
_TAG = re.compile(r"(?:\s*\[[^\[\]]+\])+$")
_HEADING = re.compile(r"^(?=#+ )", re.MULTILINE)
_DECIDED = re.compile(r"(?: ?\[D\.\d+\])+")
_REFERENCES = re.compile(r"\s\((?P<references>[A-Z]{2,}-[A-Z0-9.]+(?:, [A-Z]{2,}-[A-Z0-9.]+)*)\)")
_FIELD = r"(?:fields? |欄位 ?)?`[a-z_.: ]+`"
_NAME = re.compile(r"`([a-z]+(?:_[a-z0-9]+)+)`")
_FIELDS = re.compile(rf"(?:\s?\(|（){_FIELD}(?:(?:,|，|、| and| or)? ?{_FIELD})*[)）]")


class UnknownRule(KeyError):
    """The catalogue has no rule with this id."""


@dataclass(frozen=True)
class Correction:
    """A rule that was corrected on this day: an older game may have a move that it refuses today."""

    rule: str
    date: date
    text: str
    """The former decision, in one sentence."""


@cache
def rules(catalogue: Path) -> dict[str, str]:
    """Return every rule of a catalogue by id, in its order: the sentence without the tags at its end."""
    found: dict[str, str] = {}
    stated = (section for heading, section in _sections(catalogue) if _kind(heading) != "corrections")
    for section in stated:
        for rule, text in _items(section):
            if rule in found:
                raise ValueError(f"{catalogue}: {rule} stands there twice")
            found[rule] = _TAG.sub("", text)
    return found


@cache
def corrections(catalogue: Path) -> tuple[Correction, ...]:
    """Return the corrections of a catalogue in its order. Raise ValueError if one has no date or no such rule."""
    return tuple(
        _correction(catalogue, rule, text)
        for heading, section in _sections(catalogue)
        if _kind(heading) == "corrections"
        for rule, text in _items(section)
    )


def _correction(catalogue: Path, rule: str, text: str) -> Correction:
    dated = _CORRECTION.fullmatch(text)
    if dated is None or rule not in rules(catalogue):
        raise ValueError(f"{catalogue}: no rule and date of a correction: {rule} {text}")
    return Correction(rule, date.fromisoformat(dated["date"]), dated["text"])


def rule_text(catalogue: Path, rule: str) -> str:
    """Return the sentence of a rule, or raise UnknownRule."""
    try:
        return rules(catalogue)[rule]
    except KeyError:
        raise UnknownRule(rule) from None


def rule_ids(catalogue: Path) -> list[str]:
    """Return the ids of the rules that a test can prove, in order: all but explanations."""
    return [rule for heading, section in _sections(catalogue) if not _kind(heading) for rule, _text in _items(section)]


def _kind(section: str) -> str:
    """Return the kind of a section that states no rules, from its heading; nothing for all others."""
    found = _KIND.search(section.partition("\n")[0])
    return found["kind"] if found else ""


@cache
def for_players(catalogue: Path) -> str:
    """Return the catalogue for players, in Markdown, without its remarks for developers.

    This leaves out everything before the first section, sections of remarks and references to them, and names of
    fields; for items that only have such a name, it becomes their text.
    """
    return "".join(sections_for_players(catalogue))


def sections_for_players(catalogue: Path) -> list[str]:
    """Return the sections of the catalogue for players."""
    _title, *sections = _HEADING.split(catalogue.read_text(encoding="utf-8"))
    remarked = frozenset(_remarked(sections))
    return [
        _section_for_players(section, remarked) for section in sections[1:] if _kind(section) not in _FOR_DEVELOPERS
    ]


def _section_for_players(section: str, remarked: frozenset[str]) -> str:
    words = _FIELDS.sub("", _DECIDED.sub("", _KIND.sub("", section, count=1)))
    named = _NAME.sub(lambda name: f"*{name[1].replace('_', ' ')}*", words)
    return _without_references(named, remarked)


def _remarked(sections: list[str]) -> Iterator[str]:
    """Yield the ids of remarks that no section for players states."""
    for section in sections:
        if _kind(section) == "remarks":
            yield from (rule for rule, _text in _items(section))


def _without_references(text: str, remarks: frozenset[str]) -> str:
    def kept(brackets: re.Match[str]) -> str:
        references = brackets["references"].split(", ")
        others = [each for each in references if each not in remarks]
        if len(others) == len(references):
            return brackets[0]
        return f" ({', '.join(others)})" if others else ""

    return _REFERENCES.sub(kept, text)


def _sections(catalogue: Path) -> Iterator[tuple[str, str]]:
    """Yield each heading of a catalogue and the text under it."""
    _title, *parts = _SECTION.split(catalogue.read_text(encoding="utf-8"))
    return zip(parts[::2], parts[1::2], strict=True)


def _items(section: str) -> Iterator[tuple[str, str]]:
    """Return the rules of a section by id, each on one line."""
    return ((item["id"], " ".join(item["text"].split())) for item in _ITEM.finditer(section))
