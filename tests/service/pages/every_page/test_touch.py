"""Pages on touch screens: tap targets are large enough, and fields do not make Safari enlarge the page."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.service.pages.conftest import Served

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

TOO_SMALL = """() => {
    const shown = part => part.checkVisibility({ visibilityProperty: true }) && part.getClientRects().length;
    const size = part => Math.min(...["width", "height"].map(side => part.getBoundingClientRect()[side]));
    const named = part => `${part.className} ${part.textContent.trim() || part.name} ${size(part)}`;
    const small = (parts, least) =>
        [...document.querySelectorAll(parts)].filter(part => shown(part) && size(part) < least);
    const fields = [...document.querySelectorAll("input:not([type=range]), select, textarea")].filter(
        field => shown(field) && parseFloat(getComputedStyle(field).fontSize) < 16);
    return [
        ...small(".masthead :is(a, button), footer button, main button, main .button, summary", 24),
        ...small(".button.primary, button.primary, .outcome > .buttons > button, .options button", 44),
        ...fields,
    ].map(named);
}"""
"""Targets below 24 pixels, buttons of main actions below 44, and fields with small text."""


def test_tap_targets_are_large_enough(served: Served) -> None:
    long = "Bartholomew Kingsley-Hughes"
    address = served.game(long, "Ben")
    page = served.person(served.acting(address), **PHONE)
    for place in ("/", "/games/new?ruleset=barrage", "/account", f"{address}#talk", address):
        page.goto(place)
        if place.startswith(address):
            expect(page.locator("#chooser :is(.options button, .prompt)").first).to_be_visible()
        assert page.evaluate(TOO_SMALL) == [], place
        assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.locator("#chooser .options button").filter(has_text="Loan").tap()
    expect(page.get_by_role("button", name="Confirm", exact=True)).to_be_visible()
    assert page.evaluate(TOO_SMALL) == []
    marks = [page.locator(f".masthead {part}").bounding_box() for part in (".mark", "nav a >> nth=0")]
    assert marks[0] and marks[1]
    assert marks[0]["x"] + marks[0]["width"] <= marks[1]["x"]


def test_refusal_reasons_fill_the_width_of_a_phone(served: Served) -> None:
    address = served.game("Ada", "Ben")
    page = served.person(served.acting(address), **PHONE)
    page.goto(address)
    expect(page.locator("#chooser .impossible")).to_be_visible()
    page.locator('#board [data-element="link:birmingham-nuneaton"]').dispatch_event("click")
    reasons = page.locator(".inspected > :is(p ~ p, blockquote)")
    expect(reasons.first).to_be_visible()
    whole = page.locator(".inspected").bounding_box()
    assert whole
    for box in (reason.bounding_box() for reason in reasons.all()):
        assert box and box["width"] > 0.85 * whole["width"]
