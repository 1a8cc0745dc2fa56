"""The skip link: keyboard users get past the header of every page in one step."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.service.pages.conftest import Served
from tests.service.pages.reading import Reader, create_table

PAGES = (
    "/",
    "/games",
    "/games/new",
    "/games/new?ruleset=toy",
    "/games/import",
    "/account",
    "/rules/barrage",
    "/nothing",
)


def test_skip_link_of_every_page_leads_to_main_content(reader: Callable[[], Reader]) -> None:
    visitor, ada = reader(), reader().registered("Ada")
    table, game = create_table(ada), create_table(ada, ruleset="toy")
    for seat in range(2):
        ada.send(f"{game}/join", seat=seat)
    ada.send(f"{game}/start")
    pages = [visitor.get(path).text for path in ("/log-in", "/sign-up")]
    pages += [ada.get(path).text for path in (*PAGES, table, game, f"{game}/audit")]
    for page in pages:
        target = re.search('class="skip" href="#([^"]+)"', page)
        assert target is not None
        assert len(re.findall(f'<main id="{target[1]}"', page)) == 1


def test_focus_moves_into_main_content_after_skip_link(served: Served) -> None:
    page = served.visitor()
    page.goto(served.game("Ada", "Ben"))
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.querySelector('main').contains(document.activeElement)")
