"""A page ahead of the log, after a backup was restored: it reloads itself."""

from __future__ import annotations

import re

from playwright.sync_api import Page, Route, expect

from tests.service.pages.conftest import Served

EVENTS = re.compile("/api/games/events")


def open_page_ahead_of_the_log(page: Page, address: str, attribute: str, number: str) -> None:
    """Open a game's page as if the database was restored right afterwards, so that the page is ahead of it."""

    def respond_ahead(route: Route) -> None:
        answer = route.fetch()
        text = re.sub(rf'({attribute}=")[0-9]+"', rf'\g<1>{number}"', answer.text(), count=1)
        route.fulfill(response=answer, body=text)

    page.route(f"**{address}", respond_ahead, times=1)
    page.goto(address)


def test_page_with_a_lost_version_reloads(served: Served) -> None:
    address = served.game("Ada", "Ben")
    page = served.person("Ada")
    open_page_ahead_of_the_log(page, address, "data-version", "99")
    expect(page.locator("main")).to_have_attribute("data-version", "4")
    served.moves(address, 1)
    now = served.site.services.handler.games.game(address[-32:]).version
    expect(page.locator("main")).to_have_attribute("data-version", str(now))


def test_page_with_a_lost_chat_change_reloads(served: Served) -> None:
    address = served.game("Ada", "Ben")
    page = served.person("Ada")
    open_page_ahead_of_the_log(page, address, "data-chat", "99")
    expect(page.locator("main")).to_have_attribute("data-chat", "0")


def test_page_without_event_streams_reloads(served: Served) -> None:
    address = served.game("Ada", "Ben")
    page = served.person("Ada")
    page.route(EVENTS, lambda route: route.abort() if "wait=" not in route.request.url else route.continue_())
    open_page_ahead_of_the_log(page, address, "data-version", "99")
    expect(page.locator("main")).to_have_attribute("data-version", "4")


def test_other_pages_of_the_browser_stay_current(served: Served) -> None:
    address = served.game("Ada", "Ben")
    first = served.person("Ada")
    second = first.context.new_page()
    open_page_ahead_of_the_log(second, address, "data-version", "99")
    first.goto(address)
    for page in (first, second):
        expect(page.locator("main")).to_have_attribute("data-version", "4")
    served.moves(address, 1)
    now = served.site.services.handler.games.game(address[-32:]).version
    for page in (first, second):
        expect(page.locator("main")).to_have_attribute("data-version", str(now))


def test_page_recovers_from_a_lost_version_sent_by_another_page(served: Served) -> None:
    address = served.game("Ada", "Ben")
    page = served.person("Ada")
    page.goto(address)
    other = page.context.new_page()
    other.goto(f"{served.address}/api/docs")
    with page.expect_response(lambda answer: answer.url.startswith(served.address + address)) as reloaded:
        other.evaluate(
            "id => new BroadcastChannel('daybook-live').postMessage({games: [{id, version: 99}]})", address[-32:]
        )
    reloaded.value.finished()
    page.evaluate("() => fetch('/api/health').then((answer) => answer.text())")  # By now the page shows the response.
    served.moves(address, 1)
    now = served.site.services.handler.games.game(address[-32:]).version
    expect(page.locator("main")).to_have_attribute("data-version", str(now))
