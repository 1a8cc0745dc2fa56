"""The rules page in another language: translated text, the same links, and marks where the text is in English."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from domain import game
from service.http import i18n
from service.pages.rules import rulebook
from tests import toy
from tests.service.fake_catalogue import write_catalogue
from tests.service.sites import Site, close, site_on

ENGLISH = """# Toy

## 1. Aim

- **TY-1.1** Points count (TY-2.1).
- **TY-1.2** [E] Coins too.

## 2. End

- **TY-2.1** It ends.
"""
KOREAN = "# 토이\n\n## 1. 목표\n\n- **TY-1.1** 점수를 센다 (TY-2.1).\n"


@pytest.fixture
def site(sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    write_catalogue(tmp_path / "words", "ko", {"in English": "영어", "expert game": "전문가 게임"})
    (tmp_path / "rules.md").write_text(ENGLISH)
    (tmp_path / "rules.ko.md").write_text(KOREAN)
    monkeypatch.setattr(i18n, "CATALOGUES", str(tmp_path / "words"))
    changed = replace(toy.RULESET, catalogue=tmp_path / "rules.md")
    monkeypatch.setattr(rulebook, "ruleset", lambda name: changed if name == "toy" else game.ruleset(name))
    made = site_on(sqlite_url)
    yield made
    close(made)


def rules_in(site: Site, language: str) -> str:
    page = site.app.test_client().get("/rules/toy", headers={"Accept-Language": language}).text
    return page.partition('<div id="rules">')[2].partition("</div>")[0]


def test_each_rule_is_translated_or_marked_as_english(site: Site) -> None:
    shown = rules_in(site, "ko")
    assert '<h2 id="section-1">1. 목표</h2>' in shown
    assert '<h2 lang="en" id="section-2">2. End <span class="tag">영어</span></h2>' in shown
    assert re.search(r'<li id="TY-1.1">.*점수를 센다 \(<a href="#TY-2.1">TY-2.1</a>\)', shown)
    assert re.search(
        r'<li id="TY-1.2" lang="en">.*>TY-1.2</a> <span class="tag">영어</span>.*전문가 게임.*Coins', shown
    )
    assert "[[" not in shown


def test_english_rules_have_no_marks(site: Site) -> None:
    shown = rules_in(site, "en")
    assert "Points count" in shown
    assert 'lang="en"' not in shown
