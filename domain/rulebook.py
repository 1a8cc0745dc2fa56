"""Rule catalogues: the ``rules.md`` beside each game, where every rule is one list item with an id of its own."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

_ITEM = re.compile(
    r"^- \*\*(?P<id>[A-Z]{2,}-(?:[A-Z]+\.)?[0-9]+(?:\.[0-9]+)?)\*\* (?P<text>.+(?:\n  +\S.*)*)", re.MULTILINE
)
_SECTION = re.compile(r"^#+ (?P<heading>.+)$", re.MULTILINE)
_EXPLAINING = ("Decisions", "Differences")
"""How the headings of sections begin that only explain: decisions, and differences from other editions."""
_TAG = re.compile(r"(?:\s*\[[^\[\]]+\])+$")


class UnknownRule(KeyError):
    """The catalogue has no rule with this id."""


@cache
def rules(catalogue: Path) -> dict[str, str]:
    """The sentence of every rule of a catalogue by id, in the catalogue's order, without the tags at its end."""
    found: dict[str, str] = {}
    for item in _ITEM.finditer(catalogue.read_text(encoding="utf-8")):
        if item["id"] in found:
            raise ValueError(f"{catalogue}: {item['id']} stands there twice")
        found[item["id"]] = _TAG.sub("", " ".join(item["text"].split()))
    return found


def rule_text(catalogue: Path, rule: str) -> str:
    """The sentence of a rule, or UnknownRule."""
    try:
        return rules(catalogue)[rule]
    except KeyError:
        raise UnknownRule(rule) from None


def rule_ids(catalogue: Path) -> list[str]:
    """The ids of the rules that a test can prove, in order: all but those that only explain them."""
    before, *sections = _SECTION.split(catalogue.read_text(encoding="utf-8"))
    told = [
        before,
        *(text for heading, text in zip(sections[::2], sections[1::2], strict=True) if not _explains(heading)),
    ]
    return [item["id"] for text in told for item in _ITEM.finditer(text)]


def _explains(heading: str) -> bool:
    return heading.startswith(_EXPLAINING)
