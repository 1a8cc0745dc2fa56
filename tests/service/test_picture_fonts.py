"""Fonts of pictures: Korean and Chinese only if a font is installed, otherwise English and a log message."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from flask_babel import force_locale
from PIL import Image, ImageOps

from domain import aggregate
from domain.graphics.svg import TYPEFACE
from domain.message import plain
from service import typeface
from service.http import i18n
from service.presenters import pictures
from tests.golden import logs
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


NAMES = ("M" * 30, "אבגדהוזחטיכלמנסעפצקרשתאבגדהוזח", "Wwwwwwwww Mmmmmmmmm Wwwwwwwwww")
MARGIN = 300
"""The space around a drawing into which its text could overflow, in the drawing's units."""
_SHAPE = re.compile(r"<(path|rect|circle|ellipse|polygon)\b[^>]*?(/>|>.*?</\1>)", re.DOTALL)


@pytest.mark.parametrize("game", ["birmingham", "lancashire", "barrage", "arkwright"])
def test_rendered_text_stays_inside_pictures(game: str) -> None:
    log = logs.game_of(logs.lines_of(logs.DIRECTORY / f"{game}-3-seats.ndjson.gz"))
    for at in (log.version // 2, None):
        view = log.ruleset.view(aggregate.state(log, at), "spectator")
        drawing = _SHAPE.sub("", pictures.literal(log.ruleset.draw(view, NAMES, plain)))
        found = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', drawing)
        assert found is not None
        width, height = (float(each) for each in found.groups())
        box = f'viewBox="{-MARGIN} 0 {width + 2 * MARGIN:g} {height:g}"'
        painted = pictures._painted(drawing.replace(found[0], box, 1), 1000, pictures.FONT)
        ink = ImageOps.invert(Image.open(BytesIO(painted)).convert("L"))
        edge = round(1000 * MARGIN / (width + 2 * MARGIN))
        assert ink.crop((edge, 0, 1000 - edge, ink.height)).getbbox() is not None
        assert ink.crop((0, 0, edge, ink.height)).getbbox() is None
        assert ink.crop((1000 - edge, 0, 1000, ink.height)).getbbox() is None


def test_pictures_use_the_typeface_of_the_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = f"<text style='{TYPEFACE}' y=\"15\">Round</text>"
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 20">{words}</svg>'
    monkeypatch.setattr(typeface, "FOLDER", tmp_path)
    in_system_font = pictures.png(drawing)
    typeface.build()
    assert pictures.png(drawing) != in_system_font


def pretend_installed(*fonts: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend that only these fonts have Korean and Chinese letters: without a font, all letters look alike."""
    monkeypatch.setattr(pictures, "_painted", lambda drawn, width, font: drawn.encode() if font in fonts else b"")


def picture_language(site: Site) -> str:
    with site.app.app_context(), force_locale("ko"), pictures.legible():
        return i18n.language()


def test_picture_is_in_korean_if_a_font_is_installed(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    pretend_installed("Noto Sans CJK KR", monkeypatch=monkeypatch)
    assert picture_language(site) == "ko"


def test_pictures_without_a_font_are_in_english_and_logged_once(
    site: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    pretend_installed(monkeypatch=monkeypatch)
    with caplog.at_level(logging.WARNING, "service.presenters.pictures"):
        assert [picture_language(site) for _ in range(2)] == ["en", "en"]
    assert caplog.text.count("fonts-noto-cjk") == 1


def test_each_language_is_rendered_with_its_own_font(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "_painted", lambda drawn, width, font: font.encode())
    drawing = '<svg viewBox="0 0 10 10"></svg>'
    assert [pictures.png(drawing, name) for name in ("ko", "zh_Hant_TW", "en", "")] == [
        b"Noto Sans CJK KR",
        b"Noto Sans CJK TC",
        b"DejaVu Sans",
        b"DejaVu Sans",
    ]
