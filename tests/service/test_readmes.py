"""The READMEs of the service's packages: they name every module of their package, and only existing ones."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import service

SERVICE = Path(service.__path__[0])
PACKAGES = sorted(folder.name for folder in SERVICE.iterdir() if (folder / "__init__.py").exists())
_FILE = re.compile(r"`([\w./]+\.(?:py|md))`")


@pytest.mark.parametrize("package", PACKAGES)
def test_a_readme_names_every_module(package: str) -> None:
    told = (SERVICE / package / "README.md").read_text()
    modules = [module.name for module in (SERVICE / package).glob("*.py") if module.name != "__init__.py"]
    assert [module for module in modules if module not in told] == []


@pytest.mark.parametrize("package", [".", *PACKAGES])
def test_a_readme_names_only_modules_that_exist(package: str) -> None:
    named = _FILE.findall((SERVICE / package / "README.md").read_text())
    places = [SERVICE / package, SERVICE, SERVICE.parent]
    assert [file for file in named if not any((place / file).exists() for place in places)] == []
