"""A branch beside its game in a real browser: commented on, continued by a bot, shared, hidden and restored."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.service.pages.conftest import Served
from tests.service.pages.reading import play_moves

DESKTOP: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}


def test_owner_comments_on_shares_and_hides_a_branch(served: Served) -> None:
    """The owner switches between two window sizes: what is clicked at one size is clickable at both."""
    address = served.game("Ada", "Ben", rules="toy")
    play_moves(served.site, address, 3, "best")
    page, visitor = served.person("Ada"), served.visitor()
    start_branch(page, address)
    comment_and_continue(page)
    link = share(page)
    visitor.goto(link.input_value())
    expect(visitor.locator("#board svg").first).to_be_attached()
    for size in (DESKTOP, PHONE):
        visitor.set_viewport_size(size)
        assert visitor.evaluate("document.documentElement.scrollWidth <= innerWidth")
    hide_and_stop_sharing(page, link)
    expect(visitor.get_by_role("main")).to_contain_text("Game not found")


def show_tree(page: Page, size: ViewportSize) -> Locator:
    """Switch to this size, and show the branches of the game."""
    page.set_viewport_size(size)
    tree = page.locator("#tree")
    if not tree.is_visible():
        page.get_by_role("tab", name="Branches").click()
    expect(tree).to_be_visible()
    return tree


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name)


def assert_clickable(page: Page, *names: str) -> None:
    """Check that each of these buttons can be clicked."""
    for name in names:
        button(page, name).click(trial=True)


def start_branch(page: Page, address: str) -> None:
    """Open a branch of the game on a phone, after checking that a desktop allows it too."""
    page.set_viewport_size(DESKTOP)
    page.goto(f"{address}#tree")
    show_tree(page, DESKTOP)
    page.get_by_label("Branch name").fill("Had I waited")
    page.locator("#branch").click(trial=True)
    show_tree(page, PHONE)
    page.get_by_label("Branch name").fill("Had I built")
    page.locator("#branch").click()
    expect(page).not_to_have_url(address)
    expect(page.locator("main")).to_have_attribute("data-turn", "yes")


def comment_and_continue(page: Page) -> None:
    """Comment on the branch on a phone, and let a bot continue it on a desktop."""
    tree = show_tree(page, PHONE)
    page.get_by_label("Comment on this branch").fill("Too early for coal")
    button(page, "Save comment").click()
    expect(tree).to_contain_text("Too early for coal")
    assert_clickable(page, "Let bot play", "Share link", "Hide branch")
    show_tree(page, DESKTOP)
    page.get_by_label("Comment on this branch").fill("Too early for coal")
    assert_clickable(page, "Save comment", "Share link", "Hide branch")
    version = page.locator("main").get_attribute("data-version")
    button(page, "Let bot play").click()
    expect(page.locator("main")).not_to_have_attribute("data-version", str(version))


def share(page: Page) -> Locator:
    """Share the branch on a desktop, and return its link."""
    button(page, "Share link").click()
    link = page.locator("#link")
    expect(link).to_be_visible()
    assert_clickable(page, "Stop sharing")
    return link


def hide_and_stop_sharing(page: Page, link: Locator) -> None:
    """Hide the branch on a desktop, and stop sharing it on a phone."""
    button(page, "Hide branch").click()
    expect(button(page, "Show branch")).to_be_visible()
    show_tree(page, PHONE)
    expect(button(page, "Show branch")).to_be_visible()
    expect(link).to_be_visible()
    button(page, "Stop sharing").click()
    expect(link).to_have_count(0)
