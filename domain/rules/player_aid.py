"""Player aids: the ``aid.md`` beside a rule catalogue, and its texts for translators."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

_MARK = re.compile(r"\s*(?:#+ |[*-] |\d+\. )?")
_CELLS = re.compile(r"(\s*\|\s*)")
_BEGINS = re.compile(r"\s*(#+ |[*-] |\d+\. |\|)")
_ONE_LINE = re.compile(r"#+ |\|")
_LETTER = re.compile(r"[^\W\d_]")


@cache
def player_aid(catalogue: Path) -> str:
    """Return the player aid beside a catalogue, in Markdown: turn, actions, costs, scoring; empty if there is none."""
    sheet = catalogue.with_name("aid.md")
    return sheet.read_text(encoding="utf-8") if sheet.exists() else ""


def texts(markdown: str) -> Iterator[str]:
    """Yield the headings, paragraphs, list items and table cells, each without its Markdown."""
    return (part for unit in _units(markdown) for part in _parts(unit) if _LETTER.search(part))


def translated(markdown: str, word: Callable[[str], str]) -> str:
    """Translate each text separately, and keep the Markdown around it."""
    return "\n".join(
        "".join(word(part) if _LETTER.search(part) else part for part in _parts(unit)) for unit in _units(markdown)
    )


def _units(markdown: str) -> Iterator[str]:
    """Yield the lines; the lines of a paragraph or a list item as one."""
    unit, *lines = markdown.splitlines() or [""]
    for line in lines:
        if unit.strip() and line.strip() and not _ONE_LINE.match(unit) and not _BEGINS.match(line):
            unit += f" {line.strip()}"
        else:
            yield unit
            unit = line
    yield unit


def _parts(unit: str) -> list[str]:
    """Split a unit into its marks, which have no letters, and its texts."""
    if unit.startswith("|"):
        return _CELLS.split(unit)
    text = _MARK.sub("", unit, count=1)
    return [unit.removesuffix(text), text]
