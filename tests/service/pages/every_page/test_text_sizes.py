"""A game with large text and with forced colours: board, decision and figures stay usable, states stay distinct."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.service.pages.conftest import Served, clear_choices
from tests.service.pages.every_page.sizes import DRAWN
from tests.service.pages.every_page.test_one_screen import SCROLLS

BOARD = ".dock.current > .panel:not([hidden]) .view"

USABLE = f"""async percent => {{
    const seen = part => new Promise(done => {{
        part.scrollIntoViewIfNeeded();
        const observer = new IntersectionObserver(([entry]) => done(entry.intersectionRatio) ?? observer.disconnect());
        observer.observe(part);
    }});
    document.documentElement.style.fontSize = `${{percent}}%`;
    await ({DRAWN})();
    const choice = await seen(document.querySelector("#chooser button"));
    const {{width, height}} = document.querySelector("{BOARD}").getBoundingClientRect(), scrolls = ({SCROLLS})();
    return {{choice, width, height, scrolls, players: await seen(document.getElementById("players"))}};
}}"""
"""At this text size: how much of a choice and of the figures can be scrolled into view, and the board's size."""

LOOK = """name => {
    const {backgroundColor, color, borderTopStyle} = getComputedStyle(document.querySelector(name));
    return [backgroundColor, color, borderTopStyle];
}"""


CUT = "part => part.scrollWidth > part.clientWidth + 1"

SELECTED = "#screen > .dock > .tabs [role=tab][aria-selected=true]"


def enlarge(page: Page, percent: int) -> None:
    page.evaluate(f"document.documentElement.style.fontSize = '{percent}%'")


def set_default_size(page: Page, percent: int) -> None:
    """Set the text size in the browser's settings, which media queries also follow."""
    session = page.context.new_cdp_session(page)
    session.send("Page.enable")
    session.send("Page.setFontSizes", {"fontSizes": {"standard": 16 * percent // 100, "fixed": 13 * percent // 100}})


@pytest.mark.parametrize("rules", ["brass-birmingham", "barrage", "arkwright"])
def test_board_decision_and_figures_are_usable_with_large_text(served: Served, rules: str) -> None:
    address = served.game("Ada", "Ben", rules=rules)
    served.moves(address, 8)
    page = served.person(served.acting(address))
    page.goto(address)
    page.locator("#chooser button").first.wait_for()
    for percent in (125, 150, 200):
        for width, height in ((1440, 900), (1280, 720)):
            page.set_viewport_size({"width": width, "height": height})
            found = page.evaluate(USABLE, percent)
            assert found["choice"] > 1 - 1e-9, (percent, width)
            assert found["width"] >= 0.28 * width, percent
            assert found["height"] >= 0.5 * height, percent
            assert not found["scrolls"], percent
            assert found["players"] >= 0.5, (percent, width)


def test_board_keeps_its_height_and_last_column_is_filled(served: Served) -> None:
    address = served.game("Ada", "Ben")
    page = served.person(served.acting(address), viewport={"width": 1440, "height": 900})
    page.goto(address)
    expect(page.locator("#chooser .options button").first).to_be_visible()
    screen, more, mats, drawn = (
        page.locator(part).bounding_box() for part in ("#screen", "#more", "#others", "#board .canvas svg")
    )
    assert screen and more and mats and drawn
    bottom = screen["y"] + screen["height"]
    for part in (more, mats):
        assert abs(part["y"] + part["height"] - bottom) < 3
        assert part["height"] >= 150
    assert drawn["height"] >= 0.85 * screen["height"]


def test_forced_colours_distinguish_selected_tab_and_possible_options(served: Served) -> None:
    address = served.game("Ada", "Ben")
    page = served.person(served.acting(address), viewport={"width": 1440, "height": 900}, forced_colors="active")
    page.goto(address)
    expect(page.locator(".impossible button").first).to_be_visible()
    selected, other = (page.evaluate(LOOK, f"#more [aria-selected={state}]") for state in ("true", "false"))
    assert selected[0] != other[0]
    expect(page.locator("#entries li.head > a")).to_have_css("outline-style", "solid")
    possible, impossible = (page.evaluate(LOOK, name) for name in (".options button", ".impossible button"))
    assert (possible[2], impossible[2]) == ("solid", "dashed")
    assert possible[1] != impossible[1]


def test_large_text_fits_a_phone_and_keyboard_prepares_a_move(served: Served) -> None:
    address = served.game("Ada", "Ben")
    served.moves(address, 4)
    name = served.acting(address)
    page = served.person(name, viewport={"width": 390, "height": 844}, forced_colors="active")
    set_default_size(page, 200)
    for path in ("/games/new", "/games/new?ruleset=barrage", "/account", f"{address}/ledger/money/0", address):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
    clear_choices(page)
    expect(page.locator(SELECTED)).to_have_text("Map")
    page.get_by_role("tab", name="Yours").click()
    expect(page.locator(SELECTED)).to_have_text("Yours")
    page.get_by_role("button", name="Build").press("Enter")
    confirm = page.locator("#chooser button.primary")
    while not confirm.count():
        chosen = page.locator(":focus")
        expect(chosen).to_be_in_viewport(ratio=0.9)
        prompt = page.locator("#prompt").inner_text()
        chosen.press("Enter")
        page.wait_for_function("asked => document.getElementById('prompt')?.innerText !== asked", arg=prompt)
    expect(confirm).to_be_focused()
    expect(confirm).to_have_accessible_description(re.compile(rf"^{name} will "))
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    turn = page.locator("#status > span")
    expect(turn).to_contain_text("Your turn")
    assert not turn.evaluate(CUT)


def test_starting_parts_are_marked_until_an_option_is_chosen(served: Served) -> None:
    address = served.game("Ada", "Ben")
    page = served.person(served.acting(address), viewport={"width": 1440, "height": 900})
    page.goto(address)
    marks = page.locator(".view .offer-ring.touch")
    expect(marks.first).to_be_attached()
    corners = marks.first.evaluate("mark => getComputedStyle(mark).strokeDasharray")
    assert corners != "none"
    assert marks.count() >= page.locator("#lap .touchable").count() > 0
    page.locator("#chooser .options button").first.click()
    expect(page.locator(".view .offered").first).to_be_attached()
    expect(marks).to_have_count(0)


def test_offers_move_into_a_tab_when_the_window_is_small_for_the_font(served: Served) -> None:
    page = served.visitor(viewport={"width": 1440, "height": 900})
    page.goto(served.game("Ada", "Ben", rules="barrage"))
    offers, tab = page.locator("#panel-offers"), page.locator("#tab-offers")
    for percent, along in ((100, True), (125, False), (100, True)):
        enlarge(page, percent)
        expect(offers).to_be_visible(visible=along)
        expect(tab).to_be_visible(visible=not along)
