"""The READMEs: every section of the catalogue has a module, and everything they name exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from domain import barrage

ROOM = Path(barrage.__path__[0])
_SECTION = re.compile(r"^## (?:BA|(LP))-(\d+) ", re.MULTILINE)
_ROW = re.compile(r"^\| (LP-)?(\d[\d, to]*) ", re.MULTILINE)
_FILE = re.compile(r"`([\w./]+\.(?:py|md|toml))`")
_PART = re.compile(r"\b([a-z_]+)\.([A-Z_]{3,})\b")


def numbers(row: str) -> set[int]:
    ranges = [list(map(int, part.split("to"))) for part in row.split(",")]
    return {number for ends in ranges for number in range(ends[0], ends[-1] + 1)}


@pytest.mark.parametrize(("folder", "expansion"), [(".", ""), ("leeghwater", "LP")])
def test_every_section_of_the_rules_has_its_module(folder: str, expansion: str) -> None:
    found = _SECTION.findall((ROOM / "rules.md").read_text())
    sections = {int(number) for which, number in found if which == expansion}
    rows = _ROW.findall((ROOM / folder / "README.md").read_text())
    assert {number for _which, row in rows for number in numbers(row)} == sections


@pytest.mark.parametrize("folder", [".", "leeghwater", "automa"])
def test_named_modules_exist(folder: str) -> None:
    readme = (ROOM / folder / "README.md").read_text()
    named = _FILE.findall(readme)
    assert len(named) > 10
    assert [file for file in named if not (ROOM / folder / file).exists()] == []
    for module, name in _PART.findall(readme):
        found = [
            file for file in ROOM.glob(f"**/{module}.py") if re.search(rf"^{name} = ", file.read_text(), re.MULTILINE)
        ]
        assert found, f"{module}.{name}"
