"""The READMEs of the games' folders: every section of a catalogue has a module, and every named module exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from domain import brass

ROOM = Path(brass.__path__[0])
GAMES = ["birmingham", "lancashire"]
_SECTION = re.compile(r"^## (\d+)\.", re.MULTILINE)
_ROW = re.compile(r"^\| (\d[\d, to]*) ", re.MULTILINE)
_FILE = re.compile(r"`([\w./]+\.(?:py|md|toml))`")


@pytest.mark.parametrize("game", GAMES)
def test_every_section_of_the_rules_has_its_module(game: str) -> None:
    sections = set(map(int, _SECTION.findall((ROOM / game / "rules.md").read_text())))
    listed = {number for row in _ROW.findall((ROOM / game / "README.md").read_text()) for number in _numbers(row)}
    assert listed == sections


def _numbers(row: str) -> set[int]:
    if "to" in row:
        first, last = map(int, row.split("to"))
        return set(range(first, last + 1))
    return set(map(int, row.split(",")))


@pytest.mark.parametrize("folder", [".", *GAMES])
def test_every_module_that_is_named_is_there(folder: str) -> None:
    named = _FILE.findall((ROOM / folder / "README.md").read_text())
    assert len(named) > 10
    assert [file for file in named if not (ROOM / folder / file).exists()] == []
