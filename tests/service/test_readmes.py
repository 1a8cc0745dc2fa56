"""READMEs name only existing files, and those of the service's packages name every module of their package."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import service

SERVICE = Path(service.__path__[0])
PACKAGES = sorted(folder.name for folder in SERVICE.iterdir() if (folder / "__init__.py").exists())
ROOT = SERVICE.parent
FILES = [path for top in ROOT.iterdir() if not top.name.startswith(".") for path in (top, *top.rglob("*"))]
DOCUMENTS = sorted(path for path in FILES if path.name in ("README.md", "CONTRIBUTING.md"))
_FILE = re.compile(r"`((?:\w|\.\.?/)[\w./-]*\.(?:py|md|js|css|html|toml|yaml|conf|ini|sh))`")


@pytest.mark.parametrize("package", PACKAGES)
def test_a_readme_names_every_module(package: str) -> None:
    readme = (SERVICE / package / "README.md").read_text()
    modules = [module.name for module in (SERVICE / package).glob("*.py") if module.name != "__init__.py"]
    assert [module for module in modules if module not in readme] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_document_names_only_files_that_exist(document: Path) -> None:
    files = {f"/{path.relative_to(ROOT).as_posix()}" for path in FILES}
    named = _FILE.findall(document.read_text())
    assert [
        file
        for file in named
        if not (document.parent / file).exists() and not any(path.endswith(f"/{file}") for path in files)
    ] == []


def test_documents_name_files() -> None:
    assert sum(len(_FILE.findall(document.read_text())) for document in DOCUMENTS) > 300
