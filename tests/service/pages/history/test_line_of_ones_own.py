"""A branch beside its game in a real browser: commented on, continued by a bot, shared, hidden and restored."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.service.pages.conftest import Served


def test_its_maker_comments_on_it_shares_it_and_hides_it(served: Served) -> None:
    address = served.game("Ada", "Ben")
    served.moves(address, 6)
    page, visitor = served.person("Ada"), served.visitor()
    for width, height in ((1440, 900), (390, 844)):
        for each in (page, visitor):
            each.set_viewport_size({"width": width, "height": height})
        share_and_hide(page, visitor, address)


def share_and_hide(page: Page, visitor: Page, address: str) -> None:
    """Open a branch of a game, and share it with a visitor for a while."""
    page.goto(f"{address}#tree")
    tree = page.locator("#tree")
    if not tree.is_visible():
        page.get_by_role("tab", name="Branches").click()
    page.get_by_label("Branch name").fill("Had I built")
    page.locator("#branch").click()
    expect(page).not_to_have_url(address)
    expect(page.locator("main")).to_have_attribute("data-turn", "yes")
    if not tree.is_visible():
        page.get_by_role("tab", name="Branches").click()
    page.get_by_label("Comment on this branch").fill("Too early for coal")
    page.get_by_role("button", name="Save comment").click()
    expect(tree).to_contain_text("Too early for coal")
    version = page.locator("main").get_attribute("data-version")
    page.get_by_role("button", name="Let bot play").click()
    expect(page.locator("main")).not_to_have_attribute("data-version", str(version))
    page.get_by_role("button", name="Share link").click()
    link = page.locator("#link")
    expect(link).to_be_visible()
    visitor.goto(link.input_value())
    expect(visitor.locator("#board svg").first).to_be_attached()
    assert visitor.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Hide branch").click()
    expect(page.get_by_role("button", name="Show branch")).to_be_visible()
    page.get_by_role("button", name="Stop sharing").click()
    expect(link).to_have_count(0)
    expect(visitor.get_by_role("main")).to_contain_text("Game not found")
