"""The typeface: built from the installed package, and small; without it, pages use another font and log a warning."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from service import typeface
from tests.service.sites import close, site_on

LARGEST = 60_000
"""Bytes of the whole Latin subset."""


def test_the_subset_is_small_and_keeps_licence_and_letters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typeface, "FOLDER", tmp_path / "fonts")
    typeface.build()
    built = [typeface.FOLDER / name for name in typeface.files()]
    assert len(built) == len(typeface.WEIGHTS)
    assert sum(path.stat().st_size for path in built) < LARGEST
    assert "SIL OPEN FONT LICENSE" in (typeface.FOLDER / "LICENSE.txt").read_text(encoding="utf-8")
    style = (typeface.FOLDER / typeface.STYLE).read_text(encoding="utf-8")
    assert style.count("font-display: swap") == style.count("size-adjust") == len(built)
    for path in (*built, *map(Path, typeface.picture_files())):
        font = TTFont(path)
        assert {*map(ord, "AZaz09£€–“”éß")} <= font.getBestCmap().keys()
        assert font["name"].getDebugName(1) == typeface.FAMILY
        assert "Source" not in str(font["name"].getDebugName(4))


def test_without_the_typeface_pages_use_system_font_and_log_a_warning(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(typeface, "FOLDER", tmp_path / "nothing")
    with caplog.at_level(logging.WARNING, "service.typeface"):
        site = site_on(sqlite_url)
    page = site.app.test_client().get("/").get_data(as_text=True)
    close(site)
    assert "python -m service.typeface" in caplog.text
    assert "woff2" not in page
    assert "typeface.css" not in page
