"""Printing on the terminal: user-supplied text cannot move the cursor or set colours.

Every command prints with :func:`say`, and prints tables with ``tables.py``. ``Commands`` (``__init__.py``) prints
errors.
"""

from __future__ import annotations

import click

from service.user_text import is_fit

_UNSEEN = dict.fromkeys(map(ord, "\u2068\u2069"))
"""Characters around names in sentences (``service/http/isolation.py``); terminals would show them as boxes."""


def printable(text: str) -> str:
    """Return a line in which control and other invisible characters are shown as Python escape sequences."""
    line = text.translate(_UNSEEN)
    if is_fit(f"|{line}|", "line"):
        return line
    return "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in line)


def printable_lines(text: str) -> str:
    """Return a text of several lines with each line made printable."""
    return "\n".join(map(printable, text.split("\n")))


def say(*lines: str) -> None:
    """Print lines."""
    for line in lines:
        click.echo(printable(line))
