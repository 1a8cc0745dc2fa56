"""Scripts: their imports follow the order of folders in service/static/README.md, which names every file."""

from __future__ import annotations

import re
from pathlib import Path

import service
from tests.service.pages.every_page.test_weight import IMPORTED

STATIC = Path(service.__path__[0]).resolve() / "static"
README = (STATIC / "README.md").read_text(encoding="utf-8")
FOLDERS = re.findall(r"^\| `(\w+)/` \|", README, re.MULTILINE)
"""From top to bottom."""

NAMED = re.findall(r"`([\w/]+\.(?:js|css))`", README)


def rank(script: Path) -> int:
    """Return the layer of a script; scripts outside of folders are above all others."""
    return -1 if script.parent == STATIC else FOLDERS.index(script.parent.name)


def imports() -> list[tuple[Path, Path]]:
    """Return each script with each script that it imports."""
    scripts = sorted(STATIC.rglob("*.js"))
    return [
        (script, (script.parent / name).resolve())
        for script in scripts
        for name in IMPORTED.findall(script.read_text())
    ]


def test_imports_point_down() -> None:
    found = imports()
    assert {imported.parent.name for _, imported in found} == set(FOLDERS)
    assert [
        f"{script.name} imports {imported.name}" for script, imported in found if rank(imported) < rank(script)
    ] == []


def test_the_readme_lists_the_folders_of_scripts() -> None:
    assert sorted(FOLDERS) == sorted({script.parent.name for script in STATIC.glob("*/*.js")})


def test_the_readme_names_every_file_and_no_other() -> None:
    generated = STATIC / "fonts"
    files = {file.name for file in STATIC.rglob("*") if file.suffix in (".js", ".css")}
    files -= {file.name for file in generated.glob("*")}
    assert {Path(name).name for name in NAMED} == files
    assert [name for name in NAMED if "/" in name and not (STATIC / name).exists()] == []
