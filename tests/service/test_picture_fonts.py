"""Fonts of pictures: Korean and Chinese only where the machine has the letters, else English and a line in the log."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask_babel import force_locale

from service.http import i18n
from service.presenters import pictures
from tests.service.fake_catalogue import write_catalogue
from tests.service.sites import Site, close, site_on


@pytest.fixture
def site(sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    write_catalogue(tmp_path, "ko", {"Coal": "석탄"})
    monkeypatch.setattr(i18n, "CATALOGUES", str(tmp_path))
    pictures.has_font.cache_clear()
    made = site_on(sqlite_url)
    yield made
    close(made)
    pictures.has_font.cache_clear()


def paint(*fonts: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let only these fonts have Korean and Chinese letters: without a font all of them look alike."""
    monkeypatch.setattr(pictures, "_painted", lambda drawn, width, font: drawn.encode() if font in fonts else b"")


def languages_in_pictures(site: Site) -> str:
    with site.app.app_context(), force_locale("ko"), pictures.legible():
        return i18n.language()


def test_a_picture_is_in_korean_with_a_font(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    paint("Noto Sans CJK KR", monkeypatch=monkeypatch)
    assert languages_in_pictures(site) == "ko"


def test_without_a_font_a_picture_is_in_english_and_the_log_says_so_once(
    site: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    paint(monkeypatch=monkeypatch)
    with caplog.at_level(logging.WARNING, "service.presenters.pictures"):
        assert [languages_in_pictures(site) for _ in range(2)] == ["en", "en"]
    assert caplog.text.count("fonts-noto-cjk") == 1


def test_each_language_is_painted_with_its_own_font(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "_painted", lambda drawn, width, font: font.encode())
    drawing = '<svg viewBox="0 0 10 10"></svg>'
    assert [pictures.png(drawing, name) for name in ("ko", "zh_Hant_TW", "en", "")] == [
        b"Noto Sans CJK KR",
        b"Noto Sans CJK TC",
        b"DejaVu Sans",
        b"DejaVu Sans",
    ]
