"""The size of text in drawings on a phone: readable when the drawing fits, comfortable after a double tap."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from domain.game import rulesets
from tests.service.pages.conftest import Served
from tests.service.pages.contexts import ELSEWHERE
from tests.service.pages.reading import play_moves

FIT, CLOSER = 11, 16
"""Minimum text sizes in pixels: when a drawing fits, and after a double tap."""
STAGES = {"opening": 0, "middle": 70}
"""The number of moves before each."""
TRIES = 5
BUSY = """() => {
    document.addEventListener("touchend", () => {
        for (const start = performance.now(); performance.now() < start + 600;);
    });
    document.addEventListener("dblclick", () => { document.body.dataset.double = "reported"; });
}"""
"""Handle taps late, like a slow phone, and record that the browser reported a double tap as a double click."""
BETWEEN_TOUCHES = 0.05
"""Seconds between the start of a tap, its end, and the start of the next one."""

SMALL = """([within, least]) => {
    const found = [];
    for (const text of document.querySelectorAll(`${within} svg text`)) {
        if (!text.textContent.trim() || !text.checkVisibility()) continue;
        const {a, b} = text.getScreenCTM();
        const pixels = parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b);
        if (pixels < least - 0.01) found.push(`${text.textContent}: ${pixels}`);
    }
    return found;
}"""
FACES = """() => [...new Set(['body', '.view svg text']
    .map(each => getComputedStyle(document.querySelector(each)).fontFamily.split(',')[0].replaceAll('"', '')))]"""
DRAWN = "within => [...document.querySelectorAll(`${within} svg text`)].some(text => text.checkVisibility())"


def small(page: Page, within: str, least: float) -> list[str]:
    """Return the visible texts in drawings within an element that are smaller than a size."""
    page.wait_for_function(DRAWN, arg=within)
    found: list[str] = page.evaluate(SMALL, [within, least])
    return found


WIDER = "([within, width]) => document.querySelector(`${within} svg`).getBoundingClientRect().width > width * 1.4"


def double_tap(page: Page, within: str) -> None:
    """Double-tap a drawing where nothing can be chosen, and not so near its edge that another element is hit."""
    before = page.locator(f"{within} svg").first.bounding_box()
    container = page.locator(within).first.bounding_box()
    assert before is not None and container is not None
    for _ in range(TRIES):
        tap_twice(page, max(container["x"], before["x"]) + 6, max(container["y"], before["y"]) + 18)
        with suppress(TimeoutError):  # On a busy machine, a touch may last too long to be a tap.
            page.wait_for_function(WIDER, arg=[within, before["width"]], timeout=10_000)
            return
    pytest.fail(f"A double tap does not enlarge {within}")


def tap_twice(page: Page, x: float, y: float) -> None:
    """Tap twice in quick succession. The touches have timestamps: a busy machine may deliver them late."""
    session = page.context.new_cdp_session(page)
    start = time.time()
    for step, kind in enumerate(["touchStart", "touchEnd"] * 2):
        points = [{"x": x, "y": y}] if kind == "touchStart" else []
        touch = {"type": kind, "touchPoints": points, "timestamp": start + step * BETWEEN_TOUCHES}
        session.send("Input.dispatchTouchEvent", touch)
    session.detach()


@pytest.mark.parametrize("rules", sorted(set(rulesets()) - {"toy"}))
def test_text_is_large_enough_in_every_drawing(served: Served, rules: str) -> None:
    address = served.game("Ada", "Ben", "Cleo", rules=rules)
    page = served.visitor(viewport={"width": 390, "height": 844}, has_touch=True)
    before = 0
    for stage, moves in STAGES.items():
        page.goto(ELSEWHERE)
        play_moves(served.site, address, moves - before, "random")
        before = moves
        served.log_in(page, served.acting(address))
        page.goto(address, wait_until="networkidle")
        expect(page.locator("#chooser .prompt")).to_be_visible()
        assert page.evaluate(FACES) == ["Daybook Sans"]
        assert_text_is_large_enough(page, stage)


def assert_text_is_large_enough(page: Page, stage: str) -> None:
    for tab in page.locator(".screen > .dock:not(#others) > .tabs [role=tab]:visible").all():
        tab.click()
        view = f"#{tab.get_attribute('aria-controls')} .view"
        assert small(page, view, FIT) == [], stage
        double_tap(page, view)
        assert small(page, view, CLOSER) == [], stage
    page.get_by_role("tab", name="Charts").click()
    assert small(page, "#charts", FIT) == [], stage
    for name in ("Mats", "Help"):
        tab = page.get_by_role("tab", name=name)
        if not tab.count():
            continue
        tab.click()
        panel = f"#{tab.get_attribute('aria-controls')}"
        assert small(page, panel, FIT) == [], stage
        area = f"{panel} .area"
        page.locator(area).first.scroll_into_view_if_needed()
        double_tap(page, area)
        assert small(page, f"{area}.closer", CLOSER) == [], stage


def test_a_double_tap_on_a_busy_page_enlarges_a_drawing_once(served: Served) -> None:
    address = served.game("Ada", "Ben", rules="barrage")
    page = served.visitor(viewport={"width": 390, "height": 844}, has_touch=True)
    served.log_in(page, served.acting(address))
    page.goto(address)
    expect(page.locator("#chooser .prompt")).to_be_visible()
    page.get_by_role("tab", name="Map").click()
    page.evaluate(BUSY)
    drawing = page.locator("#panel-map svg").bounding_box()
    assert drawing is not None
    tap_twice(page, drawing["x"] + 6, drawing["y"] + 18)
    page.wait_for_function("document.body.dataset.double === 'reported'")
    assert page.evaluate(WIDER, ["#panel-map", drawing["width"]])
