"""Patching a page while stepping: only differences change, and the result is what the service renders."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from domain.game import rulesets
from tests.service.pages.conftest import Served
from tests.service.pages.reading import play_moves

MARK_ALL = "() => document.querySelectorAll('[data-patched] *').forEach(part => (part.marked = true))"
KEPT = "name => [...document.querySelectorAll(`${name} *`)].map(part => Boolean(part.marked))"
SHOWN = """() => [...document.querySelectorAll("[data-patched] svg:not(#ticks svg)")].map(drawing => {
    const copy = drawing.cloneNode(true);
    copy.querySelectorAll(".offer-ring").forEach(ring => ring.remove());
    return copy.outerHTML;
})"""


def steps(page: Page, at: int, *keys: str) -> int:
    """Step from this position, waiting for each next one; return the last."""
    for key in keys:
        page.keyboard.press(key)
        at += 1 if key == "ArrowRight" else -1
        page.wait_for_function("at => document.querySelector('main').dataset.at === at", arg=str(at), polling=20)
    return at


def rendered(page: Page, address: str) -> list[str]:
    """Return the drawings of a page, once it has loaded."""
    page.goto(address)
    expect(page.locator("#at")).to_have_attribute("aria-valuetext", re.compile("."))
    found: list[str] = page.evaluate(SHOWN)
    return found


@pytest.mark.parametrize("rules", sorted(set(rulesets()) - {"toy"}))
def test_stepping_to_a_position_matches_rendering_it(served: Served, rules: str) -> None:
    address = served.game("Ada", "Ben", rules=rules)
    play_moves(served.site, address, 20)
    page = served.visitor(viewport={"width": 1280, "height": 720})
    version = served.site.services.handler.games.game(address[-32:]).version
    page.goto(f"{address}?at={version - 1}")
    steps(page, version - 1, *["ArrowLeft"] * 6, *["ArrowRight"] * 3, *["ArrowLeft"] * 2)
    stepped = page.evaluate(SHOWN)
    assert stepped == rendered(page, f"{address}?at={version - 6}")


def test_unchanged_elements_and_the_focus_are_kept(served: Served) -> None:
    address = served.game("Ada", "Ben")
    served.moves(address, 12)
    page = served.visitor(viewport={"width": 1280, "height": 720})
    page.goto(f"{address}?at=14")
    expect(page.locator("#ticks svg")).to_be_visible()
    page.evaluate(MARK_ALL)
    page.locator("#at").focus()
    before = page.locator("#drawing-map").get_attribute("data-part")
    steps(page, 14, *["ArrowLeft"] * 4)
    assert page.locator("#drawing-map").get_attribute("data-part") != before
    for name in ("#drawing-map", "#charts", "#mats", "#help", "#timeline"):
        kept = page.evaluate(KEPT, name)
        assert sum(kept) > len(kept) / 2, name
    expect(page.locator("#at")).to_be_focused()
    expect(page.locator("#at")).to_have_value("10")
