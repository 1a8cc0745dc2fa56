"""Parts that can be focused, and a short animation of built tiles, unless reduced motion is set."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.service.pages.conftest import Served, make_first_move

MOVED = """() => {
    window.moved = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, timing) {
        window.moved.push({part: this.dataset.element, slides: 'transform' in frames, lasts: timing.duration});
        return animate.call(this, frames, timing);
    };
}"""


def test_focused_parts_show_a_tooltip(served: Served) -> None:
    address = served.game("Ada", "Ben", rules="arkwright")
    page = served.person("Ada")
    page.goto(address)
    page.locator("#board .view").first.focus()
    page.keyboard.press("Tab")
    expect(page.locator(".inspected p").first).to_contain_text("passes a red arrow upwards")
    expect(page.get_by_role("img", name="Arrows (Food)")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".inspected")).to_have_count(0)


def test_built_tile_moves_briefly_unless_reduced_motion_is_set(served: Served) -> None:
    address = served.game("Ada", "Ben")
    page = served.person(served.acting(address), viewport={"width": 1440, "height": 900})
    page.goto(address)
    page.evaluate(MOVED)
    for motion in ("no-preference", "reduce"):
        page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
        build = page.locator("#chooser .options button").filter(has_text="Build")
        expect(build).to_be_visible()
        expect(page.locator(".offer-ring.changed")).to_have_count(0)
        page.evaluate("() => { window.moved = []; }")
        build.click()
        version = page.locator("main").get_attribute("data-version")
        make_first_move(page)
        expect(page.locator(".offer-ring.changed").first).to_be_attached()  # for two seconds
        expect(page.locator("main")).not_to_have_attribute("data-version", version or "")
        moved = page.evaluate("() => window.moved")
        slots = [each for each in moved if (each["part"] or "").startswith("slot:")]
        assert bool(slots) == (motion == "no-preference")
        assert all(each["lasts"] < 300 for each in moved if each["part"])
        assert all(each["slides"] for each in slots)
        page.get_by_role("button", name="Undo").click()
