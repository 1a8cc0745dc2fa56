"""Rule catalogues: the ``rules.md`` beside each game, where every rule is one list item with an id of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path

_ITEM = re.compile(
    r"^- \*\*(?P<id>[A-Z]{2,}-(?:[A-Z]+\.)?[0-9]+(?:\.[0-9]+)?)\*\* (?P<text>.+(?:\n  +\S.*)*)", re.MULTILINE
)
_SECTION = re.compile(r"^#+ (?P<heading>.+)$", re.MULTILINE)
_EXPLAINING = ("Decisions", "Differences")
"""How the headings of sections begin that only explain: decisions, and differences from other editions."""
_CORRECTIONS = "Corrections"
"""The heading of the section with the rules that were decided otherwise once."""
_CORRECTION = re.compile(r"(?P<date>\d{4}-\d{2}-\d{2}): (?P<text>.+)")
_TAG = re.compile(r"(?:\s*\[[^\[\]]+\])+$")


class UnknownRule(KeyError):
    """The catalogue has no rule with this id."""


@dataclass(frozen=True)
class Correction:
    """A rule that was decided otherwise before this day: a game from before may have a move that it refuses today."""

    rule: str
    date: date
    text: str
    """What was decided before, in one sentence."""


@cache
def rules(catalogue: Path) -> dict[str, str]:
    """The sentence of every rule of a catalogue by id, in the catalogue's order, without the tags at its end."""
    found: dict[str, str] = {}
    stated = (section for heading, section in _sections(catalogue) if heading != _CORRECTIONS)
    for section in stated:
        for rule, text in _items(section):
            if rule in found:
                raise ValueError(f"{catalogue}: {rule} stands there twice")
            found[rule] = _TAG.sub("", text)
    return found


@cache
def corrections(catalogue: Path) -> tuple[Correction, ...]:
    """The corrections of a catalogue, in its order; ValueError if one has no date or is of no rule there."""
    return tuple(
        _correction(catalogue, rule, text)
        for heading, section in _sections(catalogue)
        if heading == _CORRECTIONS
        for rule, text in _items(section)
    )


def _correction(catalogue: Path, rule: str, text: str) -> Correction:
    dated = _CORRECTION.fullmatch(text)
    if dated is None or rule not in rules(catalogue):
        raise ValueError(f"{catalogue}: no rule and date of a correction: {rule} {text}")
    return Correction(rule, date.fromisoformat(dated["date"]), dated["text"])


def rule_text(catalogue: Path, rule: str) -> str:
    """The sentence of a rule, or UnknownRule."""
    try:
        return rules(catalogue)[rule]
    except KeyError:
        raise UnknownRule(rule) from None


def rule_ids(catalogue: Path) -> list[str]:
    """The ids of the rules that a test can prove, in order: all but those that only explain them."""
    return [
        rule for heading, section in _sections(catalogue) if not _explains(heading) for rule, _text in _items(section)
    ]


def _explains(heading: str) -> bool:
    return heading.startswith((*_EXPLAINING, _CORRECTIONS))


def _sections(catalogue: Path) -> Iterator[tuple[str, str]]:
    """Each heading of a catalogue and what stands under it."""
    _title, *parts = _SECTION.split(catalogue.read_text(encoding="utf-8"))
    return zip(parts[::2], parts[1::2], strict=True)


def _items(section: str) -> Iterator[tuple[str, str]]:
    """The rules of a section by id, each on one line."""
    return ((item["id"], " ".join(item["text"].split())) for item in _ITEM.finditer(section))
