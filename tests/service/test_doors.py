"""The READMEs of the service's rooms: every module stands in its room's, and every module named there is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import service

SERVICE = Path(service.__path__[0])
ROOMS = sorted(folder.name for folder in SERVICE.iterdir() if (folder / "__init__.py").exists())
_FILE = re.compile(r"`([\w./]+\.(?:py|md))`")


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_says_what_is_in_it(room: str) -> None:
    told = (SERVICE / room / "README.md").read_text()
    modules = [module.name for module in (SERVICE / room).glob("*.py") if module.name != "__init__.py"]
    assert [module for module in modules if module not in told] == []


@pytest.mark.parametrize("room", [".", *ROOMS])
def test_what_a_room_names_is_there(room: str) -> None:
    named = _FILE.findall((SERVICE / room / "README.md").read_text())
    places = [SERVICE / room, SERVICE, SERVICE.parent]
    assert [file for file in named if not any((place / file).exists() for place in places)] == []
