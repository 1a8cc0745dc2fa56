"""Widths of text: Korean and Chinese characters are wide, and Chinese can break a line between any two."""

from __future__ import annotations

import re
from functools import lru_cache
from textwrap import wrap
from unicodedata import east_asian_width

WIDE = 1.9
"""The width of a Korean or Chinese letter, in average Latin ones."""

_BROAD, _MORE = "MWmw@", 0.8
"""Broad Latin letters, and what they take more than an average one."""

_REMEMBERED = 16384

_UNBROKEN = re.compile(
    r"\s+|[（「『]*[^\s\u2e80-\u9fff\uff00-\uffef]+[，。、；：！？）」』]*|[（「『]*.[，。、；：！？）」』]*"
)
"""A space, a word, or a Chinese letter: with the punctuation that must not be at the other end of a line."""


@lru_cache(maxsize=_REMEMBERED)
def length(words: str) -> float:
    """Return the width of a text in average Latin letters."""
    return sum(WIDE if east_asian_width(letter) in "WF" else 1 for letter in words)


@lru_cache(maxsize=_REMEMBERED)
def breadth(name: str) -> float:
    """Return the width of a name in average Latin letters, with an allowance for letters that are wider."""
    return length(name) + _MORE * sum(letter in _BROAD for letter in name)


def broken(words: str, most: float) -> list[str]:
    """Break a text into lines of at most this many letters; a longer word has its own line."""
    if length(words) == len(words):
        return wrap(words, int(most), break_long_words=False)
    lines, line = list[str](), ""
    for part in _UNBROKEN.findall(words):
        if line and length((line + part).rstrip()) > most:
            lines.append(line.rstrip())
            line = ""
        line = (line + part).lstrip()
    return [*lines, line.rstrip()] if line else lines


def halves(name: str, most: float) -> list[str]:
    """Break a name into at most two lines: of at most this many letters, or about half of a longer name."""
    if breadth(name) <= most:
        return [name]
    lines = broken(name, most)
    if len(lines) == 2 and max(map(length, lines)) <= most:
        return lines
    middle = (len(name) + 1) // 2
    spaces = (place for place, letter in enumerate(name) if letter == " ")
    nearest = min(spaces, key=lambda place: abs(place - middle), default=0)
    if abs(nearest - middle) < len(name) / 5:
        middle = nearest
    return [name[:middle].rstrip(), name[middle:].lstrip()]
