"""Help during a game: the keyboard shortcuts and the player aid, shown over the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from domain.game import rulesets
from tests.service.pages.conftest import Served


@pytest.mark.parametrize("rules", sorted(set(rulesets()) - {"toy"}))
def test_one_key_opens_the_player_aid_and_escape_closes_it(served: Served, rules: str) -> None:
    address = served.game("Ada", "Ben", rules=rules)
    page = served.person(served.acting(address))
    page.goto(address)
    expect(page.locator("#chooser .options button").first).to_be_visible()
    before = page.locator("#chooser .options").inner_html()
    page.keyboard.press("r")
    dialog = page.get_by_role("dialog", name="Player aid")
    expect(dialog).to_be_visible()
    expect(dialog.locator("td").first).to_be_visible()
    assert dialog.evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")
    page.keyboard.press("1")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert page.locator("#chooser .options").inner_html() == before


def test_question_mark_shows_keyboard_shortcuts_on_any_page(served: Served) -> None:
    page = served.visitor(viewport={"width": 390, "height": 844})
    for address in ("/", "/rules/barrage", "/log-in"):
        page.goto(address)
        page.locator("html.scripted").wait_for()
        page.keyboard.press("?")
        dialog = page.get_by_role("dialog", name="Keyboard shortcuts")
        expect(dialog).to_contain_text("Fit the focused board to the view")
        dialog.get_by_role("button", name="Close").click()
        expect(dialog).to_have_count(0)
    page.goto("/log-in")
    page.get_by_label("Username").press("?")
    expect(page.get_by_label("Username")).to_have_value("?")
    assert page.get_by_role("dialog").count() == 0


def test_link_opens_the_player_aid_over_the_game(served: Served) -> None:
    address = served.game("Ada", "Ben")
    page = served.visitor()
    page.goto(address)
    page.locator("html.scripted").wait_for()
    page.get_by_role("link", name="Player aid").click()
    expect(page.get_by_role("dialog", name="Player aid")).to_contain_text("Scout")
    assert page.url.endswith(address)
