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

SET = re.compile(r"^\s*(--[\w-]+):", re.MULTILINE)
"""A custom property that a style sheet sets."""

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


def test_scripts_never_import_from_higher_folders() -> None:
    found = imports()
    assert {imported.parent.name for _, imported in found} == set(FOLDERS)
    assert [
        f"{script.name} imports {imported.name}" for script, imported in found if rank(imported) < rank(script)
    ] == []


def test_readme_lists_the_folders_of_scripts() -> None:
    assert sorted(FOLDERS) == sorted({script.parent.name for script in STATIC.glob("*/*.js")})


def test_readme_names_every_file_and_no_other() -> None:
    generated = STATIC / "fonts"
    files = {file.name for file in STATIC.rglob("*") if file.suffix in (".js", ".css")}
    files -= {file.name for file in generated.glob("*")}
    assert {Path(name).name for name in NAMED} == files
    assert [name for name in NAMED if "/" in name and not (STATIC / name).exists()] == []


def test_site_wide_properties_are_set_only_once() -> None:
    """Another value further down would change, or break, the styles that use the property there."""
    sheets = [file.read_text() for file in sorted((STATIC / "styles").glob("*.css"))]
    roots = [block for sheet in sheets for block in re.findall(r":root \{(.*?)\}", sheet, re.DOTALL)]
    sitewide = {name for block in roots for name in SET.findall(block)}
    elsewhere = {name for sheet in sheets for name in SET.findall(re.sub(r":root \{.*?\}", "", sheet, flags=re.DOTALL))}
    assert "--large" in sitewide
    assert sitewide & elsewhere == set()
